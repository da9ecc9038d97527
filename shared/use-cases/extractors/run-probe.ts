import { DomainError } from "#shared/domain/errors.ts";
import type { Budget } from "#shared/domain/extractors/budget.ts";
import type { Entry } from "#shared/domain/extractors/call.ts";
import { EXTRACTOR_PROBES } from "#shared/domain/extractors/limits.ts";
import { BudgetExhausted } from "#shared/domain/extractors/meter.ts";
import { type ProbeResult, probe } from "#shared/domain/extractors/probe.ts";
import { nowMs } from "#shared/platform/clock.ts";
import { readEndpointRules } from "#shared/platform/extractors/extractor-platform.ts";
import { guardedTransport } from "#shared/platform/http/guarded-http.ts";
import { takeFrom } from "#shared/store/rates.ts";
import { budgetMeter } from "#shared/use-cases/inventory/budget-meter.ts";

/** The platform's own probes are counted under this name; a tenant's are counted under its id. */
export const PLATFORM_SPENDER = "platform";

/** How long a probe waits while other calls hold what is left of the budget. */
const METER_PATIENCE_MS = 2000;

interface Probing {
  requestId: string;
  now: string;
  /** The caller to whose rate limit the probe counts. */
  whose: string;
  /** The owner of the month that pays for it: a tenant's id, or {@link PLATFORM_SPENDER}. */
  spender: string;
  /** null: no budget. */
  budget: Budget | null;
}

/**
 * Calls an entry once to see whether it works; like every call to a model, it goes through the meter.
 * @throws DomainError `rate_limited`, `extractor_budget_exhausted`
 */
export async function runProbe(entry: Entry, probing: Probing): Promise<ProbeResult> {
  const { requestId, now, whose, spender, budget } = probing;
  await takeFrom(EXTRACTOR_PROBES, whose, now, spender === PLATFORM_SPENDER ? null : spender);
  const meter = budgetMeter({
    tenantId: spender,
    budget: async () => budget,
    now: nowMs,
    deadlineAt: nowMs() + METER_PATIENCE_MS,
  });
  try {
    const send = guardedTransport(readEndpointRules());
    return await probe(entry, requestId, { send, now: nowMs, meter });
  } catch (error) {
    if (!(error instanceof BudgetExhausted)) throw error;
    throw new DomainError(
      "extractor_budget_exhausted",
      "What is left of this month's extractor budget does not pay for a test. Raise the budget, or wait for the next month (UTC).",
    );
  }
}
