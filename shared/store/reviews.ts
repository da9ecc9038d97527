import type { AuditRow } from "#shared/domain/audit/row.ts";
import { waitingDecision } from "#shared/domain/log/public-seal.ts";
import {
  isDecision,
  type ReviewRecord,
  type ReviewStatus,
  reviewStatuses,
} from "#shared/domain/reviews/review.ts";
import { putAuditRow } from "./audit.ts";
import { counselKey } from "./counsel.ts";
import { entity } from "./entity.ts";
import { getItem, type Item, queryAll } from "./read.ts";
import { indexEntry, type Key } from "./table-schema.ts";
import { type Actions, type Outcome, transact } from "./transact.ts";

/*
 * REVIEW#<id>        / META  the record
 * LINK#<token_hash>  / META  what a token leads to, in one read
 *
 * Indexes of the record, each in partitions per status so that any filter is a few side-by-side
 * queries, sort key <created_at>#<id>:
 * gsi1 all · gsi2 by framework · gsi3 by counsel
 * gsi4 pending by expiry (<expires_at>#<id>), or decided by framework (<decided_at>#<id>)
 * gsi5 decided by the e-mail that signed (<decided_at>#<id>)
 */

export const reviewKey = (id: string): Key => ({ pk: `REVIEW#${id}`, sk: "META" });
export const linkKey = (tokenHash: string): Key => ({ pk: `LINK#${tokenHash}`, sk: "META" });

export const reviewPartitions = {
  all: (status: ReviewStatus): string => `REVIEWS#${status}`,
  framework: (id: string, status: ReviewStatus): string => `REVIEWS#FRAMEWORK#${id}#${status}`,
  counsel: (id: string, status: ReviewStatus): string => `REVIEWS#COUNSEL#${id}#${status}`,
  due: "REVIEWS#DUE",
  decided: (frameworkId: string, status: ReviewStatus): string =>
    `DECIDED#${frameworkId}#${status}`,
  signedBy: (email: string, status: ReviewStatus): string => `SIGNED#${email}#${status}`,
};

const reviewEntity = entity<ReviewRecord>("review", {
  decided_at: null,
  viewed_at: null,
  decision_signature: null,
  decision_comment: null,
  supplementary_pdf_kv_secret: null,
  counsel_email: null,
  record_seal: null,
});
export const reviewOf = reviewEntity.fromItem;

export async function getReview(id: string): Promise<ReviewRecord | null> {
  const item = await getItem(reviewKey(id));
  return item ? reviewOf(item) : null;
}

/** The record with its place in every index. */
export function reviewItem(record: ReviewRecord): Item {
  const { id, framework_id, counsel_id, status, created_at, expires_at, decided_at } = record;
  const created = `${created_at}#${id}`;
  const decided = `${decided_at}#${id}`;
  return {
    ...reviewKey(id),
    ...indexEntry("gsi1", reviewPartitions.all(status), created),
    ...indexEntry("gsi2", reviewPartitions.framework(framework_id, status), created),
    ...indexEntry("gsi3", reviewPartitions.counsel(counsel_id, status), created),
    ...(status === "pending"
      ? indexEntry("gsi4", reviewPartitions.due, `${expires_at}#${id}`)
      : {}),
    ...(isDecision(status)
      ? {
          ...indexEntry("gsi4", reviewPartitions.decided(framework_id, status), decided),
          ...indexEntry(
            "gsi5",
            reviewPartitions.signedBy(record.counsel_email ?? "", status),
            decided,
          ),
        }
      : {}),
    ...reviewEntity.toItem(record),
  };
}

/** What the link's token leads to. */
export const linkItem = (record: ReviewRecord, counselEmail: string): Item => ({
  ...linkKey(record.token_hash),
  counsel_email: counselEmail,
  ...reviewEntity.toItem(record),
});

/** The record a token leads to and the e-mail its counsel had then; from the item of `linkKey`. */
export const linkOf = (item: Item): { record: ReviewRecord; counselEmail: string } => ({
  record: reviewOf(item),
  counselEmail: item.counsel_email as string,
});

/** Stores a new request, its link and its first audit row, if the counsel is still the same. */
export function putNewReview(
  record: ReviewRecord,
  counselEmail: string,
  row: AuditRow,
): Promise<Outcome> {
  return transact({
    record: { Put: { Item: reviewItem(record), ConditionExpression: "attribute_not_exists(pk)" } },
    link: {
      Put: {
        Item: linkItem(record, counselEmail),
        ConditionExpression: "attribute_not_exists(pk)",
      },
    },
    counsel: {
      ConditionCheck: {
        Key: counselKey(record.counsel_id),
        ConditionExpression: "#counsel.#active = :true AND #counsel.#framework = :framework",
        ExpressionAttributeNames: {
          "#counsel": "counsel",
          "#active": "active",
          "#framework": "framework_id",
        },
        ExpressionAttributeValues: { ":true": true, ":framework": record.framework_id },
      },
    },
    row: putAuditRow(row, { chainLength: record.audit_head.length }),
  });
}

/**
 * Moves a request on: record, link and audit row together, if the record still stands as `before`
 * (its status and the head of its audit chain). `further` actions join the same transaction.
 */
export function moveReview<Further extends string = never>(
  before: ReviewRecord,
  after: ReviewRecord,
  row: AuditRow,
  further?: Actions<Further>,
): Promise<Outcome<"record" | "link" | "row" | Further>> {
  return transact({
    ...(further as Actions<Further>),
    record: {
      Put: {
        Item: reviewItem(after),
        ConditionExpression: "#review.#status = :status AND #review.#head.#hash = :head",
        ExpressionAttributeNames: {
          "#review": "review",
          "#status": "status",
          "#head": "audit_head",
          "#hash": "hash",
        },
        ExpressionAttributeValues: { ":status": before.status, ":head": before.audit_head.hash },
      },
    },
    link: {
      Update: {
        Key: linkKey(after.token_hash),
        UpdateExpression: "SET #review = :review",
        ConditionExpression: "attribute_exists(pk)",
        ExpressionAttributeNames: { "#review": "review" },
        ExpressionAttributeValues: { ":review": after },
      },
    },
    row: putAuditRow(row, {
      chainLength: after.audit_head.length,
      ...(isDecision(after.status) ? { sealed: waitingDecision(after, row) } : {}),
    }),
  } as Actions<"record" | "link" | "row" | Further>);
}

/** Rules with an open review (pending, not past expiry), by use case; newest request last. */
export async function openReviewsByRule(
  frameworkId: string,
  now: string,
): Promise<ReadonlyMap<string, ReviewRecord>> {
  const items = await queryAll({
    index: "gsi2",
    pk: reviewPartitions.framework(frameworkId, "pending"),
  });
  const open = items.map(reviewOf).filter(({ expires_at }) => expires_at >= now);
  return new Map(open.flatMap((record) => record.rule_use_case_ids.map((id) => [id, record])));
}

/** Partitions of one listing: the asked status, or each of the seven. */
export const partitionsFor = (
  status: ReviewStatus | undefined,
  partition: (status: ReviewStatus) => string,
): string[] => (status === undefined ? reviewStatuses.map(partition) : [partition(status)]);

/** The record as it stands, out of a transition that met another state than it assumed. */
export function standingReview(
  outcome: Outcome<string> & { committed: false },
): ReviewRecord | null {
  const item = outcome.failed.get("record");
  return item ? reviewOf(item) : null;
}
