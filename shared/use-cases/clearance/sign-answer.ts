import { PAYLOAD_TYPE } from "#shared/domain/clearance/dsse.ts";
import { type Envelope, type Signing, signedBytes } from "#shared/domain/clearance/statement.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { ED25519 } from "#shared/domain/log/verifier-key.ts";
import { signWithKey } from "#shared/platform/aws/signing-key.ts";
import { createAgedCache } from "#shared/platform/cache/aged-cache.ts";
import { baseUrl, setting } from "#shared/platform/settings.ts";
import { type ClearanceKey, getClearanceKeys } from "#shared/store/clearance-keys.ts";

const cache = createAgedCache<ClearanceKey>({ maxAgeMs: 30_000, mostKept: 1 });

/**
 * Adds a signed statement to an answer.
 * @param statementOf makes the statement, given who signs it and when
 * @param now ISO 8601 UTC
 * @param key the key that signs
 */
export async function signAnswer<Answer extends object>(
  answer: Answer,
  statementOf: (signing: Signing) => object,
  now: string,
  key: ClearanceKey,
): Promise<Answer & { statement: Envelope }> {
  const statement = statementOf({
    verifier: baseUrl(),
    version: setting("VERSION") ?? "0.0.0",
    now,
  });
  const payload = Buffer.from(JSON.stringify(statement));
  const signature = await signWithKey(key.key_arn, ED25519, signedBytes(payload));
  return {
    ...answer,
    statement: {
      payload: payload.toString("base64"),
      payloadType: PAYLOAD_TYPE,
      signatures: [{ keyid: key.kid, sig: Buffer.from(signature).toString("base64") }],
    },
  };
}

/** The key that signs statements. @throws DomainError `clearance_key_not_provisioned` */
export async function statementKey(now: string): Promise<ClearanceKey> {
  const at = Date.parse(now);
  const kept = cache.get("current", at);
  if (kept !== undefined) return kept;
  const [key] = await getClearanceKeys();
  if (key === undefined) {
    throw new DomainError(
      "clearance_key_not_provisioned",
      "A platform admin has to provision the key of statements first.",
      { retryAfter: 30 },
    );
  }
  cache.set("current", key, at);
  return key;
}
