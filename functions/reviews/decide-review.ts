import { randomUUID } from "node:crypto";
import { DomainError } from "#shared/domain/errors.ts";
import { decide } from "#shared/domain/reviews/decide.ts";
import { type Decision, isDecision, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { attachedVersion } from "#shared/domain/setup/deployment.ts";
import { bind } from "#shared/edge/bind.ts";
import {
  COUNSEL_SECRET,
  currentKey,
  readKeyring,
} from "#shared/platform/secrets/counsel-keyring.ts";
import { reviewRoutes } from "#shared/routes/table/reviews.ts";
import { counselOf } from "#shared/store/counsel.ts";
import { decisionActions } from "#shared/store/decisions.ts";
import { moveReview, standingReview } from "#shared/store/reviews.ts";
import { loadLink, type OpenLink, refuseEnded } from "#shared/use-cases/reviews/load-link.ts";
import { type DecisionRequest, readDecision } from "#shared/use-cases/reviews/read-decision.ts";

/** Counsel decides: the token is checked before the body; the decision is final. */
export const handler = bind(reviewRoutes.decideReview, ({ params, now }) =>
  loadLink(params.token, now),
)(async ({ guarded, body, headers, rawBody, now }) => {
  const request = await readDecision({ body, headers, rawBody });
  const record = isDecision(guarded.record.status)
    ? sameDecision(guarded.record, request)
    : await decideOnce(guarded, request, now);
  return { status: 200, body: receiptOf(record) };
});

async function decideOnce(
  { record: found, counselEmail: expectedEmail, deployment }: OpenLink,
  request: DecisionRequest,
  now: string,
): Promise<ReviewRecord> {
  const attached = attachedVersion(deployment, COUNSEL_SECRET);
  const key = currentKey(await readKeyring(Date.parse(now), attached));
  let record = found;
  let counselEmail = expectedEmail;
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const { after, row } = decide(record, {
      ...request,
      counselEmail,
      key,
      newId: randomUUID,
      now,
    });
    const outcome = await moveReview(record, after, row, decisionActions(after));
    if (outcome.committed) return after;
    const standing = standingReview(outcome);
    if (standing !== null) {
      refuseEnded(standing, now);
      if (isDecision(standing.status)) return sameDecision(standing, request);
      record = standing;
    }
    const counsel = outcome.failed.get("counsel");
    if (counsel) counselEmail = counselOf(counsel).email;
  }
  throw new DomainError("dependency_unavailable", "Nothing was recorded; please send it again.");
}

/** The same decision again is answered with the same signature; anything else is refused. */
function sameDecision(record: ReviewRecord, { decision, comment }: DecisionRequest): ReviewRecord {
  if (record.status === decision && record.decision_comment === comment) return record;
  throw new DomainError(
    "already_decided",
    `This review was decided at ${record.decided_at}; a decision cannot be changed.`,
  );
}

const receiptOf = (record: ReviewRecord) => ({
  request_id: record.id,
  decision: record.status as Decision,
  decided_at: record.decided_at ?? "",
  decision_signature: record.decision_signature ?? "",
  rule_version_hash: record.rule_version_hash,
});
