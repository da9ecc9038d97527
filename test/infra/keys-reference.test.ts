import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { dataProtectionDocument } from "#infra/data-protection.ts";
import { keysDocument } from "#infra/keys-reference.ts";
import { entities, entityAt, kindOf } from "#shared/store/entities.ts";
import { tenantsStand } from "#shared/store/tombstones.ts";

test("docs/keys.md matches the registry and the files of the store; npm run keys writes it", () => {
  expect(readFileSync("docs/keys.md", "utf8")).toBe(keysDocument());
});

test("docs/data-protection.md lists every kind of item and every field that can name somebody; npm run keys writes it", () => {
  const text = readFileSync("docs/data-protection.md", "utf8");
  expect(text).toBe(dataProtectionDocument(text));
  // The document really contains the tables, and the check notices a missing line.
  const [line] = text.match(/^\| `COUNSEL#<id> \/ META`.*\n/m) ?? [""];
  expect(line).toContain("e-mail address");
  expect(dataProtectionDocument(text.replace(line, ""))).toBe(text);
  expect(text).toContain("| `decision_comment` |");
});

test("the registry knows every kind that the store's files name, and every file that it names exists", () => {
  const named = [...keysDocument().matchAll(/^([A-Z][A-Z_-]+)(?:#[^/\n]*|\s*) \/ /gm)];
  const kinds = new Set(named.map(([, kind = ""]) => kind));
  expect(kinds.size).toBeGreaterThan(50);
  const known = new Set(entities.map(({ key }) => kindOf(key)));
  expect([...kinds].filter((kind) => !known.has(kind))).toEqual([]);
  expect(entities.filter(({ file }) => !existsSync(`shared/store/${file}`))).toEqual([]);
});

test("a write under any key that begins with a tenant's id requires that the tenant has not been removed", () => {
  const keys = entities.filter(({ key, ofTenant }) => ofTenant && /#<(tenant|owner)> /.test(key));
  expect(keys.length).toBeGreaterThan(10);
  for (const { key } of keys) {
    const pk = key.replace(/<[^>]*> .*/, randomUUID());
    expect([key, tenantsStand([{ Update: { Key: { pk } } }], null).length]).toEqual([key, 1]);
  }
});

test("each kind is found by its own key, and none hides another", () => {
  for (const one of entities) {
    const key = one.key.replaceAll(/<[^>]*>/g, "x");
    expect([key, entityAt(key)?.key]).toEqual([key, one.key]);
  }
});
