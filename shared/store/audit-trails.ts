import type { AuditRow } from "#shared/domain/audit/row.ts";
import { auditPartitions, auditRowOf, resourcePartition } from "./audit.ts";
import { type Page, type Paging, pageOf } from "./page.ts";
import { queryAll, queryOnce } from "./read.ts";

/* The audit rows of one resource, oldest first; for searches see audit-pages.ts. */

const ofReview = (id: string): string => resourcePartition("rule_review_request", id);

/** Every row of a review. */
export const reviewTrail = async (id: string): Promise<AuditRow[]> =>
  (await queryAll({ pk: ofReview(id) })).map(auditRowOf);

export const reviewTrailPage = (id: string, paging: Paging): Promise<Page<AuditRow>> =>
  pageOf({ partitions: [ofReview(id)] }, paging, auditRowOf);

const ofPanel = (id: string): string => resourcePartition("review_panel", id);

/** Every row of a panel. */
export const panelTrail = async (id: string): Promise<AuditRow[]> =>
  (await queryAll({ pk: ofPanel(id) })).map(auditRowOf);

export const panelTrailPage = (id: string, paging: Paging): Promise<Page<AuditRow>> =>
  pageOf({ partitions: [ofPanel(id)] }, paging, auditRowOf);

export const artifactTrailPage = (id: string, paging: Paging): Promise<Page<AuditRow>> =>
  pageOf({ partitions: [resourcePartition("artifact", id)] }, paging, auditRowOf);

export const roomTrailPage = (id: string, paging: Paging): Promise<Page<AuditRow>> =>
  pageOf({ partitions: [resourcePartition("room", id)] }, paging, auditRowOf);

/** A page of the rows that name a counsel: those about them and those of their reviews. */
export const counselTrailPage = (id: string, paging: Paging): Promise<Page<AuditRow>> =>
  pageOf({ index: "gsi4", partitions: [auditPartitions.counsel(id)] }, paging, auditRowOf);

/** Every row about a counsel. */
export const counselTrail = async (counselId: string): Promise<AuditRow[]> =>
  (await queryAll({ pk: resourcePartition("counsel", counselId) })).map(auditRowOf);

/** How many rows are looked through for the one before. */
const LOOKED_THROUGH = 200;

/** The latest row of the same resource and action before this one; null if there is none. */
export async function earlierRow(row: AuditRow): Promise<AuditRow | null> {
  const { items } = await queryOnce({
    pk: resourcePartition(row.resource_type, row.resource_id),
    below: `${row.created_at}#`,
    descending: true,
    limit: LOOKED_THROUGH,
  });
  return items.map(auditRowOf).find(({ action }) => action === row.action) ?? null;
}

/** The link in the newest row of a review that has one; null if it was erased. */
export async function newestLink(reviewId: string): Promise<string | null> {
  const rows = await reviewTrail(reviewId);
  const link = rows.findLast(({ context }) => context.magic_link_url !== undefined);
  const text = link?.context.magic_link_url;
  return typeof text === "string" && text.startsWith("http") ? text : null;
}
