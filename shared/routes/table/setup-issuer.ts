import * as z from "zod/mini";
import { timestamp } from "#shared/routes/contract/fields.ts";
import { entriesOf, ok } from "#shared/routes/contract/route.ts";
import { jwksSchema } from "./jwks-schema.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "setup", access: "platform" });

const KEY_SLOTS = ["oidc-issuer-private-key-pem", "oidc-issuer-private-key-pem-previous"] as const;

/** The issuer's key: provision and rotate; private keys are never returned. */
export const provisionKeypair = /* @__PURE__ */ entry("provisionKeypair", {
  on: "POST /admin/setup/oidc-issuer/provision-keypair",
  summary: "Provision the token issuer's keypair",
  responses: /* @__PURE__ */ ok("The public key", () =>
    z.object({
      status: z.enum(["provisioned", "already_provisioned", "recovered"]),
      public_key_jwks: jwksSchema(),
      kid: z.string(),
      secret_version_id: z.string(),
      revision: z.int(),
    }),
  ),
  errors: ["conflict", "secret_not_usable"],
  needs: {
    table: "write",
    readSecrets: ["oidc-issuer-private-key-pem"],
    writeSecrets: ["oidc-issuer-private-key-pem"],
  },
});

export const rotateKeypair = /* @__PURE__ */ entry("rotateKeypair", {
  on: "POST /admin/setup/oidc-issuer/rotate-keypair",
  summary: "Rotate the token issuer's keypair: published first, signing 75 minutes later",
  body: () =>
    z.optional(
      z.strictObject({
        /** The key is compromised: the new one signs at once, the old one leaves the JWKS. */
        emergency: z._default(z.boolean(), false),
      }),
    ),
  responses: /* @__PURE__ */ ok("Where the rotation stands", () =>
    z.object({
      status: z.literal("rotated"),
      old_kid: z.string(),
      new_kid: z.string(),
      signing_kid: z.string(),
      activates_at: timestamp(),
      overlap_ends_at: z.nullable(timestamp()),
      public_key_jwks: jwksSchema(),
      revision: z.int(),
    }),
  ),
  errors: ["conflict", "secret_not_usable", "keypair_not_provisioned", "rotation_overlap_active"],
  needs: { table: "write", readSecrets: KEY_SLOTS, writeSecrets: KEY_SLOTS },
});
