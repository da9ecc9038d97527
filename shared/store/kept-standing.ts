import { withDecision } from "#shared/domain/standing/kept-decisions.ts";
import type { CountedDecision } from "./counting.ts";
import {
  hasCounted,
  type KeptStanding,
  keptIn,
  openName,
  SAID,
  storedDecisions,
} from "./kept-attributes.ts";
import { getItems } from "./read.ts";
import type { Read } from "./read-together.ts";
import { changeBuckets, type RuleChange, ruleKeys } from "./rule-buckets.ts";
import type { Action } from "./transact.ts";

/** @param useCaseIds only these rules; if omitted, every rule of the framework */
export const readKeptStanding = async (
  frameworkId: string,
  useCaseIds?: readonly string[],
): Promise<KeptStanding> => keptIn(await getItems(ruleKeys(frameworkId, useCaseIds)));

/** The same, as one of several reads. */
export const keptStandingRead = (
  frameworkId: string,
  useCaseIds: readonly string[],
): Read<KeptStanding> => ({ keys: ruleKeys(frameworkId, useCaseIds), from: keptIn });

/**
 * Counts decisions on rules and closes the requests that they answer, if no other decision on any of
 * these rules has counted since they were read.
 */
export const countDecisions = (
  frameworkId: string,
  decisions: readonly CountedDecision[],
  kept: KeptStanding,
): Action[] =>
  changeBuckets(
    frameworkId,
    decisions.map(({ use_case_id, decision, closes, leaves }): RuleChange => {
      const mark = openName(use_case_id, closes);
      // If it is not marked any more, a newer request has taken its place.
      const isMarked = kept
        .marksOn(use_case_id)
        .marks.some(({ review_id }) => review_id === closes);
      if (leaves !== undefined && isMarked) return { use_case_id, set: [[mark, leaves]] };
      const remove = [mark];
      if (decision === null) return { use_case_id, remove };
      const before = kept.decisionsOn(use_case_id);
      return {
        use_case_id,
        remove,
        set: [[SAID + use_case_id, storedDecisions(withDecision(before, decision))]],
        assumes: hasCounted(use_case_id, before.count),
      };
    }),
  );
