import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { functionUnits, settingsOf } from "#infra/functions.ts";
import { settingsDocument } from "#infra/settings-reference.ts";
import { credentialNames } from "#shared/domain/setup/credentials.ts";

test("docs/settings.md matches the route table; npm run settings writes it", () => {
  expect(readFileSync("docs/settings.md", "utf8")).toBe(settingsDocument());
});

test("every setting that a function reads has its row, credentials marked as such", () => {
  const text = readFileSync("docs/settings.md", "utf8");
  const names = new Set([...functionUnits.flatMap(settingsOf), ...credentialNames]);
  for (const name of names) expect(text).toContain(`| \`${name}\` |`);
  for (const name of credentialNames) {
    const row = text.split("\n").find((line) => line.startsWith(`| \`${name}\``));
    expect(row).toMatch(/\| credential \|$/);
  }
});

test.each(["alarms", "runbooks"])("docs/%s.md names every function whose log has links", (page) => {
  const text = readFileSync(`docs/${page}.md`, "utf8");
  const linked = functionUnits.filter(({ logsLinks }) => logsLinks);
  expect(linked.map(({ id }) => id).filter((id) => !text.includes(`\`${id}\``))).toEqual([]);
  expect(text).toContain("`/countersign/<stage>/links/`");
});
