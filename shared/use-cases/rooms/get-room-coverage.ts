import type { RoomScope } from "#shared/domain/rooms/room.ts";
import { getCoverage } from "#shared/use-cases/evidence/get-coverage.ts";
import { pointing, requireFramework, reviewsInScope } from "./in-scope.ts";

/**
 * The drift report of a framework that a room shows: the book's statuses, naming no review that the
 * room does not show.
 * @param asOf ISO 8601 UTC; null: now
 * @throws DomainError `not_found`
 */
export async function getRoomCoverage(
  scope: RoomScope,
  frameworkId: string,
  asOf: string | null,
  now: string,
) {
  const report = await getCoverage(requireFramework(scope, frameworkId), asOf, now, "full");
  const shown = await reviewsInScope(
    scope,
    report.rules.flatMap(({ review_id, objection }) => [review_id, objection?.review_id]),
  );
  const rules = report.rules.map(({ objection, ...row }) => {
    const isShown = row.review_id !== null && shown.has(row.review_id);
    return {
      ...pointing(row, shown),
      panel_id: isShown ? row.panel_id : null,
      ...(objection && {
        objection: pointing<{
          review_id: string | null;
          verdict: "changes_requested" | "rejected";
          decided_at: string | null;
        }>(objection, shown),
      }),
    };
  });
  return { ...report, rules };
}
