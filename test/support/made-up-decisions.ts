import * as fc from "fast-check";
import { decisions } from "#shared/domain/reviews/statuses.ts";
import {
  type KeptDecisions,
  nothingDecided,
  withDecision,
} from "#shared/domain/standing/kept-decisions.ts";
import type { RuleDecision, RuleRequest } from "#shared/domain/standing/standing.ts";

export const at = (second: number): string => new Date(second * 1000).toISOString();

/** Few instants and wordings, so that decisions coincide and repeat. */
export const instant = fc.integer({ min: 0, max: 12 }).map(at);
export const wording = fc.constantFrom("w1", "w2", "w3", "w4", "w5");
const decision = fc
  .record({
    id: fc.integer({ min: 0, max: 30 }),
    isPanels: fc.boolean(),
    outcome: fc.constantFrom(...decisions),
    decided_at: instant,
    content_hash: wording,
  })
  .map(
    ({ id, isPanels, ...one }): RuleDecision => ({
      ...one,
      review_id: `review-${id}`,
      panel_id: isPanels ? `panel-${id}` : null,
    }),
  );
export const history = fc.uniqueArray(decision, {
  maxLength: 14,
  selector: ({ review_id, panel_id }) => panel_id ?? review_id,
});
const request = fc
  .record({
    id: fc.integer({ min: 0, max: 9 }),
    isPanels: fc.boolean(),
    content_hash: wording,
    created_at: instant,
    expires_at: instant,
    ended_at: fc.option(instant),
  })
  .map(
    ({ id, isPanels, ...one }): RuleRequest => ({
      ...one,
      review_id: `review-${id}`,
      panel_id: isPanels ? `panel-${id % 3}` : null,
    }),
  );
export const requests = fc.array(request, { maxLength: 8 });

/** A list, and the same in another order. */
export const inTwoOrders = <T>(lists: fc.Arbitrary<T[]>): fc.Arbitrary<[T[], T[]]> =>
  lists.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  );

/** What the service keeps of decisions that are written in this order. */
export const keptOf = (made: readonly RuleDecision[]): KeptDecisions =>
  made.reduce(withDecision, nothingDecided);
