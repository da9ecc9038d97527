import type { LiveRule, RuleVersion } from "#shared/domain/frameworks/live-rule.ts";
import { countStatuses } from "#shared/domain/reviews/coverage.ts";
import {
  type RuleAnswers,
  ruleStatus,
  standingApproval,
} from "#shared/domain/reviews/rule-status.ts";
import type { CoveragePoint } from "#shared/store/coverage-months.ts";
import { decisionsUpTo, type PastDecisions } from "#shared/store/decisions.ts";
import { readKeptReviews } from "#shared/store/rule-answers.ts";
import { reviewsOfRules } from "#shared/store/rule-reviews.ts";
import { allLiveRules, earlierVersions } from "#shared/store/rules.ts";
import { answersAt } from "./as-of.ts";
import { rulesOpenAt } from "./rules-open-at.ts";

/**
 * A framework's totals at each of some instants (ISO 8601 UTC), oldest first; each as `getCoverage`
 * tells it, but what they have in common is read once.
 */
export async function totalsAt(
  frameworkId: string,
  instants: readonly string[],
  now: string,
): Promise<CoveragePoint[]> {
  if (instants.length === 0) return [];
  const [live, kept, ahead] = await Promise.all([
    allLiveRules(frameworkId),
    readKeptReviews(frameworkId),
    Promise.all(
      instants.filter((one) => one >= now).map((one) => reviewsOfRules(frameworkId, one)),
    ),
  ]);
  const past = instants.filter((one) => one < now);
  const totals = [
    ...(await pastTotals({ frameworkId, live, instants: past, answersOf: kept.answersOf })),
    ...ahead.map((reviews) =>
      countStatuses(
        live.map(({ rule: { use_case_id }, content_hash }) => {
          const answers = reviews(use_case_id);
          return ruleStatus(content_hash, answers, answers.open !== null);
        }),
      ),
    ),
  ];
  return instants.map((as_of, i) => ({ as_of, totals: totals[i] as CoveragePoint["totals"] }));
}

interface PastBook {
  frameworkId: string;
  live: readonly LiveRule[];
  /** ISO 8601 UTC, oldest first. */
  instants: readonly string[];
  /** The latest answers. */
  answersOf: (useCaseId: string) => RuleAnswers;
}

async function pastTotals(book: PastBook): Promise<CoveragePoint["totals"][]> {
  const { frameworkId, live, instants, answersOf } = book;
  const [oldest, newest] = [instants[0], instants.at(-1)];
  if (oldest === undefined || newest === undefined) return [];
  const ids = live.map(({ rule }) => rule.use_case_id);
  const decisions = untilNeeded(() => decisionsUpTo(frameworkId, newest));
  const [earlier, answers] = await Promise.all([
    earlierVersions(live.filter(({ updated_at }) => updated_at > oldest)),
    Promise.all(instants.map((at) => answersAt(at, ids, answersOf, notAfter(at, decisions)))),
  ]);
  const points = instants.map((at, i) => ({
    at,
    answers: answers[i] as (useCaseId: string) => RuleAnswers,
    hashes: hashesAt(live, earlier, at),
  }));
  // Whether a request was open matters only where no approval stands.
  const open = await rulesOpenAt(
    frameworkId,
    points.map((one) => ({
      at: one.at,
      useCaseIds: new Set(
        [...one.hashes.keys()].filter((id) => standingApproval(one.answers(id)) === null),
      ),
    })),
  );
  return points.map((one, i) =>
    countStatuses(
      [...one.hashes].map(([id, hash]) =>
        ruleStatus(hash, one.answers(id), open[i]?.has(id) === true),
      ),
    ),
  );
}

/** By rule that there was at an instant, the hash of its wording. */
function hashesAt(
  live: readonly LiveRule[],
  earlier: ReadonlyMap<string, readonly RuleVersion[]>,
  at: string,
): ReadonlyMap<string, string> {
  return new Map(
    live.flatMap(({ rule: { use_case_id }, ...version }) => {
      const then =
        version.updated_at <= at
          ? version
          : earlier.get(use_case_id)?.findLast(({ created_at }) => created_at <= at);
      return then === undefined ? [] : [[use_case_id, then.content_hash] as const];
    }),
  );
}

/** Decisions that are read once, and only if somebody asks for them. */
function untilNeeded(read: () => Promise<PastDecisions>): PastDecisions {
  const once = (ask: () => Promise<PastDecisions>): (() => Promise<PastDecisions>) => {
    let asked: Promise<PastDecisions> | undefined;
    return () => {
      asked ??= ask().then(({ decisions, earlier }) => ({
        decisions,
        earlier: earlier && once(earlier),
      }));
      return asked;
    };
  };
  return { decisions: [], earlier: once(read) };
}

/** The decisions up to an instant, of later ones too. */
const notAfter = (at: string, { decisions, earlier }: PastDecisions): PastDecisions => ({
  decisions: decisions.filter(({ decided_at }) => decided_at <= at),
  earlier: earlier && (async () => notAfter(at, await earlier())),
});
