import { expect, test } from "vitest";
import { commission, expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";

const system = suiteSystem();

test("a page of rule names ends before the answer is too large, and its cursor leads to every book once", async () => {
  // Three bytes per character, because names are counted in characters and answers in bytes.
  const label = "€".repeat(990);
  const long = (one: number) =>
    ruleText(`rule.${one}`, { title: `${one} ${label}`, citations: [{ label }] });
  const many = Array.from({ length: 250 }, (_, one) => long(one));
  const made: string[] = [];
  for (let book = 0; book < 3; book += 1) {
    const { frameworkId } = await commission(system, { rules: [long(0)] });
    const path = `/admin/frameworks/${frameworkId}/rules`;
    await expectStatus(system.admin("PUT", path, { rules: many }), 200);
    made.push(frameworkId);
  }
  const seen: { id: string; rules: object[] }[] = [];
  const pages: number[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query: string = cursor === "" ? "" : `?cursor=${cursor}`;
    const { body } = await expectStatus(system.admin("GET", `/clearance/rules${query}`), 200);
    seen.push(...body.items);
    pages.push(body.items.length);
    cursor = body.next_cursor;
  }
  const own = seen.filter(({ id }) => made.includes(id));
  expect(own.map(({ id }) => id)).toEqual(made.toSorted());
  const names = many.map(({ use_case_id, title }) => ({ use_case_id, title, citation: label }));
  const byId = names.toSorted((a, b) => (a.use_case_id < b.use_case_id ? -1 : 1));
  for (const { rules } of own) expect(rules).toEqual(byId);
  expect(pages.length).toBeGreaterThan(1);
});
