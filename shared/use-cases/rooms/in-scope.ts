import type { DecidedReview } from "#shared/domain/reviews/review.ts";
import type { AskedRule } from "#shared/domain/rooms/question.ts";
import { isInScope, outsideRoom, type RoomScope } from "#shared/domain/rooms/room.ts";
import type { Objection } from "#shared/domain/standing/objection.ts";
import type { RuleDecision } from "#shared/domain/standing/standing.ts";
import { getReview, getReviews } from "#shared/store/reviews.ts";
import { getLiveRules } from "#shared/store/rules.ts";

const anId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The framework, if the room shows it. @throws DomainError `not_found`, always the same */
export function requireFramework({ framework_ids }: RoomScope, id: string): string {
  if (!framework_ids.includes(id)) throw outsideRoom();
  return id;
}

/** @throws DomainError `not_found`, always the same, for a rule that the room does not show */
export async function requireRule(scope: RoomScope, rule: AskedRule): Promise<void> {
  const frameworkId = requireFramework(scope, rule.framework_id);
  const [live] = await getLiveRules(frameworkId, [requireRuleName(rule.use_case_id)]);
  if (!live) throw outsideRoom();
}

/** No rule has any other name, and a key of the table has a bounded length. */
export const requireRuleName = (id: string): string => {
  if (/^[a-z0-9][a-z0-9_.-]{1,127}$/.test(id)) return id;
  throw outsideRoom();
};

/** The review, if the room shows it. @throws DomainError `not_found`, always the same */
export async function requireReview(scope: RoomScope, id: string): Promise<DecidedReview> {
  const review = anId.test(id) ? await getReview(id.toLowerCase()) : null;
  if (!isInScope(scope, review)) throw outsideRoom();
  return review;
}

/** The ids of those reviews that the room shows, in one round trip. */
export async function reviewsInScope(
  scope: RoomScope,
  ids: readonly (string | null | undefined)[],
): Promise<ReadonlySet<string>> {
  const named = [...new Set(ids.filter((id) => typeof id === "string"))];
  const reviews = await getReviews(named);
  return new Set(reviews.flatMap((review) => (isInScope(scope, review) ? [review.id] : [])));
}

/** The fields that name a decision; all null if the room does not show it. */
interface Named {
  review_id: string | null;
  panel_id: string | null;
  decided_at: string | null;
}

/** An objection as a room shows it. Outside the room's scope, only its existence is shown. */
export interface RoomObjection extends Named, Pick<Objection, "verdict" | "wording_changed_since"> {
  counsel: Objection["counsel"] | null;
  text: string | null;
}

/** The decision that counts, as a room shows it. */
export type RoomDecision = Named & Omit<RuleDecision, keyof Named>;

/** The ids of the reviews that the room shows. */
type Shown = ReadonlySet<string>;

const isShown = ({ review_id }: Pick<Named, "review_id">, shown: Shown): boolean =>
  review_id !== null && shown.has(review_id);

const unnamed = { review_id: null, panel_id: null, decided_at: null } as const;

/** A decision, without the fields that name it if the room does not show it. */
export const named = <N extends Named>(decision: N, shown: Shown): Omit<N, keyof Named> & Named =>
  isShown(decision, shown) ? decision : { ...decision, ...unnamed };

/** The objection to a rule, with counsel's name and words if the room shows the decision. */
export function objectionInRoom(
  objection: Objection | null,
  shown: Shown,
  { words }: Pick<RoomScope, "words">,
): RoomObjection | null {
  if (objection === null) return null;
  if (isShown(objection, shown)) {
    return words === "withheld" ? { ...objection, text: null } : objection;
  }
  return { ...objection, ...unnamed, counsel: null, text: null };
}

/** Open requests have no decision that a room could show, so it only shows that they are open. */
export const openInRoom = <O extends { review_id: string | null; panel_id: string | null }>(
  open: readonly O[],
): O[] => open.map((one) => ({ ...one, review_id: null, panel_id: null }));
