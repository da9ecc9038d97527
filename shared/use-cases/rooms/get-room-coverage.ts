import type { RoomScope } from "#shared/domain/rooms/room.ts";
import { coverageReport } from "#shared/use-cases/evidence/get-coverage.ts";
import { named, objectionInRoom, requireFramework, reviewsInScope } from "./in-scope.ts";

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
  const asked = { frameworkId: requireFramework(scope, frameworkId), asOf, view: "full" } as const;
  const report = await coverageReport(asked, now);
  const shown = await reviewsInScope(
    scope,
    report.rules.map(({ review_id }) => review_id),
  );
  const rules = report.rules.map(({ objection, ...row }) => ({
    ...named(row, shown),
    ...{ open_review_id: null, open_panel_id: null },
    objection: objectionInRoom(objection, shown, scope),
  }));
  return { ...report, rules };
}
