import * as z from "zod/mini";
import { systemsPolicySchema } from "#shared/domain/clearance/systems-question.ts";
import { budgetSchema, extractorModes } from "#shared/domain/extractors/budget.ts";
import { providerNames } from "#shared/domain/extractors/catalog.ts";
import { failureCodes } from "#shared/domain/extractors/failure.ts";
import { presets } from "#shared/domain/extractors/presets.ts";
import { priceKinds } from "#shared/domain/extractors/prices.ts";
import {
  authSchema,
  endpointSchema,
  modelSchema,
  proposedChainSchema,
  proposedEntrySchema,
} from "#shared/domain/extractors/settings.ts";
import { paging, timestamp, uuid } from "#shared/routes/contract/fields.ts";
import { entriesOf, ok } from "#shared/routes/contract/route.ts";
import { EXTRACTOR_SECRETS, extractorCredentials, extractorSettings } from "./extractor-needs.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "extractors", access: "org" });

const chain = () =>
  z.array(
    z.object({
      provider: z.enum(providerNames),
      endpoint: z.nullable(z.string()),
      model: z.nullable(z.string()),
      has_credential: z.boolean(),
    }),
  );

const block = () =>
  z.object({
    chain: chain(),
    /** null: the platform's default applies. */
    budget: z.nullable(z.object({ monthly_usd: z.number(), warn_at: z.number() })),
    mode: z.enum(extractorModes),
  });

const probeResult = () =>
  z.object({
    ok: z.boolean(),
    code: z.optional(z.enum(failureCodes)),
    latency_ms: z.int(),
    upstream_status: z.optional(z.int()),
    detail: z.string(),
  });

const probed = /* @__PURE__ */ ok("The probe result; also for an upstream's refusal", probeResult);

const changed = /* @__PURE__ */ ok("The tenant's extractor block", block);

const catalogRow = () =>
  z.object({
    provider: z.enum(providerNames),
    location: z.string(),
    typical_latency_ms: z.int(),
    cost_per_1k_input_eur: z.nullable(z.number()),
    cost_per_1k_output_eur: z.nullable(z.number()),
    structured_output_reliability: z.string(),
    residency: z.string(),
    /** Budgets use this price for the platform's own model today; null: the customer's own price. */
    cost_per_1k_input_usd: z.nullable(z.number()),
    cost_per_1k_output_usd: z.nullable(z.number()),
  });

const entryErrors = ["endpoint_blocked", "credential_required", "mock_not_allowed"] as const;
const presetErrors = [...entryErrors, "preset_not_configured", "rate_limited"] as const;
const probeErrors = [
  ...entryErrors,
  "extractor_calls_forbidden",
  "extractor_budget_exhausted",
  "rate_limited",
] as const;
const chainErrors = [...entryErrors, "conflict"] as const;

const changes = {
  table: "write",
  writeSecrets: [EXTRACTOR_SECRETS],
  settings: extractorSettings,
  credentials: extractorCredentials,
} as const;

const probes = {
  table: "write",
  readSecrets: [EXTRACTOR_SECRETS],
  settings: [...extractorSettings, "EXTRACTOR_MONTHLY_USD"],
  credentials: extractorCredentials,
} as const;

export const getExtractorStatus = /* @__PURE__ */ entry("getExtractorStatus", {
  on: "GET /admin/extractors/status",
  access: "platform",
  summary: "Global default, each tenant's chain and health, provider catalog",
  /** With a tenant_id: only that tenant, or an empty list if it does not exist. */
  query: () => z.strictObject({ ...paging(), tenant_id: z.optional(uuid()) }),
  responses: /* @__PURE__ */ ok(
    "A page of tenants with the health of their extractors; oldest tenant first",
    () =>
      z.object({
        global_default: z.object({ chain: chain() }),
        tenants: z.array(
          z.object({
            tenant_id: z.string(),
            chain: chain(),
            last_success_at: z.nullable(timestamp()),
            last_failure_at: z.nullable(timestamp()),
            health: z.enum(["green", "amber", "red", "gray"]),
          }),
        ),
        catalog: z.array(catalogRow()),
        next_cursor: z.nullable(z.string()),
      }),
  ),
  needs: { table: "read", settings: extractorSettings, credentials: extractorCredentials },
});

export const testPreset = /* @__PURE__ */ entry("testPreset", {
  on: "POST /admin/extractors/test-preset",
  access: "platform",
  summary: "Probe an extractor built for this request only",
  body: () =>
    z.strictObject({
      preset: z.enum(presets),
      overrides: z.optional(
        z.strictObject({
          endpoint: z.optional(endpointSchema()),
          model: z.optional(modelSchema()),
          auth: z.optional(authSchema()),
        }),
      ),
    }),
  responses: probed,
  errors: presetErrors,
  needs: { table: "write", settings: extractorSettings, credentials: extractorCredentials },
});

export const swapToPreset = /* @__PURE__ */ entry("swapToPreset", {
  on: "POST /admin/tenants/{tenant_id}/extractor/swap-to-preset",
  access: "platform",
  summary: "Replace a tenant's chain by a preset",
  params: () => z.object({ tenant_id: uuid() }),
  body: () => z.strictObject({ preset: z.enum(presets) }),
  responses: changed,
  errors: ["conflict", "endpoint_blocked", "mock_not_allowed", "preset_not_configured"],
  needs: changes,
});

export const getTenantSettings = /* @__PURE__ */ entry("getTenantSettings", {
  on: "GET /tenant/settings",
  access: "user",
  summary: "The tenant's settings, without any credential",
  responses: /* @__PURE__ */ ok(
    "The settings; with an empty chain the platform's default applies",
    () =>
      z.object({
        tenant_id: z.string(),
        name: z.string(),
        extractor: block(),
        systems_gate: systemsPolicySchema(),
      }),
  ),
  needs: { table: "read" },
});

export const patchTenantExtractor = /* @__PURE__ */ entry("patchTenantExtractor", {
  on: "PATCH /tenant/settings/extractor",
  summary:
    "Set the tenant's chain of extractors (primary first), its budget, or whether any is used",
  body: () =>
    z
      .strictObject({
        chain: z.optional(proposedChainSchema()),
        budget: z.optional(z.nullable(budgetSchema())),
        mode: z.optional(z.enum(extractorModes)),
      })
      .check(z.refine((body) => Object.keys(body).length > 0, "must name chain, budget or mode")),
  responses: changed,
  errors: chainErrors,
  needs: changes,
});

export const setByoExtractor = /* @__PURE__ */ entry("setByoExtractor", {
  on: "POST /tenant/settings/extractor",
  summary: "Make the customer's own endpoint the tenant's only extractor",
  body: () =>
    z.strictObject({
      endpoint: endpointSchema(),
      auth: authSchema(),
      model: z.nullish(modelSchema()),
    }),
  responses: changed,
  errors: ["endpoint_blocked", "conflict"],
  needs: changes,
});

export const testExtractorConnection = /* @__PURE__ */ entry("testExtractorConnection", {
  on: "POST /tenant/settings/extractor/test-connection",
  summary: "Probe an entry before saving it",
  body: proposedEntrySchema,
  responses: probed,
  errors: probeErrors,
  needs: probes,
});

export const getTenantUsage = /* @__PURE__ */ entry("getTenantUsage", {
  on: "GET /tenant/usage",
  summary: "What the tenant's extractor calls cost in a month, and what its budget leaves",
  query: () =>
    z.strictObject({
      /** YYYY-MM, in UTC; the current month if omitted. */
      month: z.optional(
        z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, "must be a month, YYYY-MM")),
      ),
    }),
  responses: /* @__PURE__ */ ok(
    "Spent, reserved and allowed, by provider and model, and by day",
    () =>
      z.object({
        month: z.string(),
        spent_usd: z.number(),
        reserved_usd: z.number(),
        cap_usd: z.nullable(z.number()),
        by: z.array(
          z.object({
            provider: z.string(),
            model: z.nullable(z.string()),
            calls: z.int(),
            tokens: z.object({ input: z.int(), output: z.int() }),
            usd: z.number(),
            price: z.enum(priceKinds),
          }),
        ),
        days: z.array(z.object({ day: z.string(), calls: z.int(), usd: z.number() })),
        /** Spending has reached the share of the budget at which the tenant is warned. */
        is_nearly_spent: z.boolean(),
      }),
  ),
  needs: { table: "read", settings: ["EXTRACTOR_MONTHLY_USD"] },
});
