import { bindMachine } from "#shared/edge/machine.ts";
import { tagged } from "#shared/edge/public-document.ts";
import * as machineRoutes from "#shared/routes/table/machine-calls.ts";
import { askClearance } from "#shared/use-cases/clearance/ask-clearance.ts";
import { requireNamed } from "#shared/use-cases/machines/require-granted.ts";

export const handler = bindMachine(machineRoutes.askFromMachine)(
  async ({ query, body: asked, principal, now }) => {
    requireNamed(principal, asked.framework_id);
    const given = { asker: "pipeline", isSigned: query.statement, now } as const;
    const { answer, body } = await askClearance(asked, given);
    return { status: 200, body, headers: tagged(answer) };
  },
);
