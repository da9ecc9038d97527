import { findRules, readQuestion } from "#shared/domain/evidence/question/question.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { allFrameworks } from "#shared/store/frameworks.ts";
import { allLiveRules } from "#shared/store/rules.ts";

/** How many frameworks' rules are read concurrently. */
const AT_ONCE = 8;

/** A live rule that answers a search. */
interface FoundRule {
  framework_id: string;
  use_case_id: string;
  title: string;
  citation: string | null;
  version: number;
  updated_at: string;
}

/**
 * Live rules by article, title or id: rules of current frameworks first, each framework's in the
 * order of its law. Only what is live now is searched, and no longer texts than titles.
 * @param now ISO 8601 UTC
 */
export async function searchRules(
  { search, limit }: { search: string; limit: number },
  now: string,
): Promise<{ found: number; rules: FoundRule[] }> {
  const question = readQuestion(search, now.slice(0, 10));
  const frameworks = (await allFrameworks()).toSorted(
    (a, b) => Number(a.status !== "current") - Number(b.status !== "current"),
  );
  const perFramework: FoundRule[][] = frameworks.map(() => []);
  await eachBounded(frameworks.entries(), AT_ONCE, async ([at, { id }]) => {
    const live = await allLiveRules(id);
    const asked = live.map(({ rule, version, updated_at }) => ({ ...rule, version, updated_at }));
    perFramework[at] = findRules(asked, question).map((rule) => ({
      framework_id: id,
      use_case_id: rule.use_case_id,
      title: rule.title,
      citation: rule.citations[0]?.label ?? null,
      version: rule.version,
      updated_at: rule.updated_at,
    }));
  });
  const rules = perFramework.flat();
  return { found: rules.length, rules: rules.slice(0, limit) };
}
