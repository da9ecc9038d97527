import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { swept, synthesize } from "#test/support/stacks.ts";

/*
 * CloudFormation refuses to take away or to change an export that another stack imports, and the
 * exporting stack is updated first. moto does not enforce this, so it is checked here: from every
 * set of options to every other.
 */

interface Template {
  Outputs?: Record<string, { Value: unknown; Export?: { Name: unknown } }>;
}

/** Name and value of everything that a stage exports. */
function exportsOf(templates: readonly Template[]): Map<string, string> {
  const outputs = templates.flatMap(({ Outputs = {} }) => Object.values(Outputs));
  return new Map(
    outputs.flatMap(({ Export, Value }) =>
      Export === undefined ? [] : [[JSON.stringify(Export.Name), JSON.stringify(Value)]],
    ),
  );
}

/** Names of everything that a stage imports. */
function importsOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "Fn::ImportValue" ? [JSON.stringify(inner)] : importsOf(inner),
  );
}

/** The template as if all variants were one stage: an export's name contains the stage's. */
const asOfOneStage = (template: Template, stage: string): Template =>
  JSON.parse(JSON.stringify(template).replaceAll(stage, "stage"));

const stages = Object.entries(swept).map(([title, options]) => {
  const { templates: made, parts: stacks } = synthesize(options);
  const templates = [...made.values()].map((one) => asOfOneStage(one.toJSON(), stacks.stage.name));
  const parts = [...made.keys()].map((name) => name.split("-").at(-1));
  return { title, parts, exported: exportsOf(templates), imported: new Set(importsOf(templates)) };
});

describe("from one set of options to another", () => {
  test("something is imported at all", () => {
    for (const { imported } of stages) expect(imported.size).toBeGreaterThan(5);
  });

  test.each(stages.flatMap((before) => stages.map((after) => [before, after] as const)))(
    "$0.title, then $1.title: no export in use disappears or changes",
    (before, after) => {
      const broken = [...before.imported].filter(
        (name) => after.exported.get(name) !== before.exported.get(name),
      );
      expect(broken).toEqual([]);
    },
  );
});

test("docs/deploying.md names every stack, and how many a stage has", () => {
  const text = readFileSync("docs/deploying.md", "utf8");
  const [, table = ""] = /\n\| Stack \|[^\n]*\n([\s\S]*?)\n\n/.exec(text) ?? [];
  const named = [...table.matchAll(/`(?:Countersign-<stage>)?-(\w+)`/g)].map(([, part]) => part);
  const all = stages.find(({ title }) => title === "all that is optional")?.parts ?? [];
  const least = stages.find(({ title }) => title === "no options")?.parts ?? [];
  expect(named.toSorted()).toEqual(all.toSorted());
  const words = ["six", "seven", "eight", "nine", "ten"];
  expect(text).toContain(`One stage is ${words[least.length - 6]} CloudFormation stacks`);
});
