import type { AuditRow } from "#shared/domain/audit/row.ts";
import { noSuch } from "#shared/domain/errors.ts";
import { trailPage } from "#shared/store/audit-trails.ts";
import type { Page, Paging } from "#shared/store/page.ts";

const types = { review: "rule_review_request", panel: "review_panel", room: "room" } as const;

/**
 * A page of the audit rows of a review, panel or room, oldest first.
 * @throws DomainError `not_found`
 */
export async function getTrail(
  what: keyof typeof types,
  id: string,
  paging: Paging,
): Promise<Page<AuditRow>> {
  const page = await trailPage(types[what], id, paging);
  // A resource without rows does not exist, because its first row is written together with it.
  if (page.items.length === 0 && paging.cursor === undefined) throw noSuch(what);
  return page;
}
