import { findRulesBy } from "#shared/domain/evidence/question/question.ts";
import { type RuleLaw, type ShownRule, withLawDays } from "#shared/domain/frameworks/live-rule.ts";
import type { RoomScope } from "#shared/domain/rooms/room.ts";
import type { RuleStatus } from "#shared/domain/standing/rule-status.ts";
import type { OpenOnRule } from "#shared/domain/standing/standing.ts";
import { enforcementOf } from "#shared/store/enforcement.ts";
import { fitting, type Page, type Paging } from "#shared/store/page.ts";
import { allLiveRules } from "#shared/store/rules.ts";
import { readRuleRecords } from "#shared/use-cases/standing/rule-records.ts";
import { shownRules } from "#shared/use-cases/standing/shown-rules.ts";
import {
  named,
  objectionInRoom,
  openInRoom,
  type RoomDecision,
  type RoomObjection,
  requireFramework,
  reviewsInScope,
} from "./in-scope.ts";

interface Filters {
  framework_id?: string | undefined;
  status?: RuleStatus | undefined;
  search?: string | undefined;
}

/** What a room may know of the decision on a rule, and of what is open on it. */
interface InRoom {
  decision: RoomDecision | null;
  open: OpenOnRule[];
  objection: RoomObjection | null;
}

/** A rule whose decision, open requests and objection may name no review. */
export type RoomRule = Omit<ShownRule & RuleLaw, keyof InRoom> & InRoom;

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
  const found: (ShownRule & RuleLaw)[] = [];
  for (const id of ids.filter((one) => one >= startId)) {
    const { rules, events } = await shownRulesOf(id, now);
    const asked = new Set(findRulesBy(rules, search ?? ""));
    const listed = rules.filter(
      (rule) =>
        (id !== startId || rule.use_case_id > startRule) &&
        (status === undefined || rule.review_status === status) &&
        asked.has(rule),
    );
    found.push(...withLawDays(listed.slice(0, limit + 1 - found.length), events, now));
    if (found.length > limit) break;
  }
  const items = found.slice(0, fitting(found, limit));
  const last = items.at(-1);
  return {
    items: await withoutOthers(scope, items),
    next_cursor:
      last && found.length > items.length ? `${last.framework_id}/${last.use_case_id}` : null,
  };
}

async function shownRulesOf(frameworkId: string, now: string) {
  const [rules, events, records] = await Promise.all([
    allLiveRules(frameworkId),
    enforcementOf(frameworkId),
    readRuleRecords({ frameworkId, at: now, now }),
  ]);
  return { rules: await shownRules(rules, records, events, now), events };
}

/** The rules, naming no review that the room does not show. */
export async function withoutOthers<R extends Pick<ShownRule, keyof InRoom>>(
  scope: RoomScope,
  rules: readonly R[],
): Promise<(Omit<R, keyof InRoom> & InRoom)[]> {
  const shown = await reviewsInScope(
    scope,
    rules.map(({ decision, objection }) => (decision ?? objection)?.review_id),
  );
  return rules.map(({ decision, open, objection, ...rule }) => ({
    ...rule,
    decision: decision && named(decision, shown),
    open: openInRoom(open),
    objection: objectionInRoom(objection, shown, scope),
  }));
}
