import type { Usage } from "./call.ts";
import { type ExtractorProvider, factsOf } from "./catalog.ts";

/** The price of one call in whole nano-EUR; zero if the customer pays their own price. */
export function costNanoEur(provider: ExtractorProvider, usage: Usage): number {
  const { input, output } = factsOf(provider).prices;
  return usage.inputTokens * (input ?? 0) + usage.outputTokens * (output ?? 0);
}

export const addUsage = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
});
