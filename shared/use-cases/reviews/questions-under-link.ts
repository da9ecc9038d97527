import type { AuditRow } from "#shared/domain/audit/row.ts";
import { toldRow } from "#shared/domain/audit/told-row.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { isPart } from "#shared/domain/reviews/actions.ts";
import { isAboutQuestion, type Question, questionsIn } from "#shared/domain/reviews/question.ts";
import { reviewTrail } from "#shared/store/audit-trails.ts";
import type { LogKeys } from "#shared/store/log-keys.ts";
import { genuineRows } from "#shared/use-cases/log/genuine-rows.ts";
import type { OpenLink } from "./load-link.ts";

/** The questions in some rows of a request. Only signed rows count. */
export const questionsOf = async (
  rows: readonly AuditRow[],
  logKeys: LogKeys | null,
): Promise<Question[]> =>
  questionsIn((await genuineRows(rows.filter(isAboutQuestion), logKeys)).map(toldRow));

/**
 * The questions that counsel sees under a link: their own, those answered to all members of the panel,
 * and before them those of the counsel who passed the request on.
 * @param rows of the request
 */
export async function questionsSeen(
  { signed, logKeys }: OpenLink,
  rows: readonly AuditRow[],
): Promise<Question[]> {
  const { delegated_from } = signed.review;
  const earlier = delegated_from === null ? [] : await reviewTrail(delegated_from);
  const seen = await Promise.all([earlier, rows].map((some) => questionsOf(some, logKeys)));
  return seen.flat();
}

/** @throws DomainError `review_not_viewed` before the first view, while the page still shows nothing */
export function requireViewed(rows: readonly AuditRow[]): void {
  if (rows.some(({ action }) => isPart(action, "view"))) return;
  throw new DomainError("review_not_viewed", "Open the review first: then you can ask about it.");
}
