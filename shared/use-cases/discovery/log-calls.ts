import type { ExtractorCall } from "#shared/domain/extractors/chain.ts";
import { logMeasured } from "#shared/platform/log.ts";
import { spendingOf } from "#shared/use-cases/inventory/spending-of.ts";

/** CloudWatch takes at most this many values of a metric from one line. */
const MAX_VALUES = 100;

/**
 * Logs a tenant's extractor calls, one line per provider and outcome: total tokens and cost, and the
 * latency of each call (of the first {@link MAX_VALUES}).
 * @param day the day whose prices apply: YYYY-MM-DD, or an instant of that day in ISO 8601 UTC
 */
export function logCalls(tenantId: string, calls: readonly ExtractorCall[], day: string): void {
  const groups = Map.groupBy(calls, ({ provider, code }) => `${provider} ${code === null}`);
  for (const group of groups.values()) {
    const { tokens, cost } = spendingOf(group, day);
    const [{ provider, code }] = group as [ExtractorCall];
    const codes = [...new Set(group.flatMap((call) => call.code ?? []))].toSorted();
    logMeasured({
      level: code === null ? "info" : "warn",
      event: "extractor_calls",
      fields: {
        tenant_id: tenantId,
        provider,
        outcome: code === null ? "ok" : "failed",
        ...(codes.length > 0 ? { codes } : {}),
        calls: group.length,
        latency_ms: group.slice(0, MAX_VALUES).map(({ latencyMs }) => latencyMs),
        input_tokens: tokens.input,
        output_tokens: tokens.output,
        cost_usd: cost,
      },
      by: ["provider", "outcome"],
      metrics: {
        calls: "Count",
        latency_ms: "Milliseconds",
        input_tokens: "Count",
        output_tokens: "Count",
        cost_usd: "None",
      },
    });
  }
}
