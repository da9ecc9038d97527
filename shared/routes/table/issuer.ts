import * as z from "zod/mini";
import { entriesOf } from "#shared/routes/contract/route.ts";
import { jwksSchema } from "./jwks-schema.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "issuer", access: "public" });

const discoverySchema = () =>
  z.strictObject({
    issuer: z.string(),
    jwks_uri: z.string(),
    response_types_supported: z.array(z.string()),
    subject_types_supported: z.array(z.string()),
    id_token_signing_alg_values_supported: z.array(z.string()),
    scopes_supported: z.array(z.string()),
    claims_supported: z.array(z.string()),
  });

const headers = { etag: "Identifies this version; sent as If-None-Match it saves a download." };
const unchanged = { description: "The caller already has this document", headers };

const discoveryDocument = {
  200: { description: "OpenID Connect discovery document", schema: discoverySchema, headers },
  304: unchanged,
} as const;

const keySet = {
  200: { description: "The issuer's public keys", schema: jwksSchema, headers },
  304: unchanged,
} as const;

const needsIssuer = { table: "read", settings: ["OIDC_ISSUER_URL"] } as const;

/* The token issuer's two public documents, for GET and HEAD. */

export const getOpenidConfiguration = /* @__PURE__ */ entry("getOpenidConfiguration", {
  on: "GET /oidc/.well-known/openid-configuration",
  cacheable: true,
  summary: "OpenID Connect discovery document of the token issuer",
  responses: discoveryDocument,
  errors: ["oidc_issuer_not_provisioned"],
  needs: needsIssuer,
  anyOrigin: true,
});

export const headOpenidConfiguration = /* @__PURE__ */ entry("headOpenidConfiguration", {
  on: "HEAD /oidc/.well-known/openid-configuration",
  cacheable: true,
  summary: "Headers of the discovery document",
  responses: discoveryDocument,
  errors: ["oidc_issuer_not_provisioned"],
  needs: needsIssuer,
  anyOrigin: true,
});

export const getJwks = /* @__PURE__ */ entry("getJwks", {
  on: "GET /oidc/jwks",
  cacheable: true,
  summary: "Public keys of the token issuer, current and previous",
  responses: keySet,
  errors: ["oidc_issuer_not_provisioned"],
  needs: { table: "read" },
  anyOrigin: true,
});

export const headJwks = /* @__PURE__ */ entry("headJwks", {
  on: "HEAD /oidc/jwks",
  cacheable: true,
  summary: "Headers of the JWKS",
  responses: keySet,
  errors: ["oidc_issuer_not_provisioned"],
  needs: { table: "read" },
  anyOrigin: true,
});
