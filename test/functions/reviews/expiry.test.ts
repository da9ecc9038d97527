import { describe, expect, test } from "vitest";
import { commissionPanel } from "#test/support/panel-fixture.ts";
import {
  actionsAt,
  askAgain,
  commission,
  expectStatus,
  requestReview,
} from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { rewriteItem, takeBack } from "#test/support/table-attack.ts";

const system = suiteSystem();

const DAY = 86_400;
const open = (token: string) => system.api()("GET", `/counsel/review/${token}`);
const decide = (token: string, body: unknown) =>
  system.api()("POST", `/counsel/review/${token}/decide`, body);
const actionsOf = (id: string) => actionsAt(system, `/admin/rule-reviews/${id}`);
const runJob = () => system.api()("POST", "/_local/schedules/expire-reviews/run");

describe("expiry", () => {
  test("an expired link is 410 before the daily job has run, for reading and for deciding", async () => {
    const { token, review } = await askAgain(system, { expiryDays: 1 });
    await system.advance(DAY + 1);
    for (const answer of [
      await open(token),
      await decide(token, { decision: "approved" }),
      await decide(token, "{"),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([410, "review_expired"]);
    }
    expect(await actionsOf(review.id)).toEqual(["rule_review.requested"]);
  });

  test("the queue follows the clock in rows, filters and counts, before and after the daily job", async () => {
    const first = await commission(system, { expiryDays: 1 });
    const { frameworkId, review } = first;
    const { review: later } = await requestReview(system, { ...first, expiryDays: 9 });
    const queue = async (query: string) => {
      const path = `/admin/rule-reviews?framework_id=${frameworkId}&${query}`;
      const { items, next_cursor } = (await expectStatus(system.admin("GET", path), 200)).body;
      const rows = items.map((row: { id: string; status: string }) => [row.id, row.status]);
      return { rows, next: next_cursor as string | null };
    };
    const counts = async () => {
      const path = `/admin/rule-reviews/counts?framework_id=${frameworkId}`;
      const { counts: all } = (await expectStatus(system.admin("GET", path), 200)).body;
      const by = Object.fromEntries(
        all.map((one: { status: string; count: number }) => [one.status, one.count]),
      );
      return [by.pending, by.expired];
    };
    expect(await counts()).toEqual([2, 0]);
    await system.advance(DAY + 1);
    const byClock = async () => {
      expect((await queue("status=pending")).rows).toEqual([[later.id, "pending"]]);
      expect((await queue("status=expired")).rows).toEqual([[review.id, "expired"]]);
      expect((await queue("")).rows).toEqual([
        [later.id, "pending"],
        [review.id, "expired"],
      ]);
      expect(await counts()).toEqual([1, 1]);
    };
    await byClock();
    await runJob();
    await byClock();
  });

  test("a request whose time has run out is expired everywhere at the same instant, before and after the daily job", async () => {
    const { review } = await askAgain(system, { expiryDays: 1 });
    const statuses = async () => {
      const ask = (path: string) => expectStatus(system.admin("GET", path), 200);
      const [details, evidence, found] = await Promise.all([
        ask(`/admin/rule-reviews/${review.id}`),
        ask(`/admin/rule-reviews/${review.id}/evidence`),
        ask(`/admin/rule-reviews?search=${review.id}`),
      ]);
      return [details.body.status, evidence.body.request.status, found.body.items[0].status];
    };
    expect(await statuses()).toEqual(["pending", "pending", "pending"]);
    await system.advance(DAY + 1);
    expect(await statuses()).toEqual(["expired", "expired", "expired"]);
    await runJob();
    expect(await statuses()).toEqual(["expired", "expired", "expired"]);
  });

  test("requests that ran out of time since the job are paged among those that the job ended, newest first, none of them twice", async () => {
    const first = await commission(system, { expiryDays: 1 });
    const { frameworkId } = first;
    const again = (expiryDays = 1) => requestReview(system, { ...first, expiryDays });
    await again(2);
    await again();
    await system.advance(DAY + 1);
    await runJob();
    for (let n = 0; n < 3; n += 1) await again();
    await system.advance(DAY + 1);
    for (const limit of [1, 2, 3, 4, 9]) {
      const seen: { id: string; created_at: string }[] = [];
      let cursor = "";
      do {
        const path = `/admin/rule-reviews?framework_id=${frameworkId}&status=expired&limit=${limit}`;
        const { body } = await expectStatus(system.admin("GET", path + cursor), 200);
        expect(body.items.length).toBeLessThanOrEqual(limit);
        seen.push(...body.items);
        cursor = body.next_cursor && `&cursor=${encodeURIComponent(body.next_cursor)}`;
      } while (cursor);
      const ids = new Set(seen.map(({ id }) => id));
      expect([limit, seen.length, ids.size]).toEqual([limit, 6, 6]);
      const times = seen.map(({ created_at }) => created_at);
      expect(times).toEqual(times.toSorted().reverse());
    }
  });

  test("a decided review can be read until it expires, and not afterwards", async () => {
    const { token } = await askAgain(system, { expiryDays: 1 });
    await expectStatus(decide(token, { decision: "approved" }), 200);
    expect((await open(token)).status).toBe(200);
    await system.advance(DAY + 1);
    expect((await open(token)).body.code).toBe("review_expired");
    expect((await decide(token, { decision: "approved" })).body.code).toBe("review_expired");
  });

  test("a withdrawn request says that it was withdrawn, even past its expiry", async () => {
    const { token, review } = await askAgain(system, { expiryDays: 1 });
    await expectStatus(system.admin("POST", `/admin/rule-reviews/${review.id}/cancel`), 200);
    await system.advance(DAY + 1);
    expect((await open(token)).body.code).toBe("review_cancelled");
  });

  test("a first page of the queue is not cut short by requests that its filters leave out", async () => {
    const kept = await commission(system, { expiryDays: 9 });
    const { frameworkId, counselId } = kept;
    for (let n = 0; n < 3; n += 1) await requestReview(system, { ...kept, expiryDays: 1 });
    const firstOf = async (query: string) => {
      const path = `/admin/rule-reviews?${query}&limit=1`;
      const { items, next_cursor } = (await expectStatus(system.admin("GET", path), 200)).body;
      return { ids: items.map(({ id }: { id: string }) => id), isEnd: next_cursor === null };
    };
    const elsewhere = "framework_id=fw_elsewhere";
    expect(await firstOf(`${elsewhere}&counsel_id=${counselId}`)).toEqual({ ids: [], isEnd: true });
    await system.advance(DAY + 1);
    for (const query of ["status=pending", "status=pending&mail=bounced", "mail=bounced"]) {
      expect(await firstOf(`framework_id=${frameworkId}&${query}`)).toEqual({
        ids: query === "status=pending" ? [kept.review.id] : [],
        isEnd: true,
      });
    }
    await runJob();
    const ended = `status=expired&counsel_id=${counselId}&${elsewhere}`;
    expect(await firstOf(ended)).toEqual({ ids: [], isEnd: true });
  });

  test("the job expires exactly what is overdue, one audit row each; a repeat does nothing", async () => {
    await runJob();
    const overdue = [
      await askAgain(system, { expiryDays: 1 }),
      await askAgain(system, { expiryDays: 1 }),
    ];
    const open_ = await askAgain(system, { expiryDays: 3 });
    const decided = await askAgain(system, { expiryDays: 1 });
    await expectStatus(decide(decided.token, { decision: "rejected" }), 200);
    await system.advance(DAY + 1);
    expect((await runJob()).body).toEqual({ expired: 2 });
    expect((await runJob()).body).toEqual({ expired: 0 });
    for (const { review, token } of overdue) {
      expect((await system.admin("GET", `/admin/rule-reviews/${review.id}`)).body.status).toBe(
        "expired",
      );
      expect(await actionsOf(review.id)).toEqual(["rule_review.requested", "rule_review.expired"]);
      expect((await open(token)).body.code).toBe("review_expired");
    }
    const statusOf = async (id: string) =>
      (await system.admin("GET", `/admin/rule-reviews/${id}`)).body.status;
    expect(await statusOf(open_.review.id)).toBe("pending");
    expect(await statusOf(decided.review.id)).toBe("rejected");
    const rows = await system.admin("GET", `/admin/rule-reviews/${overdue[0]?.review.id}/audit`);
    expect(rows.body.items[1]).toMatchObject({ actor_type: "system", actor_user_id: null });
  });

  test("a panel that differs from its rows holds up no other request, and the job says that it failed", async () => {
    await runJob();
    const { panel, members } = await commissionPanel(system, { expiry_days: 1 });
    const overdue = [];
    for (let n = 0; n < 12; n += 1) overdue.push(await askAgain(system, { expiryDays: 1 }));
    await system.advance(DAY + 1);
    await rewriteItem(system, { pk: `PANEL#${panel.id}`, sk: "META" }, ({ panel: stored }) => {
      stored.audit_head.hash = "0".repeat(64);
    });
    const before = system.lines.length;
    expect((await runJob()).status).toBe(500);
    const jobs = system.lines.slice(before).filter(({ event }) => event === "job");
    expect(jobs).toMatchObject([{ operation: "expireReviews", outcome: "failed" }]);
    const ended = await Promise.all(overdue.map(({ review }) => actionsOf(review.id)));
    expect(ended).toEqual(overdue.map(() => ["rule_review.requested", "rule_review.expired"]));
    await takeBack(system);
    expect((await runJob()).body).toEqual({ expired: members.length });
  });

  test("cancelling works past expires_at until the job has run, and not after it", async () => {
    const late = await askAgain(system, { expiryDays: 1 });
    const tooLate = await askAgain(system, { expiryDays: 1 });
    await system.advance(DAY + 1);
    await expectStatus(system.admin("POST", `/admin/rule-reviews/${late.review.id}/cancel`), 200);
    await runJob();
    const refused = await system.admin("POST", `/admin/rule-reviews/${tooLate.review.id}/cancel`);
    expect([refused.status, refused.body.code]).toEqual([409, "review_not_pending"]);
  });
});
