import { type BookState, bookState } from "#shared/domain/console/book-state.ts";
import type { EnforcementEvent } from "#shared/domain/frameworks/enforcement.ts";
import type { Framework } from "#shared/domain/frameworks/framework.ts";
import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import {
  mayHaveOthers,
  openMarksAt,
  standingApproval,
} from "#shared/domain/reviews/rule-status.ts";
import { isCanaryFramework } from "#shared/domain/service/canary.ts";
import { decisionsUpTo, type PastDecisions } from "#shared/store/decisions.ts";
import { enforcementOf } from "#shared/store/enforcement.ts";
import { allFrameworks } from "#shared/store/frameworks.ts";
import { type KeptReviews, readKeptReviews } from "#shared/store/rule-answers.ts";
import { allLiveRules, getVersions } from "#shared/store/rules.ts";
import { answersAt } from "#shared/use-cases/evidence/as-of.ts";

/** A current rule book with what is said of its rules. */
export interface LoadedBook {
  framework: Framework;
  name: string;
  rules: readonly LiveRule[];
  kept: KeptReviews;
  isOpen: (useCaseId: string) => boolean;
  state: BookState;
  /** How many rules it had 30 days ago, and how many were approved as they stood. */
  before: { rules: number; approved: number } | null;
}

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
    readKeptReviews(framework.id),
  ]);
  const isOpen = (id: string): boolean => {
    const on = kept.openOn(id);
    return openMarksAt(on, now).length > 0 || mayHaveOthers(on, now);
  };
  return {
    framework,
    name: framework.short_name ?? framework.display_name,
    rules,
    kept,
    isOpen,
    state: stateOf(rules, events, { kept, isOpen }, now),
    before: await approvedBefore(framework.id, rules, kept, now),
  };
}

const stateOf = (
  rules: readonly LiveRule[],
  events: readonly EnforcementEvent[],
  { kept, isOpen }: Pick<LoadedBook, "kept" | "isOpen">,
  now: string,
): BookState => bookState(rules, events, { answersOf: kept.answersOf, isOpen }, now);

/** More rules than these changed within the days: what they were is not read one by one. */
const MOST_CHANGED = 100;

/** So many decisions before the days are read, page after page, until the rules are known. */
const DECISIONS_A_PAGE = 100;
const MOST_PAGES = 4;

/** The first pages of the decisions; what asks for a further one gets none and is told. */
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
 * How much of a book was approved 30 days ago: what has not changed since is known; else the versions
 * of that time and the last decisions before it are read. null: it would take more.
 */
async function approvedBefore(
  frameworkId: string,
  rules: readonly LiveRule[],
  kept: KeptReviews,
  now: string,
): Promise<LoadedBook["before"]> {
  const at = new Date(Date.parse(now) - BEFORE_DAYS * DAY_MS).toISOString();
  const changed = rules.filter(({ updated_at, version }) => updated_at > at && version > 1);
  if (changed.length > MOST_CHANGED) return null;
  const hashes = new Map(
    rules.flatMap(({ rule: { use_case_id: id }, updated_at, content_hash }) =>
      updated_at <= at ? [[id, content_hash] as const] : [],
    ),
  );
  await eachBounded(changed, AT_ONCE, async ({ rule: { use_case_id: id } }) => {
    const then = (await getVersions(frameworkId, id)).findLast(
      ({ created_at }) => created_at <= at,
    );
    if (then !== undefined) hashes.set(id, then.content_hash);
  });
  const ids = [...hashes.keys()];
  const isNewer = (id: string): boolean =>
    Object.values(kept.answersOf(id)).some((one) => (one?.decided_at ?? "") > at);
  const past = ids.some(isNewer)
    ? await decisionsUpTo(frameworkId, at, DECISIONS_A_PAGE)
    : { decisions: [], earlier: null };
  let isCut = false;
  const answers = await answersAt(
    at,
    ids,
    kept.answersOf,
    upToPages(past, MOST_PAGES, () => {
      isCut = true;
    }),
  );
  if (isCut) return null;
  const approved = ids.filter(
    (id) => standingApproval(answers(id))?.content_hash === hashes.get(id),
  );
  return { rules: ids.length, approved: approved.length };
}
