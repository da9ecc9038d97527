import type { Framework } from "#shared/domain/frameworks/framework.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { pageOfFrameworks } from "#shared/store/frameworks.ts";
import { fitting, type Page, type Paging } from "#shared/store/page.ts";
import { allLiveRules } from "#shared/store/rules.ts";

/** A rule book's name, with the names of its live rules in the order of their ids. */
interface NamedBook extends Pick<Framework, "id" | "display_name" | "short_name" | "status"> {
  rules: { use_case_id: string; title: string; citation: string | null }[];
}

/** How many books' rules are read concurrently. */
const AT_ONCE = 8;

/**
 * A page of the rule books, ordered by id, with the names that people use for what clearance may be
 * asked about. The page ends where the next book would make the answer too large.
 */
export async function listRuleNames(paging: Paging): Promise<Page<NamedBook>> {
  const page = await pageOfFrameworks(paging);
  const items: NamedBook[] = [];
  await eachBounded(page.items.entries(), AT_ONCE, async ([at, book]) => {
    const rules = (await allLiveRules(book.id)).map(({ rule }) => ({
      use_case_id: rule.use_case_id,
      title: rule.title,
      citation: rule.citations[0]?.label ?? null,
    }));
    items[at] = { ...book, rules };
  });
  const kept = items.slice(0, fitting(items, paging.limit));
  const isCut = kept.length < items.length;
  return { items: kept, next_cursor: isCut ? (kept.at(-1)?.id ?? null) : page.next_cursor };
}
