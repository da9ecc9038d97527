import { canonicalHash } from "#shared/domain/canonical.ts";
import { gatedBooks } from "#shared/domain/frameworks/books.ts";
import { inForceAt } from "#shared/domain/frameworks/in-force.ts";
import type { Gates } from "#shared/domain/inventory/classification.ts";
import { GATES_VERSION, weigh } from "#shared/domain/inventory/gates.ts";
import type { Rules } from "#shared/domain/inventory/verdict.ts";
import { allFrameworks } from "#shared/store/frameworks.ts";
import { allLiveRules } from "#shared/store/rules.ts";

/**
 * The gates of the current rule books, without rules that have ended. A rule that is missing from a
 * book stands, because the gates cite the law and not what was imported of it.
 */
export async function currentGates(now: string): Promise<Gates> {
  const current = new Set(
    (await allFrameworks()).flatMap(({ id, status }) => (status === "current" ? [id] : [])),
  );
  const books = gatedBooks.filter((id) => current.has(id));
  const ended = new Set((await Promise.all(books.map((id) => endedRules(id, now)))).flat());
  const rules: Rules = {
    has: (id) => books.some((book) => book === id),
    stands: (id, useCaseId) => rules.has(id) && !ended.has(`${id}/${useCaseId}`),
  };
  return {
    version: GATES_VERSION,
    basis: canonicalHash([GATES_VERSION, books, [...ended].sort()]),
    weigh: (facts) => weigh(facts, rules),
  };
}

async function endedRules(frameworkId: string, now: string): Promise<string[]> {
  const live = await allLiveRules(frameworkId);
  return live
    .filter(({ rule }) => inForceAt(rule, now) === "ended")
    .map(({ rule }) => `${frameworkId}/${rule.use_case_id}`);
}
