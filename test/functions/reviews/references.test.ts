import { afterAll, beforeAll, expect, test } from "vitest";
import { DEVELOPMENT_SECRET } from "#shared/domain/reviews/keyring.ts";
import { type Auditor, auditorOf } from "#test/support/forge-bundle.ts";
import { commission, expectStatus, requestReview } from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";

const system = suiteSystemWithLog();
let auditor: Auditor;
beforeAll(async () => {
  auditor = await auditorOf(system);
});
afterAll(() => auditor.close());

const matter_reference = "M-2026/114 – Labels";
const counsel_reference = "Lex 4711";

const get = async (path: string) => (await expectStatus(system.admin("GET", path), 200)).body;
const open = async (token: string) =>
  (await expectStatus(system.api()("GET", `/counsel/review/${token}`), 200)).body;
const decide = (token: string, body: object) =>
  system.api()("POST", `/counsel/review/${token}/decide`, body);

test("each side's reference is in answers, rows and bundle, and neither is signed or sealed", async () => {
  const first = await commission(system);
  const { review, token } = await requestReview(system, first, { matter_reference });
  expect((await open(token)).matter_reference).toBe(matter_reference);
  const receipt = (
    await expectStatus(decide(token, { decision: "approved", counsel_reference }), 200)
  ).body;
  expect([receipt.matter_reference, receipt.counsel_reference]).toEqual([
    matter_reference,
    counsel_reference,
  ]);
  expect((await open(token)).decision.counsel_reference).toBe(counsel_reference);
  const both = { matter_reference, counsel_reference };
  expect(await get(`/admin/rule-reviews/${review.id}`)).toMatchObject(both);
  for (const search of ["M-2026/114", counsel_reference]) {
    const { items } = await get(`/admin/rule-reviews?search=${encodeURIComponent(search)}`);
    expect(items.map(({ id }: { id: string }) => id)).toEqual([review.id]);
  }
  const { items } = await get(`/admin/rule-reviews/${review.id}/audit`);
  expect(items[0].context.matter_reference).toBe(matter_reference);
  expect(items.at(-1).context.counsel_reference).toBe(counsel_reference);
  await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
  await auditor.copyLog();
  const bundle = await get(`/admin/rule-reviews/${review.id}/bundle`);
  expect(bundle.request).toMatchObject(both);
  const run = (file: object) =>
    auditor.run(JSON.stringify(file), auditor.options, DEVELOPMENT_SECRET);
  expect((await run(bundle)).status).toBe(0);
  const turned = structuredClone(bundle);
  turned.request.counsel_reference = "Somebody else's";
  const { status, stdout } = await run(turned);
  expect([status, stdout]).toEqual([1, expect.not.stringMatching(/CHANGED +record_seal/)]);
  // The page that says that the link has expired shows both, too.
  await system.advance(15 * 86_400);
  const late = await expectStatus(system.api()("GET", `/counsel/review/${token}`), 410);
  expect(late.body.decided).toMatchObject({ matter_reference, decision: { counsel_reference } });
});

test("without references, no answer, row or bundle has such a member", async () => {
  const { review, token } = await commission(system);
  const answers = [JSON.stringify(await open(token))];
  answers.push((await expectStatus(decide(token, { decision: "approved" }), 200)).text);
  for (const below of ["", "/audit", "/evidence", "/bundle"]) {
    answers.push(JSON.stringify(await get(`/admin/rule-reviews/${review.id}${below}`)));
  }
  for (const answer of answers) expect(answer).not.toMatch(/(matter|counsel)_reference/);
});

test("a repeat with another reference is another decision", async () => {
  const { token } = await commission(system);
  const decision = { decision: "approved", counsel_reference };
  await expectStatus(decide(token, decision), 200);
  await expectStatus(decide(token, decision), 200);
  const other = await decide(token, { decision: "approved" });
  expect([other.status, other.body.code]).toEqual([409, "already_decided"]);
});

test.each([["x".repeat(101)], [""], ["a\u202eb"], ["a\nb"]])(
  "a reference that is %j is 400 at its name, on either side",
  async (bad) => {
    const first = await commission(system);
    const { review, token } = first;
    const order = {
      framework_id: review.framework_id,
      rule_use_case_ids: first.ruleIds,
      counsel_id: first.counselId,
      matter_reference: bad,
    };
    const asked = await system.admin("POST", "/admin/rule-reviews", order);
    const said = await decide(token, { decision: "approved", counsel_reference: bad });
    for (const [{ status, body }, path] of [
      [asked, "matter_reference"],
      [said, "counsel_reference"],
    ] as const) {
      expect([status, body.errors[0].path]).toEqual([400, path]);
    }
  },
);

test("a room shows counsel's reference, and not the requester's", async () => {
  const first = await commission(system);
  const { review, token } = await requestReview(system, first, { matter_reference });
  await expectStatus(decide(token, { decision: "approved", counsel_reference }), 200);
  const order = { title: "R", framework_ids: [review.framework_id], expires_in_days: 3 };
  const { room_url } = (await expectStatus(system.admin("POST", "/admin/rooms", order), 201)).body;
  const { pathname } = new URL(room_url);
  for (const path of ["reviews", `reviews/${review.id}/evidence`]) {
    const shown = await expectStatus(system.api()("GET", `${pathname}/${path}`), 200);
    expect(shown.text).toContain(counsel_reference);
    expect(shown.text).not.toContain(matter_reference);
  }
});
