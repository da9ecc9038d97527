import { type DueRules, dueRules } from "#shared/domain/frameworks/due.ts";
import type { Framework } from "#shared/domain/frameworks/framework.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { enforcementOf } from "#shared/store/enforcement.ts";
import { pageOfFrameworks } from "#shared/store/frameworks.ts";
import { readKeptStanding } from "#shared/store/kept-standing.ts";
import type { Page, Paging } from "#shared/store/page.ts";
import { allLiveRules } from "#shared/store/rules.ts";
import { standingsFrom, wordingsOf } from "#shared/use-cases/standing/rule-records.ts";

/** A framework as lists show it. Only a current one has `due`, and only on request. */
export type ListedFramework = Framework & { due?: DueRules };

/**
 * A page of the platform's frameworks, ordered by id.
 * @param due.by if given, every current framework includes what is due on its rules by that day,
 * YYYY-MM-DD
 * @param due.now ISO 8601 UTC
 */
export async function listFrameworks(
  paging: Paging,
  due: { by: string | undefined; now: string },
): Promise<Page<ListedFramework>> {
  const page = await pageOfFrameworks(paging);
  const { by, now } = due;
  if (by === undefined) return page;
  const items: ListedFramework[] = [...page.items];
  await eachBounded(page.items.entries(), AT_ONCE, async ([at, framework]) => {
    items[at] = await withDue(framework, { by, now });
  });
  return { ...page, items };
}

/** How many frameworks' rules are read concurrently; a page may have 200. */
const AT_ONCE = 8;

async function withDue(
  framework: Framework,
  on: { by: string; now: string },
): Promise<ListedFramework> {
  if (framework.status !== "current") return framework;
  const [rules, events, kept] = await Promise.all([
    allLiveRules(framework.id),
    enforcementOf(framework.id),
    readKeptStanding(framework.id),
  ]);
  const standingOn = await standingsFrom(framework.id, kept, wordingsOf(rules), on.now);
  return { ...framework, due: dueRules(rules, events, standingOn, on) };
}
