import type { Framework } from "#shared/domain/frameworks/framework.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { pageOfFrameworks } from "#shared/store/frameworks.ts";
import type { Page, Paging } from "#shared/store/page.ts";
import { allLiveRules } from "#shared/store/rules.ts";

/** A rule book by name, with the names of its live rules, in the order of their ids. */
interface NamedBook extends Pick<Framework, "id" | "display_name" | "short_name" | "status"> {
  rules: { use_case_id: string; title: string; citation: string | null }[];
}

/** How many books' rules are read concurrently. */
const AT_ONCE = 8;

/** A page of the rule books, ordered by id: what clearance may be asked about, as people call it. */
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
  return { ...page, items };
}
