import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  type AskedRule,
  rankRules,
  readQuestion,
} from "#shared/domain/evidence/question/question.ts";
import { provisionOf } from "#shared/domain/frameworks/provision.ts";
import { ruleQuestions } from "#test/support/search-questions.ts";

/** The books that come with the project, as the service searches them. */
const books = ["co-sb-26-189", "eu-ai-act", "us-ca-admt", "us-hiring", "us-tx-hb-149"].map((name) =>
  JSON.parse(readFileSync(`shared/domain/frameworks/rule-books/${name}.json`, "utf8")),
) as { framework_id: string; display_name: string; short_name: string; rules: AskedRule[] }[];

const firstHit = (text: string): string => {
  const question = readQuestion(text, "2026-11-26");
  const [best] = books
    .flatMap(({ framework_id, display_name, short_name, rules }) =>
      rankRules(rules, question, () => [display_name, short_name, framework_id]),
    )
    .sort((a, b) => a.rank - b.rank);
  if (best === undefined) return "";
  const { citations, title } = best.rule;
  return `${provisionOf(citations[0]?.label ?? "")} · ${title}`;
};

test.each(ruleQuestions)("“%s” finds the right rule first, of all rules", (text, _, hit) => {
  const found = firstHit(text);
  if (hit === "") expect(found).toBe("");
  else if (typeof hit === "string") expect(found.slice(0, hit.length)).toBe(hit);
  else expect(found).toMatch(hit);
});
