import { randomUUID } from "node:crypto";
import { DomainError } from "#shared/domain/errors.ts";
import { type Language, offeredOf, presentedIn } from "#shared/domain/language.ts";
import { remarksWithinAnswer } from "#shared/domain/reviews/answer-size.ts";
import { referencesOf } from "#shared/domain/reviews/reference.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { view } from "#shared/domain/reviews/transitions.ts";
import { twoPeople } from "#shared/platform/settings.ts";
import { currentReview, moveReview } from "#shared/store/reviews.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { offeredLanguages } from "#shared/use-cases/counsel/offered-languages.ts";
import { decisionIn } from "./decision-in.ts";
import { type OpenLink, refuseEnded, underLink } from "./load-link.ts";
import type { LinkToOpen } from "./load-link-to-open.ts";
import { namedFramework } from "./named-framework.ts";
import { panelShown } from "./panel-under-link.ts";
import { passedOn } from "./passed-on.ts";
import { type CounselView, readCounselView } from "./read-counsel-view.ts";
import { readEarlierVerdicts } from "./read-earlier-verdicts.ts";
import {
  keysUnder,
  type RowsUnderLink,
  readRowsUnder,
  recordInRows,
  refuseUnconfirmed,
  signerUnder,
} from "./rows-under-link.ts";
import { namedAsSigner, wordingHashes } from "./what-is-signed.ts";

/** How a review is opened. */
interface Opening {
  /** Counsel's page, or a program that asked for JSON. */
  via: "page" | "api";
  /** The requested language; null: none. */
  language: Language | null;
}

/** What counsel sees under a link (first seed, GET /counsel/review/{token}). Records the first view. */
export async function openReview(link: LinkToOpen, { via, language }: Opening, now: string) {
  const reading = readCounselView(link.record);
  const readingRows = link.under === undefined ? readRowsUnder(link) : Promise.resolve(link.under);
  // The first code that awaits the rows still gets the failure.
  readingRows.catch(() => {});
  if (twoPeople()) await refuseUnconfirmed(link, await readingRows);
  const read = () => Promise.all([reading, readingRows]);
  const how = await presentation(link, read, { via, language });
  const [view, under, earlier] = await Promise.all([
    reading,
    readingRows,
    readEarlierVerdicts(link.record, now),
    recordFirstView(link, how, now),
  ]);
  underLink(view.record, link);
  const told = await recordInRows(link.record, link, under);
  refuseEnded(told.record, now);
  const signer = await signerUnder(link, under);
  const { framework, counsel, rules, sources, changed, previouslyApproved } = view;
  const [named, { record }] = [namedAsSigner(told, signer), told];
  const { status, created_at, expires_at, rule_version_hash } = record;
  return {
    request_id: record.id,
    framework: namedFramework(framework),
    counsel: named,
    language: offeredOf(offeredLanguages(), counsel.language, language),
    status,
    created_at,
    expires_at,
    rule_version_hash,
    ...referencesOf({ matter_reference: record.matter_reference }),
    rules,
    rule_hashes: wordingHashes(record),
    rule_sources: sources,
    changed_since_last_approval: changed,
    previously_approved: previouslyApproved,
    changed_meanwhile: view.changedMeanwhile,
    ...(earlier.length === 0
      ? {}
      : { earlier_verdicts: remarksWithinAnswer([rules, previouslyApproved], earlier) }),
    ...(await panelShown(view.panel, record, link)),
    ...(await passedOn(told, link, under)),
    may_delegate: record.may_delegate === true,
    decision: await decisionIn(told, link),
    ...(signer.signing_policy === "link"
      ? {}
      : await askForKey(record, { ...named, id: counsel.id }, link, under)),
  };
}

/** The challenge for counsel's own key, if one is required, and the keys that may sign it. */
async function askForKey(
  record: ReviewRecord,
  counsel: ReturnType<typeof namedAsSigner> & { id: string },
  link: OpenLink,
  under: RowsUnderLink,
) {
  const keys = await keysUnder(link, under);
  return {
    counsel,
    nonce: record.nonce,
    keys: keys.map(({ credential_id }) => credential_id),
  };
}

type Presentation = Pick<Parameters<typeof view>[1], "via" | "presented_language">;

/** How the row records a first view. It does not wait for the reads if no language was requested. */
async function presentation(
  { record }: OpenLink,
  read: () => Promise<readonly [CounselView, RowsUnderLink]>,
  { via, language }: Opening,
): Promise<Presentation> {
  if (record.viewed_at !== null || language === null) return { via };
  const [{ counsel, framework }] = await read();
  const shown = offeredOf(offeredLanguages(), counsel.language, language);
  return { via, ...presentedIn(shown, framework.lang) };
}

/** Writes the first view and its row, once; returns the record after it. */
const recordFirstView = (link: OpenLink, how: Presentation, now: string): Promise<ReviewRecord> =>
  retryOnConflict(link.record, async (found) => {
    const record = underLink(found, link);
    refuseEnded(record, now);
    if (record.viewed_at !== null) return { done: record };
    const { row_hash } = link.signed;
    const { after, row } = view(record, { ...how, link: row_hash, id: randomUUID(), now });
    const outcome = await moveReview(record, after, row);
    if (outcome.committed) return { done: after };
    const current = currentReview(outcome);
    if (current !== null) return { conflict: current };
    throw new DomainError("dependency_unavailable", "Please open the link again in a moment.");
  });
