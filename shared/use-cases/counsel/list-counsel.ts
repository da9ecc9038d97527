import { type CounselRecord, withIdentity } from "#shared/domain/counsel/counsel.ts";
import { type CounselFilters, counselPage } from "#shared/store/counsel.ts";
import type { Paging } from "#shared/store/page.ts";
import { awaitsSecondPerson } from "./two-people.ts";

/**
 * A page of counsel, oldest first. A list of the active counsel of one framework is the one from which
 * an admin picks whom to ask, so it contains only counsel who can be asked.
 */
export async function listCounsel({ limit, cursor, ...filters }: CounselFilters & Paging) {
  const isPicker = filters.active === true && filters.framework_id !== undefined;
  const keep = isPicker ? canBeAsked : undefined;
  const page = await counselPage({ ...filters, keep }, { limit, cursor });
  return { ...page, items: page.items.map(withIdentity) };
}

const canBeAsked = (counsel: CounselRecord): boolean =>
  counsel.confirmed_at !== null && !awaitsSecondPerson(counsel);
