import { bindMachine } from "#shared/edge/machine.ts";
import { tagged } from "#shared/edge/public-document.ts";
import * as machineRoutes from "#shared/routes/table/machine-calls.ts";
import { askSystemsFromMachine } from "#shared/use-cases/machines/ask-systems-from-machine.ts";
import { requireNamed } from "#shared/use-cases/machines/require-granted.ts";

export const handler = bindMachine(machineRoutes.askSystemsFromMachine)(
  async ({ query, body: asked = {}, principal, now }) => {
    for (const id of asked.framework_ids ?? []) requireNamed(principal, id);
    const given = { isSigned: query.statement, now };
    const { answer, body } = await askSystemsFromMachine(principal, asked, given);
    return { status: 200, body, headers: tagged(answer) };
  },
);
