import {
  type AssertionFault,
  challengeOf,
  faultsOfAssertion,
} from "#shared/domain/counsel/assertion.ts";
import type { Assertion } from "#shared/domain/counsel/assertion-form.ts";
import { DomainError } from "#shared/domain/errors.ts";
import type { DecisionRequest } from "#shared/domain/reviews/decision-request.ts";
import { saidIn } from "#shared/domain/reviews/decision-salts.ts";
import { type Salts, withCommitments } from "#shared/domain/reviews/words.ts";
import { relyingParty } from "#shared/use-cases/counsel/relying-party.ts";
import { type CounselsKey, type Deciding, keysUnder } from "./rows-under-link.ts";

/**
 * Counsel's own key, if the current policy requires one, after verifying that it signed exactly
 * this decision; null if the link suffices.
 * @throws DomainError as `verifiedKey`
 */
export const requiredKey = (
  deciding: Deciding,
  request: DecisionRequest & { salts: Salts },
): Promise<CounselsKey | null> =>
  verifiedKey(
    deciding,
    request.assertion,
    challengeOf({
      request_id: deciding.record.id,
      decision: request.decision,
      ...withCommitments(saidIn(request), request.salts),
      document: request.document,
      rule_version_hash: deciding.record.rule_version_hash,
      counsel_id: deciding.record.counsel_id,
      nonce: deciding.record.nonce,
    }),
  );

/**
 * The key that signed a challenge, if counsel's policy requires one; null if the link suffices.
 * @throws DomainError `assertion_required`, `assertion_invalid` (each fault named),
 *   `validation_failed` for an assertion that is not required
 */
export async function verifiedKey(
  { signer, link, under }: Deciding,
  assertion: Assertion | null,
  challenge: string,
): Promise<CounselsKey | null> {
  if (signer.signing_policy === "link") {
    if (assertion === null) return null;
    throw new DomainError("validation_failed", "Not valid: assertion.", {
      errors: [
        { path: "assertion", message: "is not accepted: this counsel decides with the link" },
      ],
    });
  }
  if (assertion === null) {
    throw new DomainError(
      "assertion_required",
      "Nothing was recorded: counsel's passkey must sign.",
    );
  }
  const keys = await keysUnder(link, under);
  const key = keys.find(({ credential_id }) => credential_id === assertion.credential_id) ?? null;
  const known = key ?? { credential_id: "", public_key_spki: "" };
  const found = await faultsOfAssertion(assertion, known, { challenge, ...relyingParty() });
  const faults = new Set([...found, ...(key === null ? ["credential" as const] : [])]);
  if (faults.size === 0) return key;
  throw new DomainError(
    "assertion_invalid",
    `Nothing was recorded. Not valid: ${[...faults].join(", ")}.`,
    {
      errors: [...faults].map((path) => ({ path, message: meanings[path] })),
    },
  );
}

const meanings: Record<AssertionFault, string> = {
  client_data: "is not JSON from a browser, or has a member twice",
  type: "is not webauthn.get",
  challenge: "belongs to another decision or review",
  origin: "is not for this service",
  cross_origin: "was requested by a page of another origin",
  authenticator_data: "is not what its flags announce",
  rp_id: "is not for this service",
  user_present: "lacks user presence",
  user_verified: "lacks user verification",
  credential: "is not an active key of this counsel that was enrolled before the request",
  signature: "does not verify with the key",
};
