import type { AuditRow } from "#shared/domain/audit/row.ts";
import { AFTER_ROWS, auditPartitions, auditRowOf, resourcePartition, rowsIn } from "./audit.ts";
import type { Page, Paging } from "./page.ts";
import { getItems, queryAll } from "./read.ts";
import { toldPage } from "./told-rows.ts";

/* The audit rows of one resource, oldest first; for searches see audit-pages.ts. */

/** Every row of a resource, each with counsel's words. */
const trailOf =
  (type: string) =>
  async (id: string): Promise<AuditRow[]> =>
    rowsIn(await queryAll({ pk: resourcePartition(type, id) }));

export const reviewTrail = trailOf("rule_review_request");
export const panelTrail = trailOf("review_panel");
export const counselTrail = trailOf("counsel");
export const clearanceKeyTrail = trailOf("clearance_key");
export const tenantTrail = trailOf("tenant");
export const artifactTrail = trailOf("artifact");
/** Takes the hex SHA-256 of the file. */
export const certificateTrail = trailOf("certificate");

/** A page of the rows of a resource, as answers show them. */
export const trailPage = (type: string, id: string, paging: Paging): Promise<Page<AuditRow>> =>
  toldPage({ partitions: [resourcePartition(type, id)], below: AFTER_ROWS }, paging);

/** A page of the rows that name a counsel: those about them and those of their reviews. */
export const counselTrailPage = (id: string, paging: Paging): Promise<Page<AuditRow>> =>
  toldPage({ index: "audit4", partitions: [auditPartitions.counsel(id)] }, paging);

/** The rows of a resource at these places, if they exist. */
export const rowsAtPlaces = async (
  type: string,
  id: string,
  places: readonly string[],
): Promise<{ place: string; row: AuditRow }[]> => {
  const pk = resourcePartition(type, id);
  const items = await getItems(places.map((sk) => ({ pk, sk })));
  return items.flatMap((item, i) =>
    item === null ? [] : [{ place: places[i] ?? "", row: auditRowOf(item) }],
  );
};
