import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { sha256Hex } from "#shared/domain/canonical.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { anotherRoom, decidedReview } from "#test/support/room-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import type { ApiAnswer } from "#test/support/system.ts";

const system = suiteSystem();

const ask = (token: string, body: unknown): Promise<ApiAnswer> =>
  system.api()("POST", `/room/${token}/questions`, body);
const openQuestions = async () =>
  (await expectStatus(system.admin("GET", "/admin/room-questions?limit=200"), 200)).body.items;
const rowsOf = async (id: string) =>
  (await expectStatus(system.admin("GET", `/admin/rooms/${id}/audit`), 200)).body.items;

test("a question goes to the admin until it is answered, and its answer to the visitor", async () => {
  const { room, token, visit, decided } = await anotherRoom(system, { may_ask: true });
  const rule = { framework_id: decided.frameworkId, use_case_id: "rule.a" };
  const asked = { rule, review_id: decided.review.id, text: "Why this wording?\n\u202e" };
  const { body: question } = await expectStatus(ask(token, asked), 201);
  expect(question).toEqual({
    id: question.id,
    ...asked,
    asked_at: question.asked_at,
    answer: null,
    answered_at: null,
  });
  const plain = await expectStatus(ask(token, { text: "And?" }), 201);
  expect(plain.body).toMatchObject({ rule: null, review_id: null, text: "And?" });
  const ofRoom = `/admin/rooms/${room.id}/questions`;
  const asAdmin = await expectStatus(system.admin("GET", ofRoom), 200);
  expect(asAdmin.body).toEqual({ items: [question, plain.body], next_cursor: null });
  expect(await openQuestions()).toEqual(
    [question, plain.body].map((one) => ({
      ...one,
      room_id: room.id,
      room_title: room.title,
      room_status: "open",
    })),
  );

  const path = `${ofRoom}/${question.id}/answer`;
  const answers = await Promise.all(
    ["First.", "Second."].map((text) => system.admin("POST", path, { text })),
  );
  const won = answers.find(({ status }) => status === 200) as ApiAnswer;
  const lost = answers.find(({ status }) => status !== 200) as ApiAnswer;
  expect([lost.status, lost.body.code]).toEqual([409, "already_answered"]);
  expect(won.body).toMatchObject({ ...asked, id: question.id, answer: expect.any(String) });
  const again = await expectStatus(system.admin("POST", path, { text: won.body.answer }), 409);
  expect(again.body.code).toBe("already_answered");
  expect((await visit("/questions")).body.items).toEqual([won.body, plain.body]);
  expect((await openQuestions()).map(({ id }: { id: string }) => id)).toEqual([plain.body.id]);

  const rows = await rowsOf(room.id);
  expect(rows.slice(1)).toMatchObject([
    { action: "room.entered", actor_type: "room" },
    {
      action: "room.question_asked",
      actor_type: "room",
      actor_user_id: null,
      context: {
        question_id: question.id,
        text_hash: sha256Hex(asked.text),
        rule,
        review_id: decided.review.id,
      },
    },
    { action: "room.question_asked", context: { question_id: plain.body.id } },
    {
      action: "room.question_answered",
      actor_type: "user",
      context: { question_id: question.id, text_hash: sha256Hex(won.body.answer) },
    },
  ]);
  expect(JSON.stringify(rows)).not.toContain("Why this wording");
});

test("a question about something that the room does not show is answered like a question about nothing", async () => {
  const { room, token, decided } = await anotherRoom(system, { may_ask: true });
  const other = await decidedReview(system);
  const frameworkId = decided.frameworkId;
  const outside = [
    { rule: { framework_id: other.frameworkId, use_case_id: "rule.a" } },
    { rule: { framework_id: "no_such", use_case_id: "rule.a" } },
    { rule: { framework_id: frameworkId, use_case_id: "no.such" } },
    { rule: { framework_id: frameworkId, use_case_id: "../x" } },
    { review_id: other.review.id },
    { review_id: randomUUID() },
    { review_id: "?" },
  ];
  const texts = new Set<string>();
  for (const about of outside) {
    const answer = await expectStatus(ask(token, { ...about, text: "Why?" }), 404);
    texts.add(answer.text.replaceAll(answer.body.request_id, ""));
  }
  expect(texts.size).toBe(1);
  expect((await rowsOf(room.id)).length).toBe(1);
  const listed = await system.admin("GET", `/admin/rooms/${room.id}/questions`);
  expect(listed.body.items).toEqual([]);
});

test("a room takes no questions unless its admin allowed them", async () => {
  const { room, token, visit } = await anotherRoom(system);
  for (const answer of [await ask(token, { text: "Why?" }), await visit("/questions")]) {
    expect([answer.status, answer.body.code]).toEqual([403, "questions_not_allowed"]);
  }
  expect((await rowsOf(room.id)).length).toBe(1);
});

test("what is wrong with a question or an answer is reported by field", async () => {
  const { room, token } = await anotherRoom(system, { may_ask: true });
  const faults = [
    [{}, "text"],
    [{ text: "" }, "text"],
    [{ text: "x".repeat(4001) }, "text"],
    [{ text: "a\u0000b" }, "text"],
    [{ text: "Why?", rule: { framework_id: "x" } }, "rule.use_case_id"],
    [{ text: "Why?", rule: { framework_id: "x", use_case_id: "y", z: 1 } }, "rule.z"],
    [{ text: "Why?", review_id: 1 }, "review_id"],
    [{ text: "Why?", email: "me@example.org" }, "email"],
  ] as const;
  for (const [body, field] of faults) {
    const refused = await expectStatus(ask(token, body), 400);
    expect([refused.body.code, refused.body.errors[0].path]).toEqual(["validation_failed", field]);
  }
  await expectStatus(ask("nobody", { nothing: 1 }), 403);
  const { body: question } = await expectStatus(ask(token, { text: "x".repeat(4000) }), 201);
  const path = `/admin/rooms/${room.id}/questions/${question.id}/answer`;
  await expectStatus(system.admin("POST", path, { text: "" }), 400);
  const elsewhere = `/admin/rooms/${room.id}/questions/${randomUUID()}/answer`;
  await expectStatus(system.admin("POST", elsewhere, { text: "Yes." }), 404);
  await expectStatus(system.admin("GET", `/admin/rooms/${randomUUID()}/questions`), 404);
});

/** Moves the clock to the beginning of a minute, in which a room takes five more questions. */
const nextMinute = async () => {
  const now = Date.parse(await system.advance(0)) / 1000;
  await system.advance(60 - Math.floor(now % 60));
};

test("a room takes five questions a minute, and no more while twenty wait for an answer", async () => {
  const { room, token } = await anotherRoom(system, { may_ask: true });
  const askAtOnce = async (count: number) =>
    Promise.all(Array.from({ length: count }, () => ask(token, { text: "Why?" })));
  const first = await nextMinute().then(() => askAtOnce(8));
  expect(first.filter(({ status }) => status === 201)).toHaveLength(5);
  const refused = first.filter(({ status }) => status === 429);
  expect(refused.map(({ body }) => body.code)).toEqual(Array(3).fill("rate_limited"));
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  for (let minute = 1; minute < 4; minute += 1) {
    await nextMinute();
    expect((await askAtOnce(5)).map(({ status }) => status)).toEqual(Array(5).fill(201));
  }
  await nextMinute();
  const full = await ask(token, { text: "Why?" });
  expect([full.status, full.body.code]).toEqual([422, "too_many_questions"]);
  const { items } = (await system.admin("GET", `/admin/rooms/${room.id}/questions`)).body;
  expect(items).toHaveLength(20);
  const path = `/admin/rooms/${room.id}/questions/${items[0].id}/answer`;
  await expectStatus(system.admin("POST", path, { text: "Because." }), 200);
  await nextMinute();
  const raced = (await askAtOnce(4)).map(({ status }) => status).toSorted();
  expect(raced).toEqual([201, 422, 422, 422]);
  const asked = (await rowsOf(room.id)).filter(
    ({ action }: { action: string }) => action === "room.question_asked",
  );
  expect(asked).toHaveLength(21);
});

test("the questions of a revoked or expired room are told apart from an open room's", async () => {
  const rooms = [
    await anotherRoom(system, { may_ask: true }),
    await anotherRoom(system, { may_ask: true }),
    await anotherRoom(system, { may_ask: true, expires_in_days: 1 }),
  ] as const;
  for (const { token } of rooms) await expectStatus(ask(token, { text: "Why?" }), 201);
  const [, revoked] = rooms;
  await system.admin("POST", `/admin/rooms/${revoked.room.id}/revoke`);
  await system.advance(25 * 3600);
  const listed = await openQuestions();
  const statuses = rooms.map(
    ({ room }) => listed.find((one: { room_id: string }) => one.room_id === room.id).room_status,
  );
  expect(statuses).toEqual(["open", "revoked", "expired"]);
  const { work } = (await expectStatus(system.admin("GET", "/admin/overview"), 200)).body;
  const kinds = rooms.map(
    ({ room }) => work.find((one: { object: { id: string } }) => one.object.id === room.id)?.kind,
  );
  expect(kinds).toEqual(["room_question", "closed_room_question", "closed_room_question"]);
});

test("a closed room takes no question; those it took can still be answered", async () => {
  const { room, token } = await anotherRoom(system, { may_ask: true });
  const { body: question } = await expectStatus(ask(token, { text: "Why?" }), 201);
  await system.admin("POST", `/admin/rooms/${room.id}/revoke`);
  await expectStatus(ask(token, { text: "Why?" }), 410);
  const path = `/admin/rooms/${room.id}/questions/${question.id}/answer`;
  await expectStatus(system.admin("POST", path, { text: "Because." }), 200);
});
