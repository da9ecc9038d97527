import * as z from "zod/mini";
import { extractorModes } from "#shared/domain/extractors/budget.ts";
import { about, rowsOf, type Vocabulary } from "./row.ts";

const extractorChain = () =>
  z.array(
    z.strictObject({
      provider: z.string(),
      endpoint: z.nullable(z.string()),
      model: z.nullable(z.string()),
      has_credential: z.boolean(),
    }),
  );

const budget = () => z.nullable(z.strictObject({ monthly_usd: z.number(), warn_at: z.number() }));

const extractorCall = () => ({
  provider: z.string(),
  model: z.nullable(z.string()),
  latency_ms: z.int(),
});

const tenant = about("tenant");

/** Extractors. */
export const extractorActions = {
  "tenant.extractor.updated": tenant("update", () => ({
    chain: extractorChain(),
    previous_chain: extractorChain(),
    /** Providers whose credential changed. */
    credentials_changed: z.array(z.string()),
    /** Only where the request named them. */
    budget: z.optional(budget()),
    previous_budget: z.optional(budget()),
    mode: z.optional(z.enum(extractorModes)),
    previous_mode: z.optional(z.enum(extractorModes)),
  })),
  "tenant.extractor.budget_warning": tenant("other", () => ({
    /** YYYY-MM, in UTC. */
    month: z.string(),
    spent_usd: z.number(),
    cap_usd: z.number(),
    warn_at: z.number(),
  })),
  "tenant.extractor.swapped": tenant("update", () => ({
    preset: z.string(),
    chain: extractorChain(),
    previous_chain: extractorChain(),
  })),
  "tenant.extractor.test_connection_run": tenant("read", () => ({
    provider: z.string(),
    endpoint: z.nullable(z.string()),
    ok: z.boolean(),
    code: z.nullable(z.string()),
  })),
  /** Defined but not yet emitted (second seed). `message` is the provider's own. */
  "extractor.call.succeeded": tenant("update", extractorCall),
  "extractor.call.failed": tenant("other", () => ({
    ...extractorCall(),
    code: z.string(),
    message: z.string(),
  })),
} as const satisfies Vocabulary;

export const auditRow = rowsOf(extractorActions);
