import { bindMachine } from "#shared/edge/machine.ts";
import { tagged } from "#shared/edge/public-document.ts";
import * as machineRoutes from "#shared/routes/table/machine-calls.ts";
import { askSystemsFromMachine } from "#shared/use-cases/machines/ask-systems-from-machine.ts";
import { requireAllNamed } from "#shared/use-cases/machines/require-granted.ts";

export const handler = bindMachine(machineRoutes.askSystemsFromMachine)(
  async ({ query, body: asked = {}, principal, now }) => {
    requireAllNamed(principal, asked.framework_ids);
    const given = { isSigned: query.statement, now };
    const { answer, body } = await askSystemsFromMachine(principal, asked, given);
    return { status: 200, body, headers: tagged(answer) };
  },
);
