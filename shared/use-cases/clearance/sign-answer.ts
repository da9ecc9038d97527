import type { Clearance } from "#shared/domain/clearance/answer.ts";
import { PAYLOAD_TYPE } from "#shared/domain/clearance/dsse.ts";
import { type AskedInBody, questionOf } from "#shared/domain/clearance/question.ts";
import { type Envelope, signedBytes, statementOf } from "#shared/domain/clearance/statement.ts";
import { DomainError } from "#shared/domain/errors.ts";
import type { ClearanceEvidence } from "#shared/domain/evidence/clearance-file.ts";
import { ED25519 } from "#shared/domain/log/verifier-key.ts";
import { signWithKey } from "#shared/platform/aws/signing-key.ts";
import { createAgedCache } from "#shared/platform/cache/aged-cache.ts";
import { baseUrl, setting } from "#shared/platform/settings.ts";
import { type ClearanceKey, getClearanceKeys } from "#shared/store/clearance-keys.ts";
import { loadClearanceEvidence } from "./load-clearance-evidence.ts";

const cache = createAgedCache<ClearanceKey>({ maxAgeMs: 30_000, mostKept: 1 });

/** An answer with its signed statement, and the rows that it was signed of. */
interface SignedAnswer extends Clearance {
  statement: Envelope;
  evidence: ClearanceEvidence;
}

/**
 * Signs what the decisions' rows say, if that is the answer.
 * @param now ISO 8601 UTC
 * @throws DomainError `clearance_key_not_provisioned`, `state_differs`, `too_many_rules`
 */
export async function signAnswer(
  asked: AskedInBody,
  answer: Clearance,
  now: string,
): Promise<SignedAnswer> {
  const key = await currentKey(Date.parse(now));
  const evidence = await loadClearanceEvidence(answer, key.kid);
  const statement = statementOf(questionOf(asked), answer, {
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
    evidence,
  };
}

async function currentKey(now: number): Promise<ClearanceKey> {
  const kept = cache.get("current", now);
  if (kept !== undefined) return kept;
  const [key] = await getClearanceKeys();
  if (key === undefined) {
    throw new DomainError(
      "clearance_key_not_provisioned",
      "A platform admin has to provision the key of statements first.",
      { retryAfter: 30 },
    );
  }
  cache.set("current", key, now);
  return key;
}
