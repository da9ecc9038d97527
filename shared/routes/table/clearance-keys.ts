import * as z from "zod/mini";
import { timestamp } from "#shared/routes/contract/fields.ts";
import { entriesOf, ok } from "#shared/routes/contract/route.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "clearance", access: "public" });
const setupEntry = /* @__PURE__ */ entriesOf({ area: "setup", access: "platform" });

const keySet = () =>
  z.object({
    keys: z.array(
      z.object({
        kty: z.literal("OKP"),
        crv: z.literal("Ed25519"),
        x: z.string(),
        kid: z.string(),
        alg: z.literal("EdDSA"),
        use: z.literal("sig"),
        created_at: timestamp(),
        /** Only on keys that no longer sign. */
        retired_at: z.optional(timestamp()),
      }),
    ),
  });

const headers = { etag: "Identifies this version; sent as If-None-Match it saves a download." };

export const getClearanceKeys = /* @__PURE__ */ entry("getClearanceKeys", {
  on: "GET /clearance/keys",
  summary: "The public keys that statements verify under, retired ones for seven years",
  responses: {
    200: { description: "A JWKS, the current key first", schema: keySet, headers },
    304: { description: "The caller already has this document", headers },
  },
  needs: { table: "read" },
  anyOrigin: true,
});

export const provisionClearanceKey = /* @__PURE__ */ setupEntry("provisionClearanceKey", {
  on: "POST /admin/setup/clearance-key/provision-key",
  summary: "Sign clearance statements with the stage's own key",
  responses: /* @__PURE__ */ ok("The key that signs", () =>
    z.object({
      status: z.enum(["provisioned", "already_provisioned"]),
      kid: z.string(),
      revision: z.int(),
    }),
  ),
  errors: ["conflict"],
  needs: { table: "write", clearanceKey: "create" },
});

export const rotateClearanceKey = /* @__PURE__ */ setupEntry("rotateClearanceKey", {
  on: "POST /admin/setup/clearance-key/rotate-key",
  summary: "Sign clearance statements with another key; what earlier ones signed stays verifiable",
  responses: /* @__PURE__ */ ok("The key that signs from now on; everywhere within 30 s", () =>
    z.object({
      status: z.literal("rotated"),
      old_kid: z.string(),
      new_kid: z.string(),
      revision: z.int(),
    }),
  ),
  errors: ["conflict", "secret_not_provisioned"],
  needs: { table: "write", clearanceKey: "create" },
});
