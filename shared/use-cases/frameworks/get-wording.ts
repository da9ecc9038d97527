import { DomainError } from "#shared/domain/errors.ts";
import { findSignature } from "#shared/domain/evidence/find-signature.ts";
import type { SignatureStatus } from "#shared/domain/evidence/signature-status.ts";
import { enforcementAt } from "#shared/domain/frameworks/enforcement.ts";
import { isApproval } from "#shared/domain/reviews/review.ts";
import { attachedVersion } from "#shared/domain/setup/deployment.ts";
import type { Standing } from "#shared/domain/standing/standing.ts";
import { sameAs } from "#shared/domain/standing/told.ts";
import { COUNSEL_SECRET, readKeyring } from "#shared/platform/secrets/counsel-keyring.ts";
import { getCounselByIds } from "#shared/store/counsel.ts";
import { readDeployment } from "#shared/store/deployment.ts";
import { enforcementOf } from "#shared/store/enforcement.ts";
import { getReviews } from "#shared/store/reviews.ts";
import { type Opinion, opinionsBackwards } from "#shared/store/rule-decisions.ts";
import { getContent, getVersions } from "#shared/store/rules.ts";
import { different } from "#shared/use-cases/evidence/state-differs.ts";
import { objectionsIn } from "#shared/use-cases/standing/objections-in.ts";
import { readRuleRecords } from "#shared/use-cases/standing/rule-records.ts";

interface Question {
  frameworkId: string;
  useCaseId: string;
  /** The instant asked about, past or future. */
  on: string;
  /** Returns at most this many of the newest approvals, and as many refusals; if omitted, all. */
  limit?: number | undefined;
  now: string;
}

/** One counsel's opinion of the wording, and whether their signature verifies. */
type OpinionShown = Omit<Opinion, "content_hash"> & { signature_status: SignatureStatus };

/**
 * "Which wording bound us on day D, who had approved it, and did that hold?" (contract, "Frameworks and
 * rules"): the version that was live on that day, its standing, and what counsel had said by then of
 * exactly that content. Takes two round trips, with a limit in nearly all cases.
 * @throws DomainError `not_found` for a rule that does not exist, or did not then; `state_differs`
 */
export async function getWording(question: Question) {
  const { frameworkId, useCaseId, on, limit = Number.POSITIVE_INFINITY, now } = question;
  const [versions, opinionsOf, records, events, deployment] = await Promise.all([
    getVersions(frameworkId, useCaseId),
    opinionsBackwards(frameworkId, useCaseId, on, limit),
    readRuleRecords({ frameworkId, at: on, now, useCaseIds: [useCaseId], open: "each" }),
    enforcementOf(frameworkId),
    readDeployment(),
  ]);
  const version = versions.findLast(({ created_at }) => created_at <= on);
  if (version === undefined) {
    throw new DomainError(
      "not_found",
      "There is no such rule, or it did not exist at that instant.",
    );
  }
  const { content_hash } = version;
  const since = versions.find((one) => one.content_hash === content_hash)?.created_at ?? "";
  const [standingOn, { opinions, isMore }] = await Promise.all([
    records([[useCaseId, content_hash]]),
    opinionsOf(content_hash, since),
  ]);
  const standing = standingOn(useCaseId, content_hash);
  const approvals = opinions.filter(({ decision }) => isApproval(decision));
  const refusals = opinions.filter(({ decision }) => !isApproval(decision));
  const newest = { approvals: approvals.slice(-limit), refusals: refusals.slice(-limit) };
  const [content, deciders, objectionTo, shown] = await Promise.all([
    getContent(frameworkId, useCaseId, content_hash),
    decidersOf(standing, content_hash, opinionsOf),
    objectionsIn([standing]),
    withSignatures([...newest.approvals, ...newest.refusals], () =>
      readKeyring(Date.parse(now), attachedVersion(deployment, COUNSEL_SECRET)),
    ),
  ]);
  return {
    use_case_id: useCaseId,
    on,
    ...enforcementAt(events, on)(content),
    version: version.version,
    content,
    standing: { ...standing, objection: objectionTo(useCaseId, standing) },
    approvals: newest.approvals.map(shown),
    refusals: newest.refusals.map(shown),
    deciders,
    ...(approvals.length > limit ? { more_approvals: true as const } : {}),
    ...(isMore || refusals.length > limit ? { more_refusals: true as const } : {}),
  };
}

/**
 * Whose decision on another wording counts for this one; nobody, if it is about this one. That decision
 * is the rule's newest, which `opinionsOf` has read in nearly all cases.
 */
async function decidersOf(
  { decision }: Standing,
  contentHash: string,
  opinionsOf: Awaited<ReturnType<typeof opinionsBackwards>>,
): Promise<Pick<Opinion, "review_id" | "counsel">[]> {
  if (decision === null || decision.content_hash === contentHash) return [];
  const { opinions } = await opinionsOf(decision.content_hash, decision.decided_at);
  return opinions
    .filter(sameAs(decision))
    .map(({ review_id, counsel }) => ({ review_id, counsel }));
}

type Keyring = Awaited<ReturnType<typeof readKeyring>>;

/**
 * Adds to each opinion whether its signature verifies. The returned function throws DomainError
 * `state_differs` if the request of an opinion is missing.
 */
async function withSignatures(
  opinions: readonly Opinion[],
  readKeys: () => Promise<Keyring>,
): Promise<(opinion: Opinion) => OpinionShown> {
  const [reviews, counsel, keyring] = await Promise.all([
    getReviews(opinions.map(({ review_id }) => review_id)),
    getCounselByIds(opinions.map((opinion) => opinion.counsel.id)),
    readKeys(),
  ]);
  const reviewOf = new Map(reviews.map((one) => [one?.id, one]));
  const emailOf = new Map(counsel.map((one) => [one?.id, one?.email]));
  return ({ content_hash: _, ...opinion }) => {
    const { review_id } = opinion;
    const review = reviewOf.get(review_id) ?? null;
    if (review === null) throw different({ review_id }, "the record of a decision is missing.");
    const email = emailOf.get(opinion.counsel.id) ?? null;
    return { ...opinion, signature_status: findSignature(review, email, keyring).status };
  };
}
