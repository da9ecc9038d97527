import * as z from "zod/mini";
import { entriesOf, ok } from "#shared/routes/contract/route.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "setup", access: "platform" });

const toggled = () =>
  z.object({
    status: z.enum(["enabled", "disabled", "unchanged"]),
    previous: z.boolean(),
    value: z.boolean(),
    revision: z.int(),
  });

/** Federation with the identity provider: switch it on, switch it off, test it. */
export const enableIdpFederation = /* @__PURE__ */ entry("enableIdpFederation", {
  on: "POST /admin/setup/idp-fic/enable",
  summary: "Exchange tokens with a signed assertion instead of the client secret",
  responses: /* @__PURE__ */ ok("The flag, within 30 s everywhere", toggled),
  errors: ["conflict", "keypair_not_provisioned", "idp_app_object_id_missing"],
  needs: { table: "write", settings: ["IDP_APP_OBJECT_ID", "IDP_USE_FEDERATED_IDENTITY"] },
});

export const disableIdpFederation = /* @__PURE__ */ entry("disableIdpFederation", {
  on: "POST /admin/setup/idp-fic/disable",
  summary: "Fall back to the legacy client secret",
  responses: /* @__PURE__ */ ok("The flag, within 30 s everywhere", toggled),
  errors: ["conflict"],
  needs: { table: "write", settings: ["IDP_USE_FEDERATED_IDENTITY"] },
});

export const testIdpExchange = /* @__PURE__ */ entry("testIdpExchange", {
  on: "POST /admin/setup/idp-fic/test-exchange",
  summary: "Try one token exchange on the current path",
  responses: /* @__PURE__ */ ok("The outcome; the token itself is discarded", () =>
    z.object({
      ok: z.boolean(),
      path: z.enum(["federated", "client_secret"]),
      code: z.optional(
        z.enum([
          "no_matching_federated_record",
          "invalid_assertion",
          "assertion_expired",
          "invalid_client_secret",
          "idp_unreachable",
          "idp_error",
        ]),
      ),
      hint: z.optional(z.string()),
    }),
  ),
  errors: ["idp_not_configured", "idp_app_object_id_missing", "oidc_issuer_not_provisioned"],
  needs: {
    table: "read",
    readSecrets: [
      "oidc-issuer-private-key-pem",
      "oidc-issuer-private-key-pem-previous",
      "idp-client-secret",
    ],
    credentials: ["IDP_CLIENT_SECRET"],
    settings: [
      "OIDC_ISSUER_URL",
      "IDP_CLIENT_ID",
      "IDP_APP_OBJECT_ID",
      "IDP_USE_FEDERATED_IDENTITY",
      "IDP_TOKEN_URL",
      "IDP_TENANT_ID",
      "IDP_SCOPE",
    ],
  },
});
