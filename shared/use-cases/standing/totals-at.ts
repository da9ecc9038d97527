import type { LiveRule, RuleVersion } from "#shared/domain/frameworks/live-rule.ts";
import { type StatusTotals, statusOf, totalsOf } from "#shared/domain/standing/rule-status.ts";
import { standingOf } from "#shared/domain/standing/standing.ts";
import type { CoveragePoint } from "#shared/store/coverage-months.ts";
import { decisionsUpTo, type PastDecisions } from "#shared/store/decisions.ts";
import type { KeptStanding } from "#shared/store/kept-attributes.ts";
import { readKeptStanding } from "#shared/store/kept-standing.ts";
import { allLiveRules, earlierVersions } from "#shared/store/rules.ts";
import { decisionsAt } from "./decisions-at.ts";
import { standingsFrom } from "./rule-records.ts";
import { rulesOpenAt } from "./rules-open-at.ts";

/**
 * A framework's totals at several instants (ISO 8601 UTC), oldest first. Each is what `getCoverage`
 * returns, but the data that they share is read once.
 */
export async function totalsAt(
  frameworkId: string,
  instants: readonly string[],
  now: string,
): Promise<CoveragePoint[]> {
  if (instants.length === 0) return [];
  const [live, kept] = await Promise.all([
    allLiveRules(frameworkId),
    readKeptStanding(frameworkId),
  ]);
  const past = await pastTotals({
    ...{ frameworkId, live, kept },
    instants: instants.filter((one) => one < now),
  });
  const ahead = await Promise.all(
    instants.filter((one) => one >= now).map((at) => totalsAhead(frameworkId, live, kept, at)),
  );
  const totals = [...past, ...ahead];
  return instants.map((as_of, i) => ({ as_of, totals: totals[i] as StatusTotals }));
}

/** The totals now, or at a future instant. */
async function totalsAhead(
  frameworkId: string,
  live: readonly LiveRule[],
  kept: KeptStanding,
  at: string,
): Promise<StatusTotals> {
  const wordings = live.map(
    ({ rule: { use_case_id }, content_hash }) => [use_case_id, content_hash] as const,
  );
  const standingOn = await standingsFrom(frameworkId, kept, wordings, at);
  return totalsOf(wordings.map((wording) => statusOf(standingOn(...wording))));
}

interface PastBook {
  frameworkId: string;
  live: readonly LiveRule[];
  kept: KeptStanding;
  /** ISO 8601 UTC, oldest first. */
  instants: readonly string[];
}

async function pastTotals({
  frameworkId,
  live,
  kept,
  instants,
}: PastBook): Promise<StatusTotals[]> {
  const [oldest, newest] = [instants[0], instants.at(-1)];
  if (oldest === undefined || newest === undefined) return [];
  const ids = live.map(({ rule }) => rule.use_case_id);
  const past = untilNeeded(() => decisionsUpTo(frameworkId, newest));
  const [earlier, decisions] = await Promise.all([
    earlierVersions(live.filter(({ updated_at }) => updated_at > oldest)),
    Promise.all(instants.map((at) => decisionsAt(at, ids, kept.decisionsOn, notAfter(at, past)))),
  ]);
  const points = instants.map((at, i) => ({
    at,
    decisionsOn: (id: string) => decisions[i]?.(id) ?? [],
    wordings: wordingsAt(live, earlier, at),
  }));
  // Whether a request was open matters only for rules that nobody had decided on.
  const open = await rulesOpenAt(
    frameworkId,
    points.map(({ at, decisionsOn, wordings }) => ({
      at,
      wordings: new Map([...wordings].filter(([id]) => decisionsOn(id).length === 0)),
    })),
  );
  return points.map(({ at, decisionsOn, wordings }, i) =>
    totalsOf(
      [...wordings].map(([id, wording]) => {
        const request = open[i]?.get(id);
        const requests = request === undefined ? [] : [request];
        return statusOf(standingOf({ decisions: decisionsOn(id), requests }, wording, at));
      }),
    ),
  );
}

/** The wording's hash of each rule that existed at an instant. */
export function wordingsAt(
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

/** Reads decisions only when somebody asks for them, and then once. */
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

/** Keeps only the decisions up to an instant, also among those still to be read. */
const notAfter = (at: string, { decisions, earlier }: PastDecisions): PastDecisions => ({
  decisions: decisions.filter(({ decided_at }) => decided_at <= at),
  earlier: earlier && (async () => notAfter(at, await earlier())),
});
