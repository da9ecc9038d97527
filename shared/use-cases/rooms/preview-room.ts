import type { RoomScope } from "#shared/domain/rooms/room.ts";
import { allLiveRules } from "#shared/store/rules.ts";
import { reviewsOfRoom } from "./list-room-reviews.ts";
import { requireScope, type ScopeOrder, scopeOf } from "./requested-scope.ts";

/**
 * Counts what a room would show now, without opening one.
 * @throws DomainError `unknown_framework`, `unknown_counsel`, `counsel_framework_mismatch`
 */
export async function previewRoom(order: ScopeOrder) {
  const scope = scopeOf(order);
  const found = await requireScope(scope);
  const [rules, counted] = await Promise.all([
    Promise.all(scope.framework_ids.map((id) => allLiveRules(id))),
    countReviews(scope),
  ]);
  const frameworks = found.map(({ id, display_name }, i) => ({
    id,
    display_name,
    rules: rules[i]?.length ?? 0,
  }));
  return { frameworks, ...counted };
}

const MAX_COUNTED = 1000;

async function countReviews(scope: RoomScope): Promise<{ reviews: number; is_more: boolean }> {
  let reviews = 0;
  let cursor: string | undefined;
  do {
    const page = await reviewsOfRoom(scope, { limit: 200, cursor });
    reviews += page.items.length;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && reviews < MAX_COUNTED);
  return { reviews, is_more: cursor !== undefined };
}
