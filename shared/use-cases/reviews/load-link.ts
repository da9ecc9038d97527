import { notBefore } from "#shared/domain/audit/row.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { hashLinkToken } from "#shared/domain/reviews/link-token.ts";
import { isPastExpiry, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { asSigned } from "#shared/domain/reviews/signed-link.ts";
import type { Deployment } from "#shared/domain/setup/deployment.ts";
import { deploymentRead } from "#shared/store/deployment.ts";
import { type LogKeys, logKeysRead } from "#shared/store/log-keys.ts";
import { prepareWriter } from "#shared/store/own-writer.ts";
import { readTogether } from "#shared/store/read-together.ts";
import { linkRead } from "#shared/store/reviews.ts";
import { prepareRowsKeys } from "#shared/use-cases/log/rows-keys.ts";
import { type GenuineLink, genuineLink } from "./genuine-link.ts";

export interface OpenLink extends GenuineLink {
  deployment: Deployment;
  /** null before the log has begun. */
  logKeys: LogKeys | null;
}

/**
 * The review a token leads to, for a caller that is about to write a row about it.
 * @throws DomainError as `loadLinkToRead`
 */
export async function loadLink(token: string, now: string): Promise<OpenLink> {
  return unlessEnded(await readLinkToWrite(token), now);
}

/**
 * The review a token leads to, in one read. It expires at its expires_at, no matter when the daily job
 * runs.
 * @throws DomainError `invalid_token` (unknown, malformed, tampered: the same answer),
 *   `review_expired`, `review_cancelled`, `panel_decided`, `review_delegated`
 */
export async function loadLinkToRead(token: string, now: string): Promise<OpenLink> {
  return unlessEnded(await readLink(token, () => {}), now);
}

/**
 * The review a token leads to, whether or not anything can still be done with it, for a caller that is
 * about to write a row about it.
 * @throws DomainError `invalid_token`
 */
export const readLinkToWrite = (token: string): Promise<OpenLink> => readLink(token, prepareWriter);

/** @param prepare what begins as soon as the token leads somewhere; the log's keys were read by then */
async function readLink(token: string, prepare: () => void): Promise<OpenLink> {
  prepareRowsKeys();
  const tokenHash = hashLinkToken(token);
  const { link, deployment, logKeys } = await readTogether({
    link: linkRead(tokenHash),
    deployment: deploymentRead,
    logKeys: logKeysRead,
  });
  if (link !== null) prepare();
  const genuine = await genuineLink(link, tokenHash, logKeys);
  if (genuine === null) throw invalidToken();
  return { ...genuine, deployment, logKeys };
}

function unlessEnded(link: OpenLink, now: string): OpenLink {
  refuseEnded(link.record, now);
  return link;
}

export const invalidToken = (): DomainError =>
  new DomainError("invalid_token", "This link is not valid. Please ask for a new one.");

/**
 * The record as it was read again, with the values that the link signed.
 * @throws DomainError `invalid_token` if the request was given a new link in between, `conflict` if it
 *   was given more time
 */
export function underLink<R extends ReviewRecord>(record: R, link: GenuineLink): R {
  if (record.token_hash !== link.signed.review.token_hash) throw invalidToken();
  if (record.extension?.number !== link.record.extension?.number) throw justExtended();
  return asSigned(record, link.signed);
}

export const justExtended = (): DomainError =>
  new DomainError(
    "conflict",
    "The deadline of this review was moved at the same moment. Nothing was recorded; please try again.",
  );

/**
 * @throws DomainError `review_expired`, `review_cancelled`, `panel_decided` or `review_delegated` if
 *   the request is no longer open. Its member `review_id` names the request, so that counsel's page can
 *   remove the draft.
 */
export function refuseEnded(record: ReviewRecord, now: string): void {
  const members = { review_id: record.id };
  if (record.cancel_reason === "panel_decided") {
    const detail = "Other counsel have decided; nothing is left to do.";
    throw new DomainError("panel_decided", detail, { members });
  }
  if (record.cancel_reason === "delegated") {
    const detail = "You have passed this review request on.";
    throw new DomainError("review_delegated", detail, { members });
  }
  if (record.status === "cancelled") {
    throw new DomainError("review_cancelled", "This review request was withdrawn.", { members });
  }
  // A row about it is never dated before the row that it follows.
  if (record.status === "expired" || isPastExpiry(record, notBefore(record.audit_head, now))) {
    const { expires_at } = record;
    throw new DomainError("review_expired", `This review request expired at ${expires_at}.`, {
      members: { ...members, ended_at: expires_at },
    });
  }
}
