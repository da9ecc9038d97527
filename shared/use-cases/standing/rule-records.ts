import { endOfDay } from "#shared/domain/frameworks/days.ts";
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

/** Gives the standing of a rule's wording, by its content hash. */
export type StandingOn = (useCaseId: string, wording: string) => Standing;

/** Wordings of rules: use case and content hash. */
type Wordings = readonly (readonly [useCaseId: string, wording: string])[];

/** The live wordings of rules. */
export const wordingsOf = (rules: readonly LiveRule[]): Wordings =>
  rules.map(({ rule, content_hash }) => [rule.use_case_id, content_hash]);

/**
 * Which of the requests and panels that are open on a rule the caller wants: the one named first; in
 * addition, for rules that nobody has decided on, whether a panel is open; or each of them.
 */
type OpenWanted = "first" | "panel" | "each";

interface Asked {
  frameworkId: string;
  /** The instant in question, past or future, ISO 8601 UTC. */
  at: string;
  now: string;
  /** The rules in question; if omitted, every rule of the framework. */
  useCaseIds?: readonly string[] | undefined;
  /** If omitted, the one named first. */
  open?: OpenWanted;
}

/**
 * Reads everything on which rules' standing depends, whatever their wordings. This takes one read of
 * the kept standing; for a past instant, the last decisions up to it and the requests around it are
 * read in parallel.
 * @returns a function that gives the standing once the wordings in question are known; it reads further
 * only if the kept standing does not cover one of them
 */
export async function readRuleRecords(
  asked: Asked,
): Promise<(wordings: Wordings) => Promise<StandingOn>> {
  const { frameworkId, at, now, useCaseIds, open } = asked;
  if (at >= now) {
    const kept = await readKeptStanding(frameworkId, useCaseIds);
    // Whoever asks about today asks how things stand now, and not when today's requests have ended.
    const then = at === endOfDay(now.slice(0, 10)) ? now : at;
    return (wordings) => standingsFrom(frameworkId, kept, wordings, then, open);
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
 * The standing of rules now, or at a future instant, from the kept standing. If that lacks the newest
 * decision on a wording, or some of the requests, those are read.
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
