import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startConflictingDynamodb } from "#test/support/conflicting-dynamodb.ts";
import { asAdmin, callFunction } from "#test/support/function-event.ts";
import { keepLogLines, killAt, useEnvironmentOf, whens } from "#test/support/in-process.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { anotherRoom } from "#test/support/room-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";

/*
 * The functions of a room run in this process. They are cut off at each of their calls in turn, or run
 * eight at once on a database that refuses overlapping transactions as AWS does.
 */

const system = suiteSystem();
let database: Awaited<ReturnType<typeof startConflictingDynamodb>>;
beforeAll(async () => {
  database = await startConflictingDynamodb(system.endpoints.dynamodb ?? "");
  keepLogLines();
  useEnvironmentOf(system, { AWS_ENDPOINT_URL_DYNAMODB: database.url });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.close();
});

interface Asked {
  function: () => Promise<{ handler: unknown }>;
  path?: Record<string, string>;
  body?: unknown;
}

/** Calls a function as API Gateway would for a platform admin; rooms ignore who that is. */
async function call({ function: load, path = {}, body }: Asked) {
  const { handler } = await load();
  const method = body === undefined ? "GET" : "POST";
  return callFunction(handler, { method, params: path, claims: asAdmin, body });
}

/** The state of a room: its record, its visitors' rows by action, its questions. */
async function stateOf(id: string) {
  const get = async (path: string) =>
    (await expectStatus(system.admin("GET", `/admin/rooms/${id}${path}`), 200)).body;
  const rows = (await get("/audit?limit=200")).items.filter(
    ({ actor_type }: { actor_type: string }) => actor_type === "room",
  );
  const many = (action: string) =>
    rows.filter((row: { action: string }) => row.action === action).length;
  return {
    uses: (await get("")).uses as number,
    rows: rows.length as number,
    entered: many("room.entered"),
    read: many("room.bundle_downloaded"),
    asked: many("room.question_asked"),
    questions: (await get("/questions?limit=200")).items.length as number,
  };
}

const bundle = (token: string, id: string): Asked => ({
  function: () => import("#functions/rooms/get-room-bundle.ts"),
  path: { token, id },
});
const question = (token: string): Asked => ({
  function: () => import("#functions/rooms/ask-in-room.ts"),
  path: { token },
  body: { text: "Why?" },
});

test.each(whens)(
  "a visitor's request killed %s any of its calls leaves a use with its row, or neither",
  async (when) => {
    for (const ask of [bundle, question]) {
      for (let nth = 1, reached = true; reached; nth += 1) {
        const { room, token, decided } = await anotherRoom(system, { may_ask: true });
        reached = await killAt(nth, when, () => call(ask(token, decided.review.id)));
        const state = await stateOf(room.id);
        expect(state.uses).toBe(state.rows);
        expect(state.asked).toBe(state.questions);
        expect(state.entered).toBe(state.read + state.asked);
        const again = await call(ask(token, decided.review.id));
        expect(again.status).toBe(ask === bundle ? 200 : 201);
        const after = await stateOf(room.id);
        expect(after).toMatchObject({ uses: after.rows, entered: 1 });
        expect(after.read + after.asked).toBe(state.read + state.asked + 1);
      }
    }
  },
  120_000,
);

test.each(whens)(
  "a room opened or revoked, killed %s any call, stands with its row or not at all",
  async (when) => {
    const { decided, room } = await anotherRoom(system);
    const create: Asked = {
      function: () => import("#functions/rooms/create-room.ts"),
      body: { title: "A", framework_ids: [decided.frameworkId], expires_in_days: 1 },
    };
    const revoke: Asked = {
      function: () => import("#functions/rooms/revoke-room.ts"),
      path: { id: room.id },
      body: {},
    };
    for (let nth = 1, reached = true; reached; nth += 1) {
      reached = await killAt(nth, when, () => call(create));
    }
    const { items } = (await system.admin("GET", "/admin/rooms?limit=200")).body;
    for (const { id } of items) {
      const rows = (await system.admin("GET", `/admin/rooms/${id}/audit`)).body.items;
      expect(rows[0].action).toBe("room.created");
    }
    for (let nth = 1, reached = true; reached; nth += 1) {
      reached = await killAt(nth, when, () => call(revoke));
      const { status } = (await system.admin("GET", `/admin/rooms/${room.id}`)).body;
      const rows = (await system.admin("GET", `/admin/rooms/${room.id}/audit`)).body.items;
      expect(rows.length).toBe(status === "revoked" ? 2 : 1);
    }
  },
  120_000,
);

test("eight visitors at once make one entry, and a row each", async () => {
  const { room, token, decided } = await anotherRoom(system, { may_ask: true });
  const before = database.conflicts();
  const answers = await database.gather(
    Array.from(
      { length: 8 },
      (_, i) => () => call(i % 2 ? bundle(token, decided.review.id) : question(token)),
    ),
  );
  expect(database.conflicts()).toBeGreaterThan(before);
  expect(answers.map(({ status }) => status).sort()).toEqual([
    ...Array.from({ length: 4 }, () => 200),
    ...Array.from({ length: 4 }, () => 201),
  ]);
  expect(await stateOf(room.id)).toEqual({
    uses: 9,
    rows: 9,
    entered: 1,
    read: 4,
    asked: 4,
    questions: 4,
  });
});
