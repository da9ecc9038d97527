import type { CounselRecord } from "#shared/domain/counsel/counsel.ts";
import { type CounselFilters, counselPage } from "#shared/store/counsel.ts";
import type { Page, Paging } from "#shared/store/page.ts";

/**
 * A page of counsel, oldest first. The active ones of one framework are those among whom an admin
 * picks whom to ask: only those whom an admin has confirmed.
 */
export const listCounsel = ({
  limit,
  cursor,
  ...filters
}: CounselFilters & Paging): Promise<Page<CounselRecord>> => {
  const isPicker = filters.active === true && filters.framework_id !== undefined;
  return counselPage({ ...filters, ...(isPicker && { confirmed: true }) }, { limit, cursor });
};
