import { bindMachine } from "#shared/edge/machine.ts";
import * as machineRoutes from "#shared/routes/table/machine-calls.ts";
import { previewRules } from "#shared/use-cases/frameworks/preview-rules.ts";
import { putRules } from "#shared/use-cases/frameworks/put-rules.ts";
import { requireNamed } from "#shared/use-cases/machines/require-granted.ts";

/** Like putRules, for the frameworks that the machine's registration names. */
export const handler = bindMachine(machineRoutes.putMachineRules)(
  async ({ params, query, body, principal, now }) => {
    requireNamed(principal, params.framework_id);
    const order = { frameworkId: params.framework_id, rules: body.rules, now };
    const { machineId } = principal;
    return {
      status: 200,
      body:
        query.dry_run === undefined
          ? await putRules({ ...order, actorUserId: null, machineId })
          : await previewRules(order),
    };
  },
);
