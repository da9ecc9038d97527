import type { Objection } from "#shared/domain/standing/objection.ts";
import { bindMachine } from "#shared/edge/machine.ts";
import * as machineRoutes from "#shared/routes/table/machine-calls.ts";
import { getCoverage } from "#shared/use-cases/evidence/get-coverage.ts";
import { requireNamed } from "#shared/use-cases/machines/require-granted.ts";

/** A row with counsel's id, but neither their name nor their words. */
const withoutNames = <R extends { objection: Objection | null }>({ objection, ...row }: R) => ({
  ...row,
  objection: objection && { ...objection, counsel: { id: objection.counsel.id }, text: null },
});

export const handler = bindMachine(machineRoutes.getMachineCoverage)(
  async ({ params, query, principal, now }) => {
    requireNamed(principal, params.framework_id);
    const answer = await getCoverage(params.framework_id, query, now);
    const { rules, outline, ...report } = { outline: undefined, ...answer };
    return {
      status: 200,
      body: {
        ...report,
        rules: rules.map((row) => withoutNames(row)),
        ...(outline && { outline: outline.map((row) => withoutNames(row)) }),
      },
    };
  },
);
