import { type AuditRow, isChainTo } from "#shared/domain/audit/row.ts";
import type { Signer } from "#shared/domain/counsel/counsel.ts";
import { counselLife, keysInRows, signerInRows } from "#shared/domain/counsel/in-rows.ts";
import { asInRows, endsRequest, newestLinkRow } from "#shared/domain/reviews/in-rows.ts";
import { isPending, type PendingReview, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { strictest } from "#shared/domain/reviews/signed-link.ts";
import { log } from "#shared/platform/log.ts";
import { counselTrail, reviewTrail } from "#shared/store/audit-trails.ts";
import { readTogether } from "#shared/store/read-together.ts";
import { linkRead } from "#shared/store/reviews.ts";
import { canSign } from "#shared/use-cases/counsel/relying-party.ts";
import { isRequester, needsTwoPeople, unconfirmed } from "#shared/use-cases/counsel/two-people.ts";
import { genuineRows, readWriters, stateDiffers } from "#shared/use-cases/log/genuine-rows.ts";
import { genuineLink } from "./genuine-link.ts";
import { invalidToken, justExtended, type OpenLink } from "./load-link.ts";

/** The rows of a link's request and of its counsel, as they are stored. */
export interface RowsUnderLink {
  rows: readonly AuditRow[];
  counselRows: readonly AuditRow[];
}

/**
 * Reads what was recorded under a link, in parallel with other reads.
 * @throws DomainError `invalid_token`, with an alarm, unless the link is the newest one of its request:
 *   items of an earlier one that somebody put back open nothing; `conflict` if it was given more time
 *   after it was read
 */
export async function readRowsUnder(link: OpenLink): Promise<RowsUnderLink> {
  const { id, counsel_id } = link.signed.review;
  const [rows, counselRows] = await Promise.all([
    reviewTrail(id),
    counselTrail(counsel_id),
    link.writer === null ? null : readWriters([link.writer]),
  ]);
  const newest = newestLinkRow(rows);
  if (newest?.row_hash === link.signed.row_hash) return { rows, counselRows };
  if (newest !== null && (await wasExtended(link, newest))) throw justExtended();
  log("error", "review.link_not_genuine", { review_id: id });
  throw invalidToken();
}

/**
 * Counsel of a link, according to the newest row about them. The stricter signing policy applies, the
 * link's or that row's.
 * @throws DomainError `state_differs` if there is no signed row about them, or if the row that the link
 * names is not among their rows
 */
export async function signerUnder(
  { signed, logKeys }: OpenLink,
  { counselRows }: RowsUnderLink,
): Promise<Signer> {
  // The link already signed these details; they need no check while their row is the newest.
  if (counselRows.at(-1)?.row_hash === signed.signer.counsel_head) return signed.signer;
  const genuine = await genuineRows(counselRows, logKeys);
  const now = signerInRows(genuine);
  if (now === null || !genuine.some(({ row_hash }) => row_hash === signed.signer.counsel_head)) {
    throw stateDiffers("counsel", signed.review.counsel_id, "rows_missing");
  }
  return strictest(signed.signer, now);
}

/**
 * Where two people are needed, the counsel of a pending request takes part only while a second person
 * confirms who they are. This is judged by rows that are read anyway, and every later write is
 * conditional on the newest of them.
 * @throws DomainError `counsel_unconfirmed`, `state_differs`
 */
export async function refuseUnconfirmed(
  { record, signed, logKeys }: OpenLink,
  { counselRows }: RowsUnderLink,
): Promise<void> {
  const { framework_id, counsel_id } = signed.review;
  if (!isPending(record) || !needsTwoPeople(framework_id)) return;
  const isAsSigned = isChainTo(counselRows, signed.signer.counsel_head);
  const life = counselLife(isAsSigned ? counselRows : await genuineRows(counselRows, logKeys));
  if (life === null) throw stateDiffers("counsel", counsel_id, "rows_missing");
  if (life.identity.confirmed_at !== null && !isRequester(life.details.email, record)) return;
  throw unconfirmed({
    display_name: life.details.display_name ?? "Counsel",
    identity: life.identity,
  });
}

/** Whether the link was given more time after it was read. */
async function wasExtended({ signed, logKeys }: OpenLink, newest: AuditRow): Promise<boolean> {
  if (newest.action !== "rule_review.extended") return false;
  const { token_hash } = signed.review;
  const { link } = await readTogether({ link: linkRead(token_hash) });
  const now = await genuineLink(link, token_hash, logKeys);
  return now?.signed.row_hash === newest.row_hash;
}

/** A request with its end according to its rows, and the rows that are shown of it, each signed. */
export interface InRows {
  record: ReviewRecord;
  /** The request's first row and the row by which it ended, as far as they are checked. */
  rows: readonly AuditRow[];
}

/**
 * A request's matter, and how it ended, according to the rows that a function signed, whatever the table
 * says.
 * @param record with the values that the link signed
 * @throws DomainError `state_differs` if the record has ended, but no signed row says so
 */
export async function recordInRows(
  record: ReviewRecord,
  { logKeys }: OpenLink,
  { rows }: RowsUnderLink,
): Promise<InRows> {
  const genuine = await genuineRows(
    rows.filter((row, at) => at === 0 || endsRequest(row)),
    logKeys,
  );
  const told = asInRows(record, genuine);
  if (told === null) throw stateDiffers("rule_review_request", record.id, "end_missing");
  const matter_reference = (genuine[0]?.context.matter_reference ?? null) as string | null;
  return { record: { ...told, matter_reference }, rows: genuine };
}

/** The counsel who decides or passes on, and the link that they use. */
export interface Deciding {
  record: PendingReview;
  signer: Signer;
  link: OpenLink;
  under: RowsUnderLink;
}

/** A key of counsel's that may sign under a link. */
export interface CounselsKey {
  counsel_id: string;
  credential_id: string;
  public_key_spki: string;
}

/**
 * The keys that may sign under a link: enrolled before the request, not retired, and for today's host,
 * according to the signed rows about counsel.
 */
export async function keysUnder(
  { signed, logKeys }: OpenLink,
  { counselRows }: RowsUnderLink,
): Promise<CounselsKey[]> {
  const { counsel_id, created_at } = signed.review;
  return keysInRows(await genuineRows(counselRows, logKeys))
    .filter((key) => canSign(key) && key.enrolled_at < created_at)
    .map(({ credential_id, public_key_spki }) => ({ counsel_id, credential_id, public_key_spki }));
}
