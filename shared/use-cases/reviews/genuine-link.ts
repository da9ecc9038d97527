import type { AuditRow } from "#shared/domain/audit/row.ts";
import { writersOf } from "#shared/domain/audit/writers.ts";
import { certified, isSigned, isWithin } from "#shared/domain/log/certified.ts";
import type { DatedRowsKey } from "#shared/domain/log/key-change.ts";
import { hasLapsed } from "#shared/domain/log/writer-fault.ts";
import { newestLinkRow } from "#shared/domain/reviews/in-rows.ts";
import type { PendingReview, ReviewRecord } from "#shared/domain/reviews/review.ts";
import { asSigned, linkText, type SignedLink } from "#shared/domain/reviews/signed-link.ts";
import { log } from "#shared/platform/log.ts";
import { logOrigin } from "#shared/platform/settings.ts";
import { newestSigned, type StoredLink } from "#shared/store/links.ts";
import { type LogKeys, logKeysRead } from "#shared/store/log-keys.ts";
import { readTogether } from "#shared/store/read-together.ts";
import { linkRead } from "#shared/store/reviews.ts";
import { rememberWriter } from "#shared/use-cases/log/genuine-rows.ts";
import { rowsKeys } from "#shared/use-cases/log/rows-keys.ts";

/** A link that a function of the service issued. */
export interface GenuineLink {
  signed: SignedLink;
  /** The present state of the request, with the values that the link signed. */
  record: ReviewRecord;
  logProof: string | null;
  /**
   * The likely writer of the request's newest row, so that it can be looked up early; null: unknown.
   */
  writer: string | null;
}

/** The functions that issue or extend links. */
const issuers: ReadonlySet<string> = new Set([
  ...writersOf("rule_review.requested"),
  ...writersOf("rule_review.link_renewed"),
  ...writersOf("rule_review.extended"),
]);

/**
 * The link for a token, after a check of its signature. A link that nobody signed for this token opens
 * nothing, whatever the table says, and raises an alarm.
 * @param stored null: the token leads nowhere
 * @returns null: there is no such link
 * @throws DomainError `dependency_unavailable` while the key service does not show a key that is needed
 */
export async function genuineLink(
  stored: StoredLink | null,
  tokenHash: string,
  logKeys: LogKeys | null,
): Promise<GenuineLink | null> {
  if (stored === null) return null;
  const { state, logProof, writer } = stored;
  const [{ keys, missing }, signed] = await Promise.all([
    rowsKeys(logKeys),
    newestSigned(stored, tokenHash),
  ]);
  if (signed !== null && state !== null && (await isGenuine(signed, tokenHash, keys))) {
    if (state.id === signed.link.review.id) {
      return { signed: signed.link, record: asSigned(state, signed.link), logProof, writer };
    }
  } else if (missing !== null) throw missing;
  log("error", "review.link_not_genuine", { review_id: state?.id ?? null });
  return null;
}

async function isGenuine(
  { link, certificate, signature }: NonNullable<StoredLink["signed"]>,
  tokenHash: string,
  keys: readonly DatedRowsKey[],
): Promise<boolean> {
  try {
    // A former key's certificates count for its links until they expire, but not for newer links.
    const counting = keys.filter((key) => !hasLapsed(key, link.issued_at));
    const found = await certified(certificate, logOrigin(), counting);
    // The first link has the writer of the request's first row.
    if (found !== null) rememberWriter(found.id, certificate);
    return (
      found !== null &&
      issuers.has(found.writer.operation) &&
      isWithin(found.writer, link.issued_at) &&
      link.review.token_hash === tokenHash &&
      (await isSigned(found.writer, linkText(link), signature))
    );
  } catch {
    // Somebody stored something that is not a link.
    return false;
  }
}

/** The link that a request's record names now. */
export interface PresentLink {
  /** null: no function signed a link for this request under the token that the record names. */
  signed: SignedLink | null;
  /** Whether an emergency has ever ended the links that were open then. */
  wasEmergency: boolean;
}

/**
 * Reads the link that a request's record names. Nobody signs records, so an earlier link of the request
 * may be named there: `isNewest` compares it with the rows.
 */
export async function presentLink({ id, token_hash }: PendingReview): Promise<PresentLink> {
  const { link, logKeys } = await readTogether({
    link: linkRead(token_hash),
    logKeys: logKeysRead,
  });
  const genuine = await genuineLink(link, token_hash, logKeys);
  return {
    signed: genuine?.signed.review.id === id ? genuine.signed : null,
    wasEmergency: logKeys?.rows.some(({ until }) => until?.emergency === true) === true,
  };
}

/** Whether the newest row that gave the request a link or more time is the one that issued this link. */
export const isNewest = ({ row_hash }: SignedLink, rows: readonly AuditRow[]): boolean =>
  newestLinkRow(rows)?.row_hash === row_hash;
