import type { ExtractorProvider } from "./catalog.ts";

/*
 * What calls cost, by provider and model, in USD as the vendors list it. One dated table: a change
 * of price is a further row, and a call has the price of its day. (The catalog's figures in EUR are
 * expectations for operators; budgets and usage count these.)
 */

/** Nano-USD per token: 3 USD per million tokens = 3000. */
interface Price {
  provider: ExtractorProvider;
  model: string;
  /** The first day (UTC) of this price, YYYY-MM-DD. */
  from: string;
  input: number;
  output: number;
}

const prices: readonly Price[] = [
  {
    provider: "hosted_llm",
    model: "claude-haiku-4-5",
    from: "2026-01-01",
    input: 1000,
    output: 5000,
  },
  {
    provider: "hosted_llm",
    model: "claude-sonnet-5-5",
    from: "2026-01-01",
    input: 3000,
    output: 15_000,
  },
  {
    provider: "hosted_llm",
    model: "claude-opus-4-5",
    from: "2026-01-01",
    input: 5000,
    output: 25_000,
  },
  {
    provider: "tenant_cloud_llm",
    model: "gpt-4.1-mini",
    from: "2026-01-01",
    input: 400,
    output: 1600,
  },
  { provider: "tenant_cloud_llm", model: "gpt-4.1", from: "2026-01-01", input: 2000, output: 8000 },
  {
    provider: "tenant_cloud_llm",
    model: "gpt-4o",
    from: "2026-01-01",
    input: 2500,
    output: 10_000,
  },
];

/** Providers whose calls cost the platform nothing: on own machines, or at the customer's price. */
const free: ReadonlySet<ExtractorProvider> = new Set(["local_llm", "byo", "mock"]);

/** `listed`: the table has it. `assumed`: the dearest of its provider. `free`: nothing is paid here. */
export const priceKinds = ["listed", "assumed", "free"] as const;

export interface PriceOfCall {
  /** Nano-USD per token. */
  input: number;
  output: number;
  kind: (typeof priceKinds)[number];
}

/**
 * The price of a model on a day. One that the table does not have costs what the dearest of its
 * provider costs, so that a budget is never overshot by a name.
 * @param day YYYY-MM-DD, or an instant of that day in ISO 8601 UTC
 */
export function priceOf(
  provider: ExtractorProvider,
  model: string | null,
  day: string,
): PriceOfCall {
  if (free.has(provider)) return { input: 0, output: 0, kind: "free" };
  const current = pricesOn(provider, day.slice(0, 10));
  const listed = model === null ? undefined : current.get(model);
  if (listed !== undefined) return { input: listed.input, output: listed.output, kind: "listed" };
  const all = [...current.values()];
  return {
    input: Math.max(0, ...all.map(({ input }) => input)),
    output: Math.max(0, ...all.map(({ output }) => output)),
    kind: "assumed",
  };
}

/** Each model's price on a day: its latest row by then, or its first if that is still to come. */
function pricesOn(provider: ExtractorProvider, day: string): Map<string, Price> {
  const rows = prices
    .filter((row) => row.provider === provider)
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const current = new Map<string, Price>();
  for (const row of rows)
    if (row.from <= day || !current.has(row.model)) current.set(row.model, row);
  return current;
}

/** What a call costs, in whole nano-USD. */
export const costNanoUsd = (
  { input, output }: Pick<PriceOfCall, "input" | "output">,
  usage: { inputTokens: number; outputTokens: number },
): number => usage.inputTokens * input + usage.outputTokens * output;

/** Nano-USD as answers show it. */
export const usd = (nano: number): number => nano / 1e9;
