import type { ExtractorProvider } from "./catalog.ts";

/*
 * What calls cost, by provider and model, in USD as the vendors list it. There is one dated table: a
 * change of price adds a row, and a call has the price of its day. Budgets, usage, the console and the
 * logs use these prices; the catalog's figures in EUR are the second seed's.
 */

/** Model, first day (UTC) of the price, and USD per million tokens of input and of output. */
type Price = readonly [model: string, from: string, input: number, output: number];

interface PriceList {
  /** The vendor's page, and the day on which the rows were last compared with a copy of it. */
  source: string;
  checked: string;
  /** At least one, so that a model without a row costs what the dearest one does, never nothing. */
  rows: readonly [Price, ...Price[]];
}

/**
 * Each provider's prices. `free`: the platform pays nothing for its calls, because they run on
 * somebody's own machines or at the customer's own price.
 */
const priceLists: Readonly<Record<ExtractorProvider, PriceList | "free">> = {
  hosted_llm: {
    source: "https://platform.claude.com/docs/en/about-claude/pricing",
    checked: "2026-11-23",
    rows: [
      ["claude-fable-5-2", "2026-11-09", 8, 40],
      ["claude-fable-5-1", "2026-09-01", 10, 50],
      ["claude-fable-5", "2026-06-09", 10, 50],
      ["claude-mythos-5-1", "2026-09-01", 10, 50],
      ["claude-mythos-5", "2026-06-09", 10, 50],
      ["claude-opus-5-5", "2026-09-22", 4, 20],
      ["claude-opus-5", "2026-07-24", 5, 25],
      ["claude-opus-4-8", "2026-01-01", 5, 25],
      ["claude-opus-4-7", "2026-01-01", 5, 25],
      ["claude-opus-4-6", "2026-01-01", 5, 25],
      ["claude-opus-4-5", "2026-01-01", 5, 25],
      ["claude-sonnet-5-5", "2026-09-28", 2, 10],
      ["claude-sonnet-5", "2026-06-30", 2, 10],
      ["claude-sonnet-4-6", "2026-01-01", 3, 15],
      ["claude-sonnet-4-5", "2026-01-01", 3, 15],
      // For prompts of up to 100,000 tokens; none of our prompts is a tenth as long.
      ["claude-haiku-5-5", "2026-10-07", 0.1, 0.5],
      ["claude-haiku-4-5", "2026-01-01", 1, 5],
    ],
  },
  tenant_cloud_llm: {
    source: "https://azure.microsoft.com/en-us/pricing/details/azure-openai/",
    checked: "2026-11-23",
    // For global deployments; those in a data zone or a region cost more.
    rows: [
      ["gpt-4.1", "2026-01-01", 2, 8],
      ["gpt-4.1-mini", "2026-01-01", 0.4, 1.6],
      ["gpt-4.1-nano", "2026-01-01", 0.1, 0.4],
      ["gpt-4o", "2026-01-01", 2.5, 10],
      ["gpt-4o-mini", "2026-01-01", 0.15, 0.6],
    ],
  },
  local_llm: "free",
  byo: "free",
  mock: "free",
};

/** Nano-USD per token for each USD per million tokens. */
const NANO_PER_TOKEN = 1000;

/** `listed`: the table has it. `assumed`: its provider's dearest. `free`: nothing is paid here. */
export const priceKinds = ["listed", "assumed", "free"] as const;

export interface PriceOfCall {
  /** Nano-USD per token. */
  input: number;
  output: number;
  kind: (typeof priceKinds)[number];
}

/**
 * The price of a model on a day. A model that the table does not have costs as much as its provider's
 * dearest one, so that an unknown name never overshoots a budget.
 * @param day YYYY-MM-DD, or an instant of that day in ISO 8601 UTC
 */
export function priceOf(
  provider: ExtractorProvider,
  model: string | null,
  day: string,
): PriceOfCall {
  const list = priceLists[provider];
  if (list === "free") return { input: 0, output: 0, kind: "free" };
  const current = pricesOn(list, day.slice(0, 10));
  const listed = model === null ? undefined : (current.get(model) ?? current.get(undated(model)));
  if (listed !== undefined) return { ...listed, kind: "listed" };
  const all = [...current.values()];
  return {
    input: Math.max(...all.map(({ input }) => input)),
    output: Math.max(...all.map(({ output }) => output)),
    kind: "assumed",
  };
}

/** A model's name without the day of its snapshot: `claude-haiku-4-5-20251001`. */
const undated = (model: string): string => model.replace(/-20\d{6}$/, "");

/** Each model's price on a day: its latest row by then, or its first if that is still to come. */
function pricesOn(
  { rows: given }: PriceList,
  day: string,
): Map<string, Pick<PriceOfCall, "input" | "output">> {
  const rows = given.toSorted(([, a], [, b]) => (a < b ? -1 : 1));
  const current = new Map<string, Pick<PriceOfCall, "input" | "output">>();
  for (const [model, from, input, output] of rows) {
    if (from > day && current.has(model)) continue;
    // Rounded, because floating-point products are not exact here.
    const nano = (dollars: number) => Math.round(dollars * NANO_PER_TOKEN);
    current.set(model, { input: nano(input), output: nano(output) });
  }
  return current;
}

/** What a call costs, in whole nano-USD. */
export const costNanoUsd = (
  { input, output }: Pick<PriceOfCall, "input" | "output">,
  usage: { inputTokens: number; outputTokens: number },
): number => usage.inputTokens * input + usage.outputTokens * output;

/** Nano-USD as answers show it. */
export const usd = (nano: number): number => nano / 1e9;
