import { bookState } from "#shared/domain/console/book-state.ts";
import { type EnforcementEvent, enforcementAt } from "#shared/domain/frameworks/enforcement.ts";
import type { Framework } from "#shared/domain/frameworks/framework.ts";
import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { isCanaryFramework } from "#shared/domain/service/canary.ts";
import { percentApproved } from "#shared/domain/standing/coverage.ts";
import { knownAt } from "#shared/domain/standing/kept-decisions.ts";
import { statusOf } from "#shared/domain/standing/rule-status.ts";
import { type Standing, standingOf } from "#shared/domain/standing/standing.ts";
import { decisionsUpTo, type PastDecisions } from "#shared/store/decisions.ts";
import { enforcementOf } from "#shared/store/enforcement.ts";
import { allFrameworks } from "#shared/store/frameworks.ts";
import type { KeptStanding } from "#shared/store/kept-attributes.ts";
import { readKeptStanding } from "#shared/store/kept-standing.ts";
import { allLiveRules, getRuleHistory } from "#shared/store/rules.ts";
import { decisionsAt } from "#shared/use-cases/standing/decisions-at.ts";
import { standingsFrom, wordingsOf } from "#shared/use-cases/standing/rule-records.ts";

/** A current rule book with the standing of its rules. */
export interface LoadedBook {
  framework: Framework;
  name: string;
  rules: readonly LiveRule[];
  kept: KeptStanding;
  /** The standing of a rule's live wording. */
  standingOf: (rule: LiveRule) => Standing;
  state: ReturnType<typeof bookState>;
  /** How many rules it had 30 days ago, and how much of it was approved; null: not worked out. */
  before: { rules: number; percent: number } | null;
}

/** The current books while they are read, for work that reads other things before it needs them. */
export type LoadingBooks = Promise<readonly LoadedBook[]>;

const AT_ONCE = 8;
const DAY_MS = 86_400_000;
/** What the change of a book's percentage is measured against. */
export const BEFORE_DAYS = 30;

/** Every current book, without the canary's, in the order of their ids. */
export async function loadBooks(now: string): Promise<LoadedBook[]> {
  const current = (await allFrameworks()).filter(
    ({ id, status }) => status === "current" && !isCanaryFramework(id),
  );
  const books: LoadedBook[] = [];
  await eachBounded(current.entries(), AT_ONCE, async ([at, framework]) => {
    books[at] = await loadBook(framework, now);
  });
  return books;
}

async function loadBook(framework: Framework, now: string): Promise<LoadedBook> {
  const [rules, events, kept] = await Promise.all([
    allLiveRules(framework.id),
    enforcementOf(framework.id),
    readKeptStanding(framework.id),
  ]);
  const [standingOn, before] = await Promise.all([
    standingsFrom(framework.id, kept, wordingsOf(rules), now),
    percentBefore(framework.id, { rules, events, kept }, now),
  ]);
  const standingNow = ({ rule, content_hash }: LiveRule): Standing =>
    standingOn(rule.use_case_id, content_hash);
  return {
    framework,
    name: framework.short_name ?? framework.display_name,
    rules,
    kept,
    standingOf: standingNow,
    state: bookState(rules, events, (rule) => statusOf(standingNow(rule)), now),
    before,
  };
}

/** If more rules than this changed in that time, their former wordings are not read one by one. */
const MAX_CHANGED = 100;

/** Earlier decisions are read in pages of this size, until the rules' standing is known. */
const DECISIONS_A_PAGE = 100;
const MAX_PAGES = 4;

/** Only the first pages of the decisions. A request for a further page gets none and calls `onCut`. */
const upToPages = (past: PastDecisions, most: number, onCut: () => void): PastDecisions => ({
  decisions: past.decisions,
  earlier:
    past.earlier &&
    (async () => {
      if (most > 1 && past.earlier) return upToPages(await past.earlier(), most - 1, onCut);
      onCut();
      return { decisions: [], earlier: null };
    }),
});

/**
 * How much of a book was approved 30 days ago. Rules that have not changed since are known; for the
 * others the versions of that time and the last decisions before it are read. null: that would take
 * more reads.
 */
async function percentBefore(
  frameworkId: string,
  {
    rules,
    events,
    kept,
  }: { rules: readonly LiveRule[]; events: readonly EnforcementEvent[]; kept: KeptStanding },
  now: string,
): Promise<LoadedBook["before"]> {
  const at = new Date(Date.parse(now) - BEFORE_DAYS * DAY_MS).toISOString();
  const changed = rules.filter(({ updated_at, version }) => updated_at > at && version > 1);
  if (changed.length > MAX_CHANGED) return null;
  const then: { rule: Rule; content_hash: string }[] = rules.filter(
    ({ updated_at }) => updated_at <= at,
  );
  await eachBounded(changed, AT_ONCE, async ({ rule: { use_case_id } }) => {
    const history = await getRuleHistory(frameworkId, use_case_id);
    const version = history.findLast(({ created_at }) => created_at <= at);
    if (version) then.push({ rule: version.content, content_hash: version.content_hash });
  });
  const ids = then.map(({ rule }) => rule.use_case_id);
  const isUnknown = (id: string): boolean => {
    const { unknown, searched_from } = knownAt(kept.decisionsOn(id), at);
    return unknown.size > 0 || searched_from !== null;
  };
  const past = ids.some(isUnknown)
    ? await decisionsUpTo(frameworkId, at, DECISIONS_A_PAGE)
    : { decisions: [], earlier: null };
  let isCut = false;
  const onCut = () => {
    isCut = true;
  };
  const pages = upToPages(past, MAX_PAGES, onCut);
  const decisionsOn = await decisionsAt(at, ids, kept.decisionsOn, pages);
  if (isCut) return null;
  const lawOf = enforcementAt(events, at);
  const percent = percentApproved(
    then.map(({ rule, content_hash }) => {
      const record = { decisions: decisionsOn(rule.use_case_id), requests: [] };
      const status = statusOf(standingOf(record, content_hash, at));
      return { status, in_force: lawOf(rule).in_force };
    }),
  );
  return { rules: then.length, percent };
}
