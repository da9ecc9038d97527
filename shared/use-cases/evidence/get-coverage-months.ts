import { DomainError } from "#shared/domain/errors.ts";
import type { LiveRule, RuleVersion } from "#shared/domain/frameworks/live-rule.ts";
import { countStatuses } from "#shared/domain/reviews/coverage.ts";
import {
  type RuleAnswers,
  type RuleStatus,
  ruleStatus,
  standingApproval,
} from "#shared/domain/reviews/rule-status.ts";
import { decisionsUpTo, type PastDecisions } from "#shared/store/decisions.ts";
import { getFramework } from "#shared/store/frameworks.ts";
import { readKeptReviews } from "#shared/store/rule-answers.ts";
import { reviewsOfRules } from "#shared/store/rule-reviews.ts";
import { allLiveRules, earlierVersions } from "#shared/store/rules.ts";
import { answersAt } from "./as-of.ts";
import { rulesOpenAt } from "./rules-open-at.ts";

/** How many rules had each status at an instant (ISO 8601 UTC). */
interface Point {
  as_of: string;
  totals: Record<RuleStatus, number>;
}

interface CoverageMonths extends Point {
  framework_id: string;
  rules: [];
  /** At the beginning of each month, oldest first. */
  months: Point[];
}

const MONTHS = 6;

/** The beginnings of the last months before an instant, its own among them, oldest first. */
function monthsBefore(at: string): string[] {
  const then = new Date(at);
  const first = then.getUTCMonth() - MONTHS + 1;
  return Array.from({ length: MONTHS }, (_, i) =>
    new Date(Date.UTC(then.getUTCFullYear(), first + i, 1)).toISOString(),
  ).filter((month) => month < at);
}

/**
 * A framework's totals at an instant and at the beginning of its month and of the five before it;
 * each as `getCoverage` tells it, but what they have in common is read once.
 * @param asOf ISO 8601 UTC; null: now
 * @throws DomainError `not_found`
 */
export async function getCoverageMonths(
  frameworkId: string,
  asOf: string | null,
  now: string,
): Promise<CoverageMonths> {
  const at = asOf ?? now;
  const instants = [...monthsBefore(at), at];
  const [framework, live, kept, ahead] = await Promise.all([
    getFramework(frameworkId),
    allLiveRules(frameworkId),
    readKeptReviews(frameworkId),
    Promise.all(
      instants.filter((one) => one >= now).map((one) => reviewsOfRules(frameworkId, one)),
    ),
  ]);
  if (framework === null) throw new DomainError("not_found", "There is no such framework.");
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
  const points = instants.map((as_of, i) => ({ as_of, totals: totals[i] as Point["totals"] }));
  const [last] = points.splice(-1);
  return { framework_id: frameworkId, ...(last as Point), rules: [], months: points };
}

interface PastBook {
  frameworkId: string;
  live: readonly LiveRule[];
  /** ISO 8601 UTC, oldest first. */
  instants: readonly string[];
  /** The latest answers. */
  answersOf: (useCaseId: string) => RuleAnswers;
}

async function pastTotals(book: PastBook): Promise<Point["totals"][]> {
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
