import * as z from "zod/mini";
import { neededFromOperator, platformProviders } from "#shared/domain/extractors/catalog.ts";
import { needs } from "#shared/domain/setup/checklist.ts";
import { webhookSecretNames, webhookSecrets } from "#shared/domain/setup/webhook-secrets.ts";
import { timestamp } from "#shared/routes/contract/fields.ts";
import { entriesOf, ok } from "#shared/routes/contract/route.ts";
import { extractorCredentials, extractorSettings } from "./extractor-needs.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "setup", access: "platform" });

/** What the platform's extractors need from the operator. */
const offers = platformProviders.flatMap(neededFromOperator);

const row = () =>
  z.strictObject({
    position: z.int(),
    id: z.string(),
    title: z.string(),
    status: z.enum(["not_set", "provisioned", "uses_dev_default"]),
    detail: z.string(),
    actions: z.array(z.object({ method: z.literal("POST"), path: z.string() })),
    updated_at: z.nullable(timestamp()),
    /** Only in the keypair's row. */
    signing_kid: z.optional(z.nullable(z.string())),
    next_signing_kid: z.optional(z.nullable(z.string())),
    activates_at: z.optional(z.nullable(timestamp())),
    overlap_ends_at: z.optional(z.nullable(timestamp())),
    /** Only in the federation's row: exactly what to enter at the provider. */
    federated_credential: z.optional(
      z.object({ issuer: z.string(), subject: z.nullable(z.string()), audience: z.string() }),
    ),
    /** Whether this deployment needs it. Anything that is in place counts as needed. */
    need: z.enum(needs),
  });

export const getSetupChecklist = /* @__PURE__ */ entry("getSetupChecklist", {
  on: "GET /admin/setup/checklist",
  summary: "What this deployment has, what is missing, and which call to make next",
  responses: /* @__PURE__ */ ok("The fifteen rows", () => z.strictObject({ rows: z.array(row()) })),
  needs: {
    table: "read",
    describeSecrets: [
      "counsel-review-hmac-secret",
      ...webhookSecretNames,
      "oidc-issuer-private-key-pem",
      "sourcehost-app-private-key",
      "idp-client-secret",
    ],
    describeCredentials: [
      "COUNSEL_REVIEW_HMAC_SECRET",
      ...webhookSecretNames.map((name) => webhookSecrets[name].fallback),
      "IDP_CLIENT_SECRET",
      "CLOUDC_OAUTH_CLIENT_SECRET",
      ...extractorCredentials,
    ],
    settings: [
      "MAIL_FROM",
      "OIDC_ISSUER_URL",
      "IDP_CLIENT_ID",
      "IDP_APP_OBJECT_ID",
      "IDP_USE_FEDERATED_IDENTITY",
      "IDP_TOKEN_URL",
      "IDP_TENANT_ID",
      "CLOUDC_OAUTH_CLIENT_ID",
      "SOURCEHOST_APP_ID",
      "EXTRACTOR_PROVIDER",
      ...extractorSettings.filter((name) => offers.includes(name)),
    ],
  },
});
