import type { CounselRecord } from "#shared/domain/counsel/counsel.ts";
import { type CounselFilters, counselPage } from "#shared/store/counsel.ts";
import type { Page, Paging } from "#shared/store/page.ts";

/** A page of counsel, oldest first. */
export const listCounsel = ({
  limit,
  cursor,
  ...filters
}: CounselFilters & Paging): Promise<Page<CounselRecord>> =>
  counselPage(filters, { limit, cursor });
