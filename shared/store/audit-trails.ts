import type { AuditRow } from "#shared/domain/audit/row.ts";
import { isKeyRow } from "#shared/domain/evidence/key-history.ts";
import { auditPartitions, auditRowOf, resourcePartition } from "./audit.ts";
import { type Page, type Paging, pageOf } from "./page.ts";
import { type Item, queryAll } from "./read.ts";

/* The audit rows of one resource, oldest first; for searches see audit-pages.ts. */

const ofReview = (id: string): string => resourcePartition("rule_review_request", id);

/** Every row of a review. */
export const reviewTrail = async (id: string): Promise<AuditRow[]> =>
  (await queryAll({ pk: ofReview(id) })).map(auditRowOf);

export const reviewTrailPage = (id: string, paging: Paging): Promise<Page<AuditRow>> =>
  pageOf({ partitions: [ofReview(id)] }, paging, auditRowOf);

/** A page of the rows that name a counsel: those about them and those of their reviews. */
export const counselTrailPage = (id: string, paging: Paging): Promise<Page<AuditRow>> =>
  pageOf({ index: "gsi4", partitions: [auditPartitions.counsel(id)] }, paging, auditRowOf);

/** The rows about a counsel's keys and signing policy. */
export const getKeyRows = async (counselId: string): Promise<AuditRow[]> =>
  (await queryAll({ pk: resourcePartition("counsel", counselId) }))
    .map(auditRowOf)
    .filter(isKeyRow);

/** An audit row as the evidence log needs it. */
export interface PlacedRow {
  row: AuditRow;
  /** Its sort key among its resource's rows, which never changes. */
  place: string;
}

/**
 * Rows of every action that is not sharded, in the order of their creation.
 * @param from `next` of the previous call, or ISO 8601 UTC; empty: from the first row
 * @param below exclusive, ISO 8601 UTC
 * @returns `next`: where to continue; null: there are no more
 */
export async function rowsWritten(
  from: string,
  below: string,
  limit: number,
): Promise<{ rows: PlacedRow[]; next: string | null }> {
  const { items, nextCursor } = await pageOf(
    { index: "gsi1", partitions: [auditPartitions.all], from: from || "0", below },
    { limit },
    placedOf,
  );
  return { rows: items, next: nextCursor === null ? null : `${nextCursor}\u0000` };
}

const placedOf = (item: Item): PlacedRow => ({ row: auditRowOf(item), place: String(item.sk) });
