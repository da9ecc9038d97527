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
    [question, plain.body].map((one) => ({ ...one, room_id: room.id, room_title: room.title })),
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

test("a question about what the room does not show is answered like one about nothing", async () => {
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

test("what is wrong with a question, or an answer, is told by field", async () => {
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

test("a closed room takes no question; those it took can still be answered", async () => {
  const { room, token } = await anotherRoom(system, { may_ask: true });
  const { body: question } = await expectStatus(ask(token, { text: "Why?" }), 201);
  await system.admin("POST", `/admin/rooms/${room.id}/revoke`);
  await expectStatus(ask(token, { text: "Why?" }), 410);
  const path = `/admin/rooms/${room.id}/questions/${question.id}/answer`;
  await expectStatus(system.admin("POST", path, { text: "Because." }), 200);
});
