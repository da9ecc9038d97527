import { rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ocsfEvent } from "#shared/domain/audit/ocsf.ts";
import { auditVocabulary } from "#shared/domain/audit/vocabulary.ts";
import { sized } from "#test/support/full-size.ts";
import { halfYearFolder } from "#test/support/half-year.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";

/*
 * The published schema of OCSF 1.6.0, class api_activity without profiles, as JSON Schema.
 * ocsf-json-schema 1.2.0 (PyPI) compiled it from the export of schema.ocsf.io that it contains.
 */
const SCHEMA = "test/support/ocsf/api-activity-1.6.0.json";

let system: TestSystem;
let folder: string;
// biome-ignore lint/suspicious/noExplicitAny: events of every action
let events: any[];
// biome-ignore lint/suspicious/noExplicitAny: rows of every action
let rows: any[];
beforeAll(async () => {
  folder = await halfYearFolder();
  system = await startTestSystem({ stateDir: folder });
  await system.advance(121);
  const all = async (more: string) => {
    const found = [];
    let cursor = "";
    for (let isDone = false; !isDone; ) {
      const path = `/admin/audit?order=oldest&limit=200${more}${cursor}`;
      const { body } = await system.admin("GET", path);
      found.push(...body.items);
      cursor = `&cursor=${body.next_cursor}`;
      isDone = body.caught_up;
    }
    return found;
  };
  events = await all("&format=ocsf");
  rows = await all("");
}, 300_000);
afterAll(async () => {
  await system.close();
  rmSync(folder, { recursive: true, force: true });
});

test("every row of the sample half year, and a row of each action, is an event that the published schema accepts", async () => {
  const schema = JSON.parse(await readFile(SCHEMA, "utf8"));
  const validate = new Ajv2020({ strict: false, allErrors: true }).compile(schema);
  expect(events.length).toBeGreaterThan(sized(240, 100));
  const actors = [
    { actor_type: "admin", actor_user_id: "u" },
    { actor_type: "machine", actor_user_id: null, context: { machine_id: "m" } },
    { actor_type: "room", actor_user_id: null },
  ];
  const ofEachAction = Object.keys(auditVocabulary).flatMap((action) =>
    actors.map((actor) => ocsfEvent({ ...rows[0], ...actor, action }, "1.0.0")),
  );
  for (const event of [...events, ...ofEachAction]) {
    expect([event.api.operation, validate(event), validate.errors]).toEqual([
      event.api.operation,
      true,
      null,
    ]);
  }
  expect(validate({ ...events[0], class_uid: 3001 })).toBe(false);
  expect(validate({ ...events[0], made_up: 1 })).toBe(false);
});

test("an event has its row's hash, time, class and type, and no two events share a hash", () => {
  expect(new Set(events.map(({ metadata }) => metadata.uid)).size).toBe(events.length);
  expect(events.map(({ metadata }) => metadata.uid)).toEqual(rows.map(({ row_hash }) => row_hash));
  for (const [i, event] of events.entries()) {
    expect(new Date(event.time).toISOString()).toBe(rows[i].created_at);
    expect(event.type_uid).toBe(event.class_uid * 100 + event.activity_id);
    expect(event.actor.user?.uid ?? null).toBe(rows[i].actor_user_id);
    const isLogged = event.metadata.labels?.includes("evidence_log") === true;
    expect([event.api.operation, isLogged || rows[i].prev_hash === undefined]).toEqual([
      event.api.operation,
      true,
    ]);
  }
  expect(new Set(events.map(({ api }) => api.operation)).size).toBeGreaterThan(25);
  expect(Object.keys(auditVocabulary).length).toBeGreaterThan(80);
});

test("a refused delivery is a failure, and every completed act is a success", () => {
  for (const { api, status_id } of events) {
    const isRefused = /webhook\.rejected|eventbus\.(rejected|account_mismatch)|call\.failed/;
    expect([api.operation, status_id]).toEqual([
      api.operation,
      isRefused.test(api.operation) ? 2 : 1,
    ]);
  }
});

test("counsel's words appear as commitments, and links as hashes", () => {
  const text = JSON.stringify(events);
  const decided = rows.filter(({ action }) => /^rule_review\.(approved|rejected)/.test(action));
  const words = decided.flatMap(({ context }) =>
    typeof context.decision_comment === "string" ? [context.decision_comment] : [],
  );
  expect(words.filter((word) => word.length > 10).length).toBeGreaterThan(0);
  for (const word of words) {
    if (word.length > 10) expect(text.includes(JSON.stringify(word).slice(1, -1))).toBe(false);
  }
  const links = rows.flatMap(
    ({ context }) => /[\w-]{43}$/.exec(context.magic_link_url ?? "") ?? [],
  );
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect(text.includes(link)).toBe(false);
});
