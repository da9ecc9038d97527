import { base64url, unbase64 } from "#shared/domain/bytes.ts";
import { signedText } from "#shared/domain/clearance/dsse.ts";
import { type StatementKey, thumbprint } from "#shared/domain/clearance/statement-key.ts";
import { verifyBytes } from "#shared/domain/log/verifier-key.ts";
import { fail, type Line, open, pass } from "./finding.ts";

/** After a rotation, functions use the previous key for up to half a minute; twice that is allowed. */
const GRACE_MS = 60_000;

/** Whether one of the given keys signed a statement while that key was in use. */
export async function signatureLine(
  signatures: readonly { keyid: string; sig: string }[],
  payload: Uint8Array,
  time: string,
  keys: readonly StatementKey[],
): Promise<Line> {
  const name = "statement";
  if (keys.length === 0) {
    return open(name, "No --key with the statement's key (JWK or JWKS) was given.");
  }
  const [{ keyid, sig }] = signatures as [{ keyid: string; sig: string }];
  const known = keys.filter(({ kid }) => kid === undefined || kid === keyid);
  if (known.length === 0) return fail(name, `None of the given keys is ${keyid}.`);
  const signature = unbase64(sig);
  const bytes = signedText(payload);
  for (const { key, retired_at } of known) {
    if (thumbprint(base64url(key.publicKey)) !== keyid) continue;
    const verdict = signature === null ? "invalid" : await verifyBytes(key, bytes, signature);
    if (verdict === "unsupported") {
      return open(name, "This platform cannot check Ed25519; Node 20 can.");
    }
    if (verdict === "invalid") continue;
    const isLate = retired_at !== undefined && Date.parse(time) > Date.parse(retired_at) + GRACE_MS;
    return isLate
      ? fail(name, `Its key ${keyid} was retired at ${retired_at}, before it was signed.`)
      : pass(name, `Signed by ${keyid}.`);
  }
  return fail(name, "Its signature is not genuine.");
}
