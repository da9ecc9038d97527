import { enforcementAt } from "#shared/domain/frameworks/enforcement.ts";
import { type ShownRule, shownRule } from "#shared/domain/frameworks/live-rule.ts";
import type { RuleStatus } from "#shared/domain/reviews/rule-status.ts";
import type { RoomScope } from "#shared/domain/rooms/room.ts";
import { ruleMatches } from "#shared/domain/rooms/rule-search.ts";
import { enforcementOf } from "#shared/store/enforcement.ts";
import { fitting, type Page, type Paging } from "#shared/store/page.ts";
import { reviewsOfRules } from "#shared/store/rule-reviews.ts";
import { allLiveRules } from "#shared/store/rules.ts";
import { pointing, requireFramework, reviewsInScope } from "./in-scope.ts";

interface Filters {
  framework_id?: string | undefined;
  status?: RuleStatus | undefined;
  search?: string | undefined;
}

/** A rule whose objection may name no review. */
export type RoomRule = Omit<ShownRule, "objection"> & {
  objection?: {
    review_id: string | null;
    verdict: "changes_requested" | "rejected";
    decided_at: string | null;
  };
};

/**
 * A page of the live rules that a room shows, by framework and use case.
 * @throws DomainError `not_found` for a framework outside of the room
 */
export async function listRoomRules(
  scope: RoomScope,
  filters: Filters,
  { limit, cursor }: Paging,
  now: string,
): Promise<Page<RoomRule>> {
  const { framework_id, status, search } = filters;
  const ids =
    framework_id === undefined
      ? [...scope.framework_ids].sort()
      : [requireFramework(scope, framework_id)];
  const [startId = "", startRule = ""] = cursor?.split("/") ?? [];
  const found: ShownRule[] = [];
  for (const id of ids.filter((one) => one >= startId)) {
    const rules = await shownRulesOf(id, now);
    found.push(
      ...rules.filter(
        (rule) =>
          (id !== startId || rule.use_case_id > startRule) &&
          (status === undefined || rule.review_status === status) &&
          (search === undefined || ruleMatches(rule, search)),
      ),
    );
    if (found.length > limit) break;
  }
  const items = found.slice(0, fitting(found, limit));
  const last = items.at(-1);
  return {
    items: await withoutOthers(scope, items),
    nextCursor:
      last && found.length > items.length ? `${last.framework_id}/${last.use_case_id}` : null,
  };
}

async function shownRulesOf(frameworkId: string, now: string): Promise<ShownRule[]> {
  const [rules, events, reviewsOf] = await Promise.all([
    allLiveRules(frameworkId),
    enforcementOf(frameworkId),
    reviewsOfRules(frameworkId, now),
  ]);
  const standing = enforcementAt(events, now);
  return rules.map((live) => {
    const { open, ...answers } = reviewsOf(live.rule.use_case_id);
    return shownRule(live, answers, open !== null, standing(live.rule));
  });
}

/** The rules, naming no review that the room does not show. */
export async function withoutOthers<R extends Pick<ShownRule, "objection">>(
  scope: RoomScope,
  rules: readonly R[],
): Promise<(Omit<R, "objection"> & Pick<RoomRule, "objection">)[]> {
  const shown = await reviewsInScope(
    scope,
    rules.map(({ objection }) => objection?.review_id),
  );
  return rules.map(({ objection, ...rule }) => ({
    ...rule,
    ...(objection && { objection: pointing<NonNullable<RoomRule["objection"]>>(objection, shown) }),
  }));
}
