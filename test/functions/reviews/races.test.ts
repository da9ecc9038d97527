import { describe, expect, test } from "vitest";
import { sized } from "#test/support/full-size.ts";
import {
  actionsAt,
  askAgain,
  commission,
  expectStatus,
  requestReview,
} from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";

/** How many callers come at once. */
const MANY = sized(50, 6);

const system = suiteSystem();

const decide = (token: string, body: unknown) =>
  system.api()("POST", `/counsel/review/${token}/decide`, body);
const open = (token: string) => system.api()("GET", `/counsel/review/${token}`);
const actionsOf = (id: string) => actionsAt(system, `/admin/rule-reviews/${id}`);
const signaturesOf = async (counselId: string): Promise<number> =>
  (await system.admin("GET", `/admin/counsel/${counselId}`)).body.signatures_count;
const many = <T>(count: number, make: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)));

describe("concurrent callers", () => {
  test("many different decisions on one link: one winner, one audit row", async () => {
    const { token, review } = await askAgain(system);
    const answers = await many(MANY, (i) =>
      decide(token, { decision: "approved", comment: `no. ${i}` }),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(new Set(answers.filter((a) => a.status !== 200).map((a) => a.body.code))).toEqual(
      new Set(["already_decided"]),
    );
    expect(await actionsOf(review.id)).toEqual(["rule_review.requested", "rule_review.approved"]);
    const stored = (await system.admin("GET", `/admin/rule-reviews/${review.id}`)).body;
    expect(stored.decision_signature).toBe(won[0]?.body.decision_signature);
  });

  test("many identical decisions: every response has the same signature", async () => {
    const { token, review } = await commission(system);
    const answers = await many(MANY, () => decide(token, { decision: "rejected", comment: "No." }));
    const signatures = new Set(
      answers.filter((a) => a.status === 200).map((a) => a.body.decision_signature),
    );
    expect(signatures.size).toBe(1);
    expect(await actionsOf(review.id)).toEqual(["rule_review.requested", "rule_review.rejected"]);
    expect(await signaturesOf(review.counsel_id)).toBe(1);
  });

  test("one counsel on many links at once: every signature is made and counted", async () => {
    const first = await commission(system);
    const others = await many(MANY - 1, () => requestReview(system, first));
    const answers = await Promise.all(
      [first, ...others].map(({ token }) => decide(token, { decision: "approved" })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await signaturesOf(first.counselId)).toBe(MANY);
  });

  test("many requests on one rule: each is written, and the rule knows its open requests down to the last one", async () => {
    const first = await commission(system);
    const others = await many(sized(63, 8), (i) =>
      requestReview(system, { ...first, expiryDays: 2 + (i % 30) }),
    );
    expect(new Set([first, ...others].map(({ review }) => review.id)).size).toBe(sized(64, 9));
    const [shortest, ...longer] = others;
    await Promise.all(
      [first, ...longer].map(({ review }) =>
        expectStatus(system.admin("POST", `/admin/rule-reviews/${review.id}/cancel`), 200),
      ),
    );
    const { items } = (await system.admin("GET", `/admin/frameworks/${first.frameworkId}/rules`))
      .body;
    expect(items.map((rule: { review_status: string }) => rule.review_status)).toEqual(
      first.ruleIds.map(() => "pending"),
    );
    const id = shortest?.review.id;
    await expectStatus(system.admin("POST", `/admin/rule-reviews/${id}/cancel`), 200);
  });

  test("many decisions on one rule at once: the newest of them counts, in whatever order they are written", async () => {
    const first = await commission(system);
    const others = await many(MANY - 1, () => requestReview(system, first));
    const words = ["approved", "rejected", "approved_with_changes", "changes_requested"];
    const answers = await Promise.all(
      [first, ...others].map(({ token }, i) =>
        decide(token, { decision: words[i % words.length] ?? "" }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const place = ({ body }: (typeof answers)[number]): string =>
      `${body.decided_at} ${body.decision.startsWith("approved") ? 0 : 1} ${body.request_id}`;
    const newest = answers.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)).at(-1)?.body;
    const path = `/admin/frameworks/${first.frameworkId}/coverage`;
    for (const row of (await system.admin("GET", path)).body.rules) {
      expect(row).toMatchObject({
        status: newest.decision.startsWith("approved") ? "approved_live" : "refused",
        review_id: newest.request_id,
        decided_at: newest.decided_at,
      });
    }
  });

  test("many first views: one row", async () => {
    const { token, review } = await askAgain(system);
    const answers = await many(MANY, () => open(token));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await actionsOf(review.id)).toEqual([
      "rule_review.requested",
      "rule_review.viewed_by_counsel",
    ]);
  });

  test("views and decisions at once leave an unbroken chain", async () => {
    const { token, review } = await askAgain(system);
    await Promise.all([
      many(MANY, () => open(token)),
      many(MANY, () => decide(token, { decision: "approved" })),
    ]);
    const { items } = (await system.admin("GET", `/admin/rule-reviews/${review.id}/audit`)).body;
    const hashes = items.map(({ row_hash }: { row_hash: string }) => row_hash);
    const previous = items.map(({ prev_hash }: { prev_hash: string | null }) => prev_hash);
    expect(previous).toEqual([null, ...hashes.slice(0, -1)]);
    expect(items.map(({ action }: { action: string }) => action).toSorted()).toEqual([
      "rule_review.approved",
      "rule_review.requested",
      "rule_review.viewed_by_counsel",
    ]);
  });

  test("cancel and decide at once leave exactly one terminal state", async () => {
    for (let round = 0; round < sized(5, 2); round += 1) {
      const { token, review } = await askAgain(system);
      const [cancelled, decided] = await Promise.all([
        system.admin("POST", `/admin/rule-reviews/${review.id}/cancel`),
        decide(token, { decision: "approved" }),
      ]);
      expect([cancelled.status, decided.status].filter((status) => status === 200)).toHaveLength(1);
      const status = (await system.admin("GET", `/admin/rule-reviews/${review.id}`)).body.status;
      const ends = (await actionsOf(review.id)).slice(1);
      expect(ends).toEqual([`rule_review.${status}`]);
      expect(status).toBe(cancelled.status === 200 ? "cancelled" : "approved");
    }
  });

  test("a cancel and two daily jobs at once leave exactly one terminal state and one audit row", async () => {
    const requests = await many(6, () => askAgain(system, { expiryDays: 1 }));
    await system.advance(86_401);
    const run = () => system.api()("POST", "/_local/schedules/expire-reviews/run");
    const [first, second] = await Promise.all([
      run(),
      run(),
      ...requests.map(({ review }) =>
        system.admin("POST", `/admin/rule-reviews/${review.id}/cancel`),
      ),
    ]);
    let expired = 0;
    for (const { review } of requests) {
      const { status } = (await system.admin("GET", `/admin/rule-reviews/${review.id}`)).body;
      expect((await actionsOf(review.id)).slice(1)).toEqual([`rule_review.${status}`]);
      if (status === "expired") expired += 1;
    }
    expect(first?.body.expired + second?.body.expired).toBe(expired);
  });

  test("two imports of the same rules at once make one version per rule", async () => {
    const { frameworkId } = await commission(system);
    const rule = {
      use_case_id: "rule.a",
      title: "Raced",
      citations: [],
      customer_description_preview: "p",
      suggested_verdict_copy: "c",
    };
    const path = `/admin/frameworks/${frameworkId}/rules`;
    const answers = await many(8, () => system.admin("PUT", path, { rules: [rule] }));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(answers.reduce((sum, { body }) => sum + body.updated, 0)).toBe(1);
    const { body } = await expectStatus(system.admin("GET", `${path}/rule.a`), 200);
    expect(body.versions.map(({ version }: { version: number }) => version)).toEqual([1, 2]);
  });

  test("deactivating a counsel while reviews are requested never leaves a later request", async () => {
    const { counselId, frameworkId, ruleIds } = await commission(system);
    const request = () =>
      system.admin("POST", "/admin/rule-reviews", {
        framework_id: frameworkId,
        rule_use_case_ids: ruleIds,
        counsel_id: counselId,
      });
    const [off, ...made] = await Promise.all([
      system.admin("POST", `/admin/counsel/${counselId}/deactivate`),
      ...Array.from({ length: 8 }, request),
    ]);
    expect(off?.status).toBe(200);
    for (const answer of made) {
      expect(answer.status === 201 || answer.body.code === "counsel_inactive").toBe(true);
    }
    expect((await request()).body.code).toBe("counsel_inactive");
  });
});
