import * as z from "zod/mini";

/* What browsers send about passkeys. */

/** Binary members: base64url without padding. */
const bytes = (most: number) =>
  z
    .string()
    .check(
      z.minLength(1, "must not be empty"),
      z.maxLength(most, `must have at most ${most} characters`),
      z.regex(/^[A-Za-z0-9_-]*$/, "must be base64url without padding"),
    );

export const assertionSchema = () =>
  z.strictObject({
    credential_id: bytes(1400),
    authenticator_data: bytes(4000),
    client_data_json: bytes(8000),
    signature: bytes(2000),
  });
export type Assertion = z.output<ReturnType<typeof assertionSchema>>;

/** What the browser sends about a passkey that it has just created, and first signed with. */
export const newKeySchema = () =>
  z.strictObject({
    credential_id: bytes(1400),
    attestation_object: bytes(8000),
    client_data_json: bytes(8000),
    /** The new key's signature over `possession_challenge`: proof that the enroller has the key. */
    assertion: assertionSchema(),
  });
export type NewKey = z.output<ReturnType<typeof newKeySchema>>;
