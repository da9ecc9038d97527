import { DomainError } from "#shared/domain/errors.ts";
import { outsideRoom, type RoomScope } from "#shared/domain/rooms/room.ts";
import { getRule } from "#shared/use-cases/frameworks/get-rule.ts";
import { getWording } from "#shared/use-cases/frameworks/get-wording.ts";
import {
  named as namedIn,
  objectionInRoom,
  openInRoom,
  requireFramework,
  requireRuleName,
  reviewsInScope,
} from "./in-scope.ts";
import { withoutOthers } from "./list-room-rules.ts";

interface Named {
  framework_id: string;
  use_case_id: string;
}

/**
 * A rule that a room shows, with its versions.
 * @throws DomainError `not_found`, always the same
 */
export async function getRoomRule(scope: RoomScope, named: Named, now: string) {
  const frameworkId = requireFramework(scope, named.framework_id);
  const rule = await inside(getRule(frameworkId, requireRuleName(named.use_case_id), now));
  // Its answer does not say which decision counts, so nothing is read about that.
  const [shown] = await withoutOthers(scope, [{ ...rule, decision: null }]);
  return shown as NonNullable<typeof shown>;
}

/**
 * The wording of a rule at an instant, its standing then, and what counsel said about it in decisions
 * that the room shows.
 * @throws DomainError `not_found`, always the same
 */
export async function getRoomWording(scope: RoomScope, named: Named, on: string, now: string) {
  const frameworkId = requireFramework(scope, named.framework_id);
  const useCaseId = requireRuleName(named.use_case_id);
  const wording = await inside(getWording({ frameworkId, useCaseId, on, now }));
  const { approvals, refusals, deciders, standing } = wording;
  const { decision, objection, open } = standing;
  const shown = await reviewsInScope(scope, [
    ...[...approvals, ...refusals, ...deciders].map(({ review_id }) => review_id),
    decision?.review_id,
  ]);
  return {
    ...wording,
    standing: {
      ...standing,
      decision: decision && namedIn(decision, shown),
      objection: objectionInRoom(objection, shown, scope),
      open: openInRoom(open),
    },
    approvals: approvals.filter((one) => shown.has(one.review_id)),
    refusals: refusals.filter((one) => shown.has(one.review_id)),
    deciders: shown.has(decision?.review_id ?? "")
      ? deciders.filter((one) => shown.has(one.review_id))
      : [],
  };
}

/** A rule that a framework lacks gets the same answer as one outside the room. */
const inside = <T>(found: Promise<T>): Promise<T> =>
  found.catch((error: unknown) => {
    throw error instanceof DomainError && error.code === "not_found" ? outsideRoom() : error;
  });
