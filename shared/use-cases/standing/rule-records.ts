import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import {
  type MarksOnRule,
  mayBePreceded,
  mayHaveOthers,
  mayHidePanel,
  requestsOf,
} from "#shared/domain/standing/open-marks.ts";
import { type RuleRecord, type Standing, standingOf } from "#shared/domain/standing/standing.ts";
import { decisionsUpTo } from "#shared/store/decisions.ts";
import type { KeptStanding } from "#shared/store/kept-attributes.ts";
import { readKeptStanding } from "#shared/store/kept-standing.ts";
import { pendingReviews } from "#shared/store/review-lists.ts";
import { newestDecisionsOn } from "#shared/store/rule-decisions.ts";
import { decisionsAt } from "./decisions-at.ts";
import { byRule, requestsAt } from "./requests-at.ts";

/** What holds for a wording of a rule, by its content hash. */
export type StandingOn = (useCaseId: string, wording: string) => Standing;

/** Wordings of rules: use case and content hash. */
type Wordings = readonly (readonly [useCaseId: string, wording: string])[];

/** The live wordings of rules. */
export const wordingsOf = (rules: readonly LiveRule[]): Wordings =>
  rules.map(({ rule, content_hash }) => [rule.use_case_id, content_hash]);

/**
 * What is wanted of the requests and panels that are open on a rule: the one named first; also
 * whether a panel is open, of rules that nobody has decided on; or each.
 */
type OpenWanted = "first" | "panel" | "each";

interface Asked {
  frameworkId: string;
  /** The instant in question, past or to come, ISO 8601 UTC. */
  at: string;
  now: string;
  /** The rules in question; left out: every rule of the framework. */
  useCaseIds?: readonly string[] | undefined;
  /** Left out: the one named first. */
  open?: OpenWanted;
}

/**
 * Everything that rules' standing follows from, whatever their wordings. One read of what is kept;
 * of a past instant, beside it the last decisions up to it and the requests around it.
 * @returns tells how the rules stand, once the wordings in question are known; that reads further
 * only if what is kept does not tell of one of them
 */
export async function readRuleRecords(
  asked: Asked,
): Promise<(wordings: Wordings) => Promise<StandingOn>> {
  const { frameworkId, at, now, useCaseIds, open } = asked;
  if (at >= now) {
    const kept = await readKeptStanding(frameworkId, useCaseIds);
    return (wordings) => standingsFrom(frameworkId, kept, wordings, at, open);
  }
  const [kept, past, requests] = await Promise.all([
    readKeptStanding(frameworkId, useCaseIds),
    decisionsUpTo(frameworkId, at),
    requestsAt(frameworkId, at),
  ]);
  const decisions = await decisionsAt(at, useCaseIds ?? kept.decided(), kept.decisionsOn, past);
  const standing: StandingOn = (id, wording) =>
    standingOf({ decisions: decisions(id), requests: requests(id) }, wording, at);
  return () => Promise.resolve(standing);
}

/**
 * How rules stand now, or will at an instant to come, by what is kept. Where that does not hold the
 * newest decision on a wording, or not every request, those are read.
 * @param at ISO 8601 UTC, not before now
 */
export async function standingsFrom(
  frameworkId: string,
  kept: KeptStanding,
  wordings: Wordings,
  at: string,
  open: OpenWanted = "first",
): Promise<StandingOn> {
  const forgotten = wordings.filter(([id, wording]) => isForgotten(kept, id, wording));
  const crowded = wordings.filter(([id, wording]) => {
    const wanted = open === "panel" && kept.decisionsOn(id).count > 0 ? "first" : open;
    return mayLack(kept.marksOn(id), wording, at, wanted);
  });
  const [decisions, requests] = await Promise.all([
    forgotten.length === 0 ? null : newestDecisionsOn(frameworkId, idsOf(forgotten), at),
    crowded.length === 0 ? null : pendingReviews(frameworkId, at).then(byRule),
  ]);
  const isForgottenOn = new Set(idsOf(forgotten));
  const isCrowded = new Set(idsOf(crowded));
  return (id, wording) => {
    const record: RuleRecord = {
      decisions:
        decisions !== null && isForgottenOn.has(id) ? decisions(id) : kept.decisionsOn(id).newest,
      requests: [
        ...requestsOf(kept.marksOn(id)),
        ...(requests !== null && isCrowded.has(id) ? requests(id) : []),
      ],
    };
    return standingOf(record, wording, at);
  };
}

/** Whether a request that is wanted may be open without a mark. */
function mayLack(on: MarksOnRule, wording: string, at: string, wanted: OpenWanted): boolean {
  if (wanted === "each") return mayHaveOthers(on, at);
  return mayBePreceded(on, wording, at) || (wanted === "panel" && mayHidePanel(on, wording, at));
}

const idsOf = (wordings: Wordings): string[] => [...new Set(wordings.map(([id]) => id))];

/** Whether there may have been decisions on a wording that are not kept. */
function isForgotten(kept: KeptStanding, useCaseId: string, wording: string): boolean {
  const { newest, dropped_since } = kept.decisionsOn(useCaseId);
  return dropped_since !== null && newest.every(({ content_hash }) => content_hash !== wording);
}
