import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Auditor, auditorOf } from "#test/support/forge-bundle.ts";
import { sized } from "#test/support/full-size.ts";
import { asAdmin, callFunction } from "#test/support/function-event.ts";
import {
  asOperation,
  interleaved,
  keepLogLines,
  useEnvironmentOf,
} from "#test/support/in-process.ts";
import { commissionPanel } from "#test/support/panel-fixture.ts";
import {
  actionsAt,
  askAgain,
  commission,
  expectStatus,
  requestReview,
} from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import { itemsUnder } from "#test/support/table-attack.ts";

const system = suiteSystemWithLog({
  settings: { WORKER_INVOKE_ENABLED: "false", MAIL_REPLY_TO: "reviews@acme.example" },
});

let auditor: Auditor;
beforeAll(async () => {
  auditor = await auditorOf(system);
});
afterAll(() => auditor.close());

// biome-ignore lint/suspicious/noExplicitAny: answers as they came
type Found = any;

const SECRET = "Does “customers” include public bodies? 😀";
const linkOf = (token: string) => `/counsel/review/${token}`;
const ask = (token: string, body: object) =>
  system.api()("POST", `${linkOf(token)}/questions`, body);
const listed = async (token: string): Promise<Found[]> =>
  (await expectStatus(system.api()("GET", `${linkOf(token)}/questions`), 200)).body.items;
const answer = (id: string, question: string, body: object) =>
  system.admin("POST", `/admin/rule-reviews/${id}/questions/${question}/answer`, body);
const get = async (path: string): Promise<Found> =>
  (await expectStatus(system.admin("GET", path), 200)).body;
const run = (job: string) =>
  expectStatus(system.api()("POST", `/_local/schedules/${job}/run`), 200);
const opened = (token: string) => expectStatus(system.api()("GET", linkOf(token)), 200);
const refusal = async (sent: Promise<{ status: number; body: Found }>) => {
  const { status, body } = await sent;
  return [status, body.code];
};

/** A panel's members and the questions of each; answered to all, they are more than one part erases. */
const [MEMBERS, QUESTIONS] = sized([4, 20], [2, 14]);
/**
 * How many of thirty questions come one after the other. The limit of twenty is crossed by the others,
 * which come at once.
 */
const BEFORE = sized(0, 17);

/** The offline verifier's verdict on a review's bundle. */
async function judged(id: string, change = (bundle: Found) => bundle) {
  await run("sequence-log");
  await auditor.copyLog();
  const bundle = change(await get(`/admin/rule-reviews/${id}/bundle`));
  return auditor.run(JSON.stringify(bundle), auditor.options);
}

test("counsel asks after the first view, is answered once, and decides; the bundle ends with 0", async () => {
  const { review, token } = await askAgain(system);
  const { id } = review;
  expect(await refusal(ask(token, { text: SECRET }))).toEqual([409, "review_not_viewed"]);
  const early = system.api()("GET", `${linkOf(token)}/questions`);
  expect(await refusal(early)).toEqual([409, "review_not_viewed"]);
  await opened(token);
  const asked = (await expectStatus(ask(token, { text: SECRET, use_case_id: "rule.b" }), 201)).body;
  expect(asked).toEqual({
    ...{ id: expect.any(String), use_case_id: "rule.b", text: SECRET, shared: false },
    ...{ asked_at: expect.any(String), answer: null, answered_at: null },
  });
  const again = await expectStatus(ask(token, { text: SECRET, use_case_id: "rule.b" }), 200);
  expect(again.body).toEqual(asked);
  expect(await refusal(ask(token, { text: "?", use_case_id: "rule.z" }))).toEqual([
    422,
    "unknown_rules",
  ]);
  for (const text of ["", "x".repeat(2001), "a\u0000b"]) {
    expect(await refusal(ask(token, { text }))).toEqual([400, "validation_failed"]);
  }
  const work = (await get("/admin/overview")).work.filter(
    (one: Found) => one.kind === "review_question",
  );
  expect(work).toEqual([expect.objectContaining({ count: 1, reason: null })]);
  expect(JSON.stringify(work)).not.toContain("public bodies");
  expect(await refusal(answer(id, asked.id, { text: "No.", to_all: true }))).toEqual([
    400,
    "validation_failed",
  ]);
  const told = (await expectStatus(answer(id, asked.id, { text: "No, never." }), 200)).body;
  expect(await listed(token)).toEqual([told]);
  expect(told).toEqual({ ...asked, answer: "No, never.", answered_at: expect.any(String) });
  expect(await refusal(answer(id, asked.id, { text: "Yes." }))).toEqual([409, "already_answered"]);
  expect((await get("/admin/overview")).work.map(({ kind }: Found) => kind)).not.toContain(
    "review_question",
  );
  const open = (await expectStatus(ask(token, { text: "And since when?" }), 201)).body;
  await expectStatus(
    system.api()("POST", `${linkOf(token)}/decide`, { decision: "approved" }),
    200,
  );
  expect(await refusal(ask(token, { text: "Too late?" }))).toEqual([409, "already_decided"]);
  expect(await refusal(answer(id, open.id, { text: "Yes." }))).toEqual([409, "review_not_pending"]);
  expect(await refusal(answer(id, id, { text: "Yes." }))).toEqual([404, "not_found"]);
  const whole = await judged(id);
  expect([whole.status, whole.stdout]).toEqual([0, expect.stringContaining("public bodies")]);
  const withheld = await judged(id, (bundle) => ({ ...bundle, disclosures: [] }));
  expect([withheld.status, withheld.stdout.includes("public bodies")]).toEqual([0, false]);
  const { checks, audit } = await get(`/admin/rule-reviews/${id}/evidence`);
  expect(checks.filter(({ result }: Found) => result === "fail")).toEqual([]);
  const row = audit.find(({ action }: Found) => action === "rule_review.question_asked");
  expect([row.context.question, row.context.link]).toEqual([SECRET, audit[0].row_hash]);
  const [stored] = (await itemsUnder(system, `AUDIT#rule_review_request#${id}`)).filter(
    (item) => item.row?.action === row.action,
  );
  expect(JSON.stringify(stored)).not.toContain("public bodies");
});

test("the daily cleanup removes ended requests from Home's list, and leaves those that wait", async () => {
  const [ended, waiting] = [await askAgain(system), await askAgain(system)];
  for (const { token } of [ended, waiting]) {
    await opened(token);
    await expectStatus(ask(token, { text: "Since when?" }), 201);
  }
  const listedIds = async () => (await itemsUnder(system, "QUESTIONS#OPEN")).map(({ sk }) => sk);
  await expectStatus(system.admin("POST", `/admin/rule-reviews/${ended.review.id}/cancel`), 200);
  expect(await listedIds()).toEqual(expect.arrayContaining([ended.review.id, waiting.review.id]));
  await run("expire-reviews");
  const left = await listedIds();
  expect(left).toContain(waiting.review.id);
  expect(left).not.toContain(ended.review.id);
});

test("of thirty questions at once, twenty are accepted, and the twenty-first is too many", async () => {
  const { review, token } = await askAgain(system);
  await opened(token);
  const texts = Array.from({ length: 30 }, (_, i) => `Question ${i}?`);
  const answers = [];
  for (const text of texts.slice(0, BEFORE)) answers.push(await ask(token, { text }));
  answers.push(...(await Promise.all(texts.slice(BEFORE).map((text) => ask(token, { text })))));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(20);
  for (const { status, body } of answers) {
    if (status !== 201) expect([status, body.code]).toEqual([422, "too_many_questions"]);
  }
  expect(await listed(token)).toHaveLength(20);
  const first = answers.findIndex(({ status }) => status === 201);
  // Repeating a question that already waits returns that question, even at the limit.
  await expectStatus(ask(token, { text: texts[first] }), 200);
  expect((await judged(review.id)).status).toBe(0);
});

test("an answer to all members of a panel is a row in each open request, without who asked; erasing removes all of it", async () => {
  const { members } = await commissionPanel(system, { members: 3, may_delegate: true });
  const [first, second, third] = members as [Found, Found, Found];
  for (const { token } of [first, second]) await opened(token);
  const { id } = (
    await expectStatus(ask(first.token, { text: SECRET, use_case_id: "rule.a" }), 201)
  ).body;
  expect(await listed(second.token)).toEqual([]);
  await expectStatus(answer(first.review.id, id, { text: "It does.", to_all: true }), 200);
  const seen = {
    ...{ id, use_case_id: "rule.a", text: SECRET, answer: "It does.", shared: true },
    ...{ asked_at: expect.any(String), answered_at: expect.any(String) },
  };
  for (const { token } of [first, second]) expect(await listed(token)).toEqual([seen]);
  const { audit } = await get(`/admin/rule-reviews/${second.review.id}/evidence`);
  expect(JSON.stringify(audit.at(-1))).not.toContain(first.review.id);
  // A delegate sees what the member before them had asked and was told.
  await expectStatus(ask(second.token, { text: "May I pass it on?" }), 201);
  const anna = { display_name: "Anna", email: "anna@law.example", reason: "She knows it." };
  await expectStatus(system.api()("POST", `${linkOf(second.token)}/delegate`, anna), 201);
  const ended = (await get(`/admin/rule-reviews/${second.review.id}/audit`)).items.at(-1);
  const next = ended.context.delegated_to.request_id;
  const url = (await get(`/admin/rule-reviews/${next}/audit`)).items[0].context.magic_link_url;
  const token = url.split("/").at(-1);
  await opened(token);
  expect((await listed(token)).map(({ text }) => text)).toEqual([SECRET, "May I pass it on?"]);
  for (const one of [first.review.id, next, third.review.id]) {
    expect((await judged(one)).status).toBe(0);
  }
  const late = (await expectStatus(ask(first.token, { text: "And since when?" }), 201)).body.id;
  const erased = system.admin("POST", `/admin/rule-reviews/${first.review.id}/erase-words`, {
    reason: "Asked for.",
  });
  await expectStatus(erased, 200);
  // Nothing is left of an erased question to show to the others.
  const toAll = await answer(first.review.id, late, { text: "Since May.", to_all: true });
  expect([toAll.status, toAll.body.errors?.[0]]).toEqual([
    400,
    { path: "to_all", message: expect.stringContaining("erased") },
  ]);
  await expectStatus(answer(first.review.id, late, { text: "Since May." }), 200);
  for (const one of [first, second, third]) {
    const items = await itemsUnder(system, `AUDIT#rule_review_request#${one.review.id}`);
    expect(JSON.stringify(items)).not.toContain("public bodies");
  }
  expect((await listed(token)).map(({ text }) => typeof text)).toEqual(["object", "string"]);
  for (const one of [first.review.id, next]) expect((await judged(one)).status).toBe(0);
});

test("all words are erased, however many questions a panel asked and was answered", async () => {
  const { members } = await commissionPanel(system, { members: MEMBERS });
  const ids = new Map<string, string[]>();
  await Promise.all(
    members.map(async ({ review, token }) => {
      await opened(token);
      for (let i = 0; i < QUESTIONS; i += 1) {
        const { body } = await expectStatus(ask(token, { text: `Question ${i}?` }), 201);
        ids.set(review.id, [...(ids.get(review.id) ?? []), body.id]);
      }
    }),
  );
  for (const [id, questions] of ids) {
    for (const question of questions) {
      await expectStatus(answer(id, question, { text: "It does.", to_all: true }), 200);
    }
  }
  const [{ review, token }] = members as [Found];
  const { id } = review;
  const decision = { decision: "approved", comment: SECRET };
  await expectStatus(system.api()("POST", `${linkOf(token)}/decide`, decision), 200);
  const erase = () =>
    system.admin("POST", `/admin/rule-reviews/${id}/erase-words`, { reason: "Asked for." });
  const { body } = await expectStatus(erase(), 200);
  expect(body.decision_comment).toEqual({ sha256: expect.any(String), length: 41 });
  const left = JSON.stringify(await itemsUnder(system, `AUDIT#rule_review_request#${id}`));
  for (const word of ["public bodies", "Question 0?", "It does."]) expect(left).not.toContain(word);
  const rows = async () => (await get(`/admin/rule-reviews/${id}/evidence`)).audit;
  const before = await rows();
  const texts = before
    .filter(({ action }: Found) => action === "rule_review.words_erased")
    .map(({ context }: Found) => context.texts);
  expect(texts.length).toBeGreaterThan(1);
  // A question asked by another member stands in the answer's row, with its answer.
  expect(texts.reduce((sum: number, one: number) => sum + one, 0)).toBe(
    QUESTIONS * 2 + QUESTIONS * (MEMBERS - 1) * 2 + 1,
  );
  await expectStatus(erase(), 200);
  expect(await rows()).toEqual(before);
  expect((await judged(id)).status).toBe(0);
});

describe("what comes while it is read", () => {
  beforeAll(() => {
    useEnvironmentOf(system);
    keepLogLines();
  });
  afterAll(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });
  /** Waits for the read of a request's record. */
  const recordOf =
    (id: string) =>
    ({ commandName, input }: { commandName: string; input: unknown }): boolean =>
      /Get/.test(commandName) && JSON.stringify(input).includes(`REVIEW#${id}`);

  test("a member passes the request on: the answer to all reaches the delegate", async () => {
    const { members } = await commissionPanel(system, { members: 2, may_delegate: true });
    const [first, second] = members as [Found, Found];
    for (const { token } of [first, second]) await opened(token);
    const question = (await expectStatus(ask(first.token, { text: SECRET }), 201)).body;
    asOperation("answerReviewQuestion");
    const { handler } = await import("#functions/reviews/answer-review-question.ts");
    const anna = { display_name: "Anna", email: "anna@law.example", reason: "She knows it." };
    const passOn = () =>
      expectStatus(system.api()("POST", `${linkOf(second.token)}/delegate`, anna), 201);
    const asked = {
      params: { id: first.review.id, question_id: question.id },
      body: { text: "It does.", to_all: true },
      claims: asAdmin,
    };
    const answered = () => callFunction(handler, asked);
    const { status } = await interleaved(answered, passOn, recordOf(second.review.id));
    expect(status).toBe(200);
    const path = `/admin/rule-reviews/${second.review.id}/audit`;
    const { request_id } = (await get(path)).items.at(-1).context.delegated_to;
    expect(await actionsAt(system, `/admin/rule-reviews/${request_id}`)).toContain(
      "rule_review.question_answered",
    );
  });

  test("counsel asks one more question: erasing their words erases it too", async () => {
    const { review, token } = await askAgain(system);
    await opened(token);
    await expectStatus(ask(token, { text: "And since when?" }), 201);
    asOperation("eraseWords");
    const { handler } = await import("#functions/reviews/erase-words.ts");
    const asked = { params: { id: review.id }, body: { reason: "Asked." }, claims: asAdmin };
    const erased = () => callFunction(handler, asked);
    const more = () => expectStatus(ask(token, { text: SECRET }), 201);
    expect((await interleaved(erased, more, recordOf(review.id))).status).toBe(200);
    expect((await listed(token)).map(({ text }) => typeof text)).toEqual(["object", "object"]);
  });
});

test("a mail says only that something waits, and covers whatever comes within fifteen minutes", async () => {
  const commissioned = await commission(system);
  const { review, token, email } = await requestReview(system, commissioned, { deliver: "mail" });
  await run("courier");
  await opened(token);
  const { id } = (await expectStatus(ask(token, { text: SECRET }), 201)).body;
  await system.advance(600);
  await expectStatus(ask(token, { text: "And since when?" }), 201);
  await run("courier");
  const mails = async (to: string) =>
    (await system.api()("GET", "/_local/outbox")).body.items.filter(
      (mail: Found) => mail.to[0] === to && /question|asks before/i.test(mail.subject),
    );
  // In this system the requester's sign-in gave no address.
  const requester = (await get(`/admin/rule-reviews?search=${review.id}`)).items[0];
  const to = requester.requested_by_email ?? "reviews@acme.example";
  expect(await mails(to)).toEqual([]);
  await system.advance(301);
  await run("courier");
  const [asked, ...others] = await mails(to);
  expect([others, asked.text]).toEqual([[], expect.stringContaining("2 questions")]);
  expect(asked.text).toContain(`/admin/console/reviews/${review.id}`);
  expect(asked.raw).not.toContain("public bodies");
  await expectStatus(answer(review.id, id, { text: "Public bodies are no customers." }), 200);
  await system.advance(901);
  await run("courier");
  const [told] = await mails(email);
  expect(told.text).toContain(token);
  expect(told.raw).not.toMatch(/public bodies/i);
  // Rows mention the mails that counsel got, but none to the requester, not even that it bounced.
  const bounced = {
    event_bus_name: "default",
    account: "000000000000",
    source: "aws.ses",
    "detail-type": "Email Bounced",
    detail: {
      mail: { messageId: "1", tags: { message: [`${review.id}_question_1`] }, destination: [to] },
      bounce: { bounceType: "Permanent" },
    },
  };
  await expectStatus(system.api()("POST", "/_local/events", bounced), 200);
  const actions = async () =>
    (await actionsAt(system, `/admin/rule-reviews/${review.id}`)).map((one) => one.slice(12));
  await expect
    .poll(async () => (await actions()).toSorted())
    .toEqual([
      ...["link_mailed", "link_mailed", "mail_delivered", "mail_delivered", "question_answered"],
      ...["question_asked", "question_asked", "requested", "viewed_by_counsel"],
    ]);
  expect((await judged(review.id)).status).toBe(0);
});

test("questions before and after a request begins to go by mail share one mail", async () => {
  const { review, token } = await askAgain(system);
  await opened(token);
  await expectStatus(ask(token, { text: "Who is meant?" }), 201);
  const path = `/admin/rule-reviews/${review.id}/link`;
  const { body } = await expectStatus(system.admin("POST", path, { deliver: "mail" }), 200);
  await system.advance(300);
  const renewed = body.magic_link_url.split("/").at(-1);
  await expectStatus(ask(renewed, { text: "And since when?" }), 201);
  await system.advance(1200);
  await run("courier");
  const mails = (await system.api()("GET", "/_local/outbox")).body.items.filter(({ text }: Found) =>
    text.includes(`/admin/console/reviews/${review.id}#questions`),
  );
  expect(mails.map(({ text }: Found) => text)).toEqual([expect.stringContaining("2 questions")]);
});
