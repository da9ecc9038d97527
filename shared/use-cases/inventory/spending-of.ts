import type { ExtractorCall } from "#shared/domain/extractors/chain.ts";
import { costNanoUsd, priceOf, usd } from "#shared/domain/extractors/prices.ts";
import type { Spending } from "#shared/domain/inventory/rows.ts";

/** The attempts, tokens and cost of calls, failed ones included; all zero if the answer was cached. */
export function spendingOf(
  calls: readonly ExtractorCall[],
  day: string,
): Omit<Spending, "answer_hash"> {
  const sum = (of: (call: ExtractorCall) => number) =>
    calls.reduce((total, call) => total + of(call), 0);
  return {
    attempts: calls.length,
    tokens: {
      input: sum(({ usage }) => usage.inputTokens),
      output: sum(({ usage }) => usage.outputTokens),
    },
    cost: usd(
      sum(({ provider, model, usage }) => costNanoUsd(priceOf(provider, model, day), usage)),
    ),
  };
}
