import {
  type Assertion,
  type AssertionFault,
  challengeOf,
  faultsOfAssertion,
} from "#shared/domain/counsel/assertion.ts";
import type { Signer } from "#shared/domain/counsel/counsel.ts";
import { keysInRows } from "#shared/domain/counsel/in-rows.ts";
import { DomainError } from "#shared/domain/errors.ts";
import type { DecisionRequest } from "#shared/domain/reviews/decision-request.ts";
import type { PendingReview } from "#shared/domain/reviews/review.ts";
import { relyingParty } from "#shared/use-cases/counsel/load-invitation.ts";
import { genuineRows } from "#shared/use-cases/log/genuine-rows.ts";
import type { OpenLink } from "./load-link.ts";
import type { RowsUnderLink } from "./rows-under-link.ts";

/** Who decides or passes on, and under which link. */
interface Deciding {
  record: PendingReview;
  signer: Signer;
  link: OpenLink;
  under: RowsUnderLink;
}

/**
 * Counsel's own key, if the current policy requires one, after verifying that it signed exactly
 * this decision; null if the link suffices.
 * @throws DomainError as `verifiedKey`
 */
export const requiredKey = (
  deciding: Deciding,
  request: DecisionRequest,
): Promise<CounselsKey | null> =>
  verifiedKey(
    deciding,
    request.assertion,
    challengeOf({
      request_id: deciding.record.id,
      decision: request.decision,
      decision_comment: request.comment,
      document: request.document,
      rule_version_hash: deciding.record.rule_version_hash,
      counsel_id: deciding.record.counsel_id,
      nonce: deciding.record.nonce,
      rule_verdicts: request.rule_verdicts,
    }),
  );

/** A key of counsel's that may sign under a link. */
export interface CounselsKey {
  counsel_id: string;
  credential_id: string;
  public_key_spki: string;
}

/**
 * The keys that may sign under a link: enrolled before the request and not retired, as the signed rows
 * about counsel say.
 */
export async function keysUnder(
  { signed, logKeys }: OpenLink,
  { counselRows }: RowsUnderLink,
): Promise<CounselsKey[]> {
  const { counsel_id, created_at } = signed.review;
  return keysInRows(await genuineRows(counselRows, logKeys))
    .filter((key) => key.retired_at === null && key.enrolled_at < created_at)
    .map(({ credential_id, public_key_spki }) => ({ counsel_id, credential_id, public_key_spki }));
}

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
