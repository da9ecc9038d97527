import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { Signer } from "#shared/domain/counsel/counsel.ts";
import { isMailOpen } from "#shared/domain/courier/mail-status.ts";
import { absentFields } from "#shared/domain/reviews/fields.ts";
import { type DecidedReview, isDecided, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import type { ReviewStatus } from "#shared/domain/reviews/statuses.ts";
import { isCanaryFramework } from "#shared/domain/service/canary.ts";
import { counselCanBeAsked, counselIs } from "./counsel.ts";
import { frameworkIsCurrent } from "./frameworks.ts";
import { entity, insert, is, put } from "./item.ts";
import type { KeptStanding } from "./kept-attributes.ts";
import {
  type IssuedLink,
  moveLink,
  putLink,
  readLinkBy,
  removeLink,
  type StoredLink,
  signLink,
} from "./links.ts";
import { putLoggedRow } from "./logged-rows.ts";
import { closeOnRules, openOnRules } from "./open-marks.ts";
import { type Item, readRecord, readRecords } from "./read.ts";
import { type Read, readOne } from "./read-together.ts";
import { indexEntry, type Key } from "./table-schema.ts";
import { type Action, type Actions, type Outcome, transact } from "./transact.ts";

/*
 * REVIEW#<id>  / META  the record; links.ts has what leads to it
 *
 * Indexes of the record, each partitioned by status so that any filter takes a few concurrent
 * queries, sort key <created_at>#<id>:
 * gsi1 all (the canary's separately) · gsi2 by framework · gsi3 by counsel
 * gsi4 pending by expiry (<expires_at>#<id>; the canary's separately), or decided by framework
 *      (<decided_at>#<id>)
 * gsi5 decided by the e-mail that signed (<decided_at>#<id>), or pending with mail that waits for its
 *      provider or has not arrived (<mail.at>#<id>)
 */

const reviewKey = (id: string): Key => ({ pk: `REVIEW#${id}`, sk: "META" });

export const reviewPartitions = {
  all: (status: ReviewStatus): string => `REVIEWS#${status}`,
  canary: (status: ReviewStatus): string => `REVIEWS#CANARY#${status}`,
  framework: (id: string, status: ReviewStatus): string => `REVIEWS#FRAMEWORK#${id}#${status}`,
  counsel: (id: string, status: ReviewStatus): string => `REVIEWS#COUNSEL#${id}#${status}`,
  due: "REVIEWS#DUE",
  canaryDue: "REVIEWS#DUE#CANARY",
  decided: (frameworkId: string, status: ReviewStatus): string =>
    `DECIDED#${frameworkId}#${status}`,
  mailTrouble: "REVIEWS#MAIL",
  signedBy: (email: string, status: ReviewStatus): string => `SIGNED#${email}#${status}`,
};

const reviewEntity = entity<ReviewRecord>("review", absentFields);

/** The record in an item; if its decision was stripped, it still loads, and evidence shows it. */
export function reviewOf(item: Item): ReviewRecord {
  const record = reviewEntity.fromItem(item);
  if (!isDecided(record)) return record;
  const { decided_at, decision_signature, counsel_email, decision_row_hash } =
    record as Nullable<DecidedReview>;
  return {
    ...record,
    decided_at: decided_at ?? "",
    decision_signature: decision_signature ?? "",
    counsel_email: counsel_email ?? "",
    decision_row_hash: decision_row_hash ?? "",
  };
}

type Nullable<T> = { [K in keyof T]: T[K] | null };

export const reviewRead = (id: string): Read<ReviewRecord | null> =>
  readOne(reviewKey(id), reviewOf);

export const getReview = (id: string): Promise<ReviewRecord | null> =>
  readRecord(reviewKey(id), reviewOf);

/** Reviews by id, in that order; null for a missing one. */
export const getReviews = (ids: readonly string[]): Promise<(ReviewRecord | null)[]> =>
  readRecords(ids.map(reviewKey), reviewOf);

/** A review's position in the lists by creation: cursors name the position of a page's last item. */
export const placeOf = ({ created_at, id }: ReviewRecord): string => `${created_at}#${id}`;

/** The record with its place in every index. */
export function reviewItem(record: ReviewRecord): Item {
  const { id, framework_id, counsel_id, status, expires_at } = record;
  const created = placeOf(record);
  const isCanarys = isCanaryFramework(framework_id);
  const all = isCanarys ? reviewPartitions.canary : reviewPartitions.all;
  const due = isCanarys ? reviewPartitions.canaryDue : reviewPartitions.due;
  return {
    ...reviewKey(id),
    ...indexEntry("gsi1", all(status), created),
    ...indexEntry("gsi2", reviewPartitions.framework(framework_id, status), created),
    ...indexEntry("gsi3", reviewPartitions.counsel(counsel_id, status), created),
    ...(status === "pending" ? indexEntry("gsi4", due, `${expires_at}#${id}`) : {}),
    ...(isDecided(record) ? decidedEntries(record) : mailEntry(record)),
    ...reviewEntity.toItem(record),
  };
}

function decidedEntries({ id, framework_id, status, decided_at, counsel_email }: DecidedReview) {
  const decided = `${decided_at}#${id}`;
  return {
    ...indexEntry("gsi4", reviewPartitions.decided(framework_id, status), decided),
    ...indexEntry("gsi5", reviewPartitions.signedBy(counsel_email, status), decided),
  };
}

/** The index entry of a pending request whose mail somebody may have to hear about. */
const mailEntry = ({ id, framework_id, status, mail }: ReviewRecord): Item =>
  status === "pending" && isMailOpen(mail) && !isCanaryFramework(framework_id)
    ? indexEntry("gsi5", reviewPartitions.mailTrouble, `${mail.at}#${id}`)
    : {};

/** What a link's token leads to; null: nowhere. */
export const linkRead = (tokenHash: string): Read<StoredLink | null> =>
  readLinkBy(tokenHash, reviewOf);

/**
 * Stores a new request, its link and its first audit row, and opens it on its rules, if counsel is
 * still active in that framework, and the framework is current.
 * @param kept the rules' review state, as read before deciding on the request
 * @param onlyIf `unopened`: only if no request has been opened in its rules' buckets since
 * @param mail the writes that promise its mail, if it is mailed
 * @param areTwoPeopleNeeded if so, nothing may have been written about counsel since they were read
 */
export function putNewReview(
  record: ReviewRecord,
  signer: Signer,
  row: AuditRow,
  {
    kept,
    onlyIf,
    mail,
    areTwoPeopleNeeded,
  }: {
    kept: KeptStanding;
    onlyIf: "unopened" | "anything";
    mail: readonly Action[] | undefined;
    areTwoPeopleNeeded: boolean;
  },
): Promise<Outcome<"record" | "framework" | "counsel" | "rules" | "mail">> {
  return transact({
    mail,
    framework: frameworkIsCurrent(record.framework_id),
    rules: openOnRules(record, kept, onlyIf),
    counsel: counselCanBeAsked(record.counsel_id, record.framework_id, {
      head: areTwoPeopleNeeded ? signer.counsel_head : undefined,
    }),
    record: newReviewActions({ record, signer, row, panel: null }),
  });
}

/** A new request, counsel as its link records them, and its first row. */
export interface NewReview extends IssuedLink {
  record: ReviewRecord;
}

/** A new request with its link and its first row, as part of a transaction. */
export const newReviewActions = ({ record, ...issued }: NewReview): readonly Action[] => [
  insert(reviewItem(record)),
  ...putLink(record, issued),
  ...putLoggedRow(issued.row, { chainLength: record.audit_head.length }),
];

/**
 * Advances a request: record, link and audit row together, if the record is still as `before` (its
 * status and the head of its audit chain). A cancelled request is closed on its rules. An expired one
 * keeps its marks there, since its expiry shows that it is over. `further` actions join the same
 * transaction.
 */
export function moveReview<Further extends string = never>(
  before: ReviewRecord,
  after: ReviewRecord,
  row: AuditRow,
  further?: Actions<Further>,
): Promise<Outcome<"record" | "link" | "row" | "rules" | Further>> {
  return transact({
    ...(further as Actions<Further>),
    rules: isClosing(before, after) ? closeOnRules(after) : undefined,
    ...advanced(before, after, row),
  } as Actions<"record" | "link" | "row" | "rules" | Further>);
}

/** Record, link and audit row, as they advance together. */
const advanced = (before: ReviewRecord, after: ReviewRecord, row: AuditRow) => ({
  record: recordAction(before, after),
  link: moveLink(after),
  row: putLoggedRow(row, { chainLength: after.audit_head.length }),
});

/** A member of a panel has no mark of its own on the rules: the panel has one. */
const isClosing = (before: ReviewRecord, after: ReviewRecord): boolean =>
  after.status === "cancelled" && before.status !== "cancelled" && after.panel_id === null;

/** How a request moves on: before and after, and the row that says so. */
export interface ReviewMove {
  before: ReviewRecord;
  after: ReviewRecord;
  row: AuditRow;
}

/** The same for a request that moves together with others; its marks on rules stay. */
export const moveActions = ({ before, after, row }: ReviewMove): readonly Action[] => {
  const { record, link, row: rows } = advanced(before, after, row);
  return [record, link, ...rows];
};

const recordAction = (before: ReviewRecord, after: ReviewRecord): Action =>
  put(
    reviewItem(after),
    is({
      "review.status": before.status,
      "review.audit_head.hash": before.audit_head.hash,
    }),
  );

/**
 * Gives a request a new link in place of the one it has, if the record is still as `before`.
 * @param areTwoPeopleNeeded if so, nothing may have been written about counsel since they were read
 */
export const replaceLink = (
  before: ReviewRecord,
  after: ReviewRecord,
  {
    mail,
    areTwoPeopleNeeded,
    ...issued
  }: IssuedLink & { mail: readonly Action[] | undefined; areTwoPeopleNeeded: boolean },
): Promise<Outcome<"record" | "link" | "old" | "row" | "mail" | "counsel">> =>
  transact({
    mail,
    counsel: areTwoPeopleNeeded ? counselIs(after.counsel_id, issued.signer) : undefined,
    record: recordAction(before, after),
    old: removeLink(before),
    link: putLink(after, issued),
    row: putLoggedRow(issued.row, { chainLength: after.audit_head.length }),
  });

/**
 * Gives a pending request more time under the link that it has, if the record is still as `before`.
 * `further` actions join the same transaction.
 */
export const extendLink = <Further extends string>(
  before: ReviewRecord,
  after: ReviewRecord,
  issued: IssuedLink,
  further: Actions<Further>,
): Promise<Outcome<"record" | "link" | "row" | "signed" | Further>> =>
  transact({
    ...further,
    ...advanced(before, after, issued.row),
    signed: signLink(after, issued),
  } as Actions<"record" | "link" | "row" | "signed" | Further>);

/** The current record, from a failed transition that assumed another state. */
export function currentReview(
  outcome: Outcome<string> & { committed: false },
): ReviewRecord | null {
  const item = outcome.failed.get("record");
  return item ? reviewOf(item) : null;
}
