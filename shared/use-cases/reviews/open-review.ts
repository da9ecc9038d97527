import { randomUUID } from "node:crypto";
import { type CounselRecord, signerOf } from "#shared/domain/counsel/counsel.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { type Language, languages, presentedIn } from "#shared/domain/language.ts";
import { remarksWithinAnswer } from "#shared/domain/reviews/answer-size.ts";
import { isDecided, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { strictest } from "#shared/domain/reviews/signed-link.ts";
import { view } from "#shared/domain/reviews/transitions.ts";
import { reviewTrail } from "#shared/store/audit-trails.ts";
import { getKeys } from "#shared/store/counsel-keys.ts";
import { currentReview, moveReview } from "#shared/store/reviews.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { decisionIn } from "./decision-in.ts";
import { type OpenLink, refuseEnded, underLink } from "./load-link.ts";
import { namedFramework } from "./named-framework.ts";
import { panelForMember } from "./panel-for-member.ts";
import { passedOn } from "./passed-on.ts";
import { type CounselView, readCounselView } from "./read-counsel-view.ts";
import { readEarlierVerdicts } from "./read-earlier-verdicts.ts";

/** How a review is opened. */
interface Opening {
  /** Counsel's page, or a program that asked for JSON. */
  via: "page" | "api";
  /** The language that was asked for; null: none. */
  language: Language | null;
}

/**
 * What counsel is shown under a link (first seed, GET /counsel/review/{token}); the first view is
 * recorded.
 */
export async function openReview(link: OpenLink, { via, language }: Opening, now: string) {
  const reading = readCounselView(link.record);
  const [afterView, view, rows, earlier] = await Promise.all([
    recordFirstView(link, await presentation(link, reading, { via, language }), now),
    reading,
    isDecided(link.record) || link.record.delegated_from !== null
      ? reviewTrail(link.record.id)
      : [],
    readEarlierVerdicts(link.record),
  ]);
  const { framework, counsel, rules, sources, changed, previouslyApproved, panel } = view;
  // How far the request is, the record says; what is asked, the link.
  const viewed_at = view.record.viewed_at ?? afterView.viewed_at;
  const record = { ...underLink(view.record, link), viewed_at };
  refuseEnded(record, now);
  const { id, status, created_at, expires_at, rule_version_hash } = record;
  return {
    request_id: id,
    framework: namedFramework(framework),
    counsel: { display_name: counsel.display_name },
    language: counsel.language ?? language ?? languages[0],
    status,
    created_at,
    expires_at,
    rule_version_hash,
    rules,
    rule_sources: sources,
    changed_since_last_approval: changed,
    previously_approved: previouslyApproved,
    changed_meanwhile: view.changedMeanwhile,
    ...(earlier.length === 0
      ? {}
      : { earlier_verdicts: remarksWithinAnswer([rules, previouslyApproved], earlier) }),
    ...(panel === null ? {} : { panel: panelForMember(panel, now) }),
    ...passedOn(rows, counsel),
    may_delegate: record.may_delegate === true,
    decision: await decisionIn(record, link, rows),
    ...(strictest(link.signed.signer, signerOf(counsel)).signing_policy === "link"
      ? {}
      : await askForKey(record, counsel)),
  };
}

/** What counsel's own key has to sign, if one is required, and which keys may sign. */
async function askForKey(record: ReviewRecord, { id, display_name }: CounselRecord) {
  const keys = await getKeys(id);
  return {
    counsel: { display_name, id },
    nonce: record.nonce,
    keys: keys
      .filter((key) => key.retired_at === null && key.enrolled_at < record.created_at)
      .map(({ credential_id }) => credential_id),
  };
}

type Presentation = Pick<Parameters<typeof view>[1], "via" | "presented_language">;

/** How the row of a first view tells it; who asked in no language is not waited for. */
async function presentation(
  { record }: OpenLink,
  reading: Promise<CounselView>,
  { via, language }: Opening,
): Promise<Presentation> {
  if (record.viewed_at !== null || language === null) return { via };
  const { counsel, framework } = await reading;
  return { via, ...presentedIn(counsel.language ?? language, framework.lang) };
}

/** Writes the first view and its row, once; returns the record after it. */
const recordFirstView = (link: OpenLink, how: Presentation, now: string): Promise<ReviewRecord> =>
  retryOnConflict(link.record, async (found) => {
    const record = underLink(found, link);
    refuseEnded(record, now);
    if (record.viewed_at !== null) return { done: record };
    const { after, row } = view(record, { ...how, id: randomUUID(), now });
    const outcome = await moveReview(record, after, row);
    if (outcome.committed) return { done: after };
    const current = currentReview(outcome);
    if (current !== null) return { conflict: current };
    throw new DomainError("dependency_unavailable", "Please open the link again in a moment.");
  });
