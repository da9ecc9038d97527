import { DomainError } from "#shared/domain/errors.ts";
import { findSignature } from "#shared/domain/evidence/find-signature.ts";
import type { SignatureStatus } from "#shared/domain/evidence/signature-status.ts";
import { enforcementAt, type Standing } from "#shared/domain/frameworks/enforcement.ts";
import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { attachedVersion } from "#shared/domain/setup/deployment.ts";
import { COUNSEL_SECRET, readKeyring } from "#shared/platform/secrets/counsel-keyring.ts";
import { type Approval, approvalsBackwards } from "#shared/store/approvals.ts";
import { getCounselByIds } from "#shared/store/counsel.ts";
import { readDeployment } from "#shared/store/deployment.ts";
import { enforcementOf } from "#shared/store/enforcement.ts";
import { getReviews } from "#shared/store/reviews.ts";
import { getContent, getVersions } from "#shared/store/rules.ts";

interface Question {
  frameworkId: string;
  useCaseId: string;
  /** The instant asked about, past or future. */
  on: string;
  /** Only the newest approvals, so many; left out: all. */
  limit?: number | undefined;
  now: string;
}

interface Wording {
  use_case_id: string;
  on: string;
  in_force: Standing["in_force"];
  enforcement: Standing["enforcement"];
  version: number;
  content: Rule;
  approvals: ApprovalShown[];
  /** There are older approvals than the limit lets in. */
  more_approvals?: true;
}

type ApprovalShown = Omit<Approval, "content_hash"> & {
  decision: string;
  signature_status: SignatureStatus;
};

/**
 * "Which wording bound us on day D, and who had approved it?" (contract, "Frameworks and rules"):
 * the version live then, and the approvals of exactly that content by then. Two round trips, with a
 * limit in nearly all cases.
 * @throws DomainError `not_found` for a rule that does not exist, or did not then
 */
export async function getWording(question: Question): Promise<Wording> {
  const { frameworkId, useCaseId, on, limit = Number.POSITIVE_INFINITY, now } = question;
  const [versions, approvalsOf, events, deployment] = await Promise.all([
    getVersions(frameworkId, useCaseId),
    approvalsBackwards(frameworkId, useCaseId, on, limit),
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
  const { approvals: ofWording, isMore } = await approvalsOf(content_hash, since);
  const [content, records, counsel, keyring] = await Promise.all([
    getContent(frameworkId, useCaseId, content_hash),
    getReviews(ofWording.map(({ review_id }) => review_id)),
    getCounselByIds(ofWording.map((approval) => approval.counsel.id)),
    readKeyring(Date.parse(now), attachedVersion(deployment, COUNSEL_SECRET)),
  ]);
  return {
    use_case_id: useCaseId,
    on,
    ...enforcementAt(events, on)(content),
    version: version.version,
    content,
    approvals: ofWording.flatMap((approval, i) => {
      const record = records[i];
      if (!record) return [];
      const { content_hash: _, ...shown } = approval;
      const email = counsel[i]?.email ?? null;
      return [{ ...shown, signature_status: findSignature(record, email, keyring).status }];
    }),
    ...(isMore ? { more_approvals: true } : {}),
  };
}
