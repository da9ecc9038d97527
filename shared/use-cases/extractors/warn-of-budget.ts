import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/extractors.ts";
import { type Budget, isNearlySpent } from "#shared/domain/extractors/budget.ts";
import { usd } from "#shared/domain/extractors/prices.ts";
import { putWarning, type Spend } from "#shared/store/extractor-spend.ts";

interface Warning {
  budget: Budget;
  /** YYYY-MM, in UTC. */
  month: string;
  /** The cost of that month so far. */
  spend: Pick<Spend, "spent" | "warned">;
  /** ISO 8601 UTC. */
  now: string;
}

/** Warns a tenant, once a month, that its spending has reached the budget's `warn_at`. */
export async function warnOfBudget(
  tenantId: string,
  { budget, month, spend, now }: Warning,
): Promise<void> {
  if (spend.warned || !isNearlySpent(budget, spend.spent)) return;
  const row = auditRow({
    action: "tenant.extractor.budget_warning",
    resourceId: tenantId,
    tenantId,
    actorUserId: null,
    context: {
      month,
      spent_usd: usd(spend.spent),
      cap_usd: budget.monthly_usd,
      warn_at: budget.warn_at,
    },
    id: randomUUID(),
    at: now,
  });
  await putWarning(tenantId, month, row);
}
