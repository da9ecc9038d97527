import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { watched } from "#test/support/attacks/judges.ts";
import { type Auditor, auditorOf } from "#test/support/forge-bundle.ts";
import { asAdmin, callFunction } from "#test/support/function-event.ts";
import {
  asOperation,
  interleaved,
  keepLogLines,
  useEnvironmentOf,
} from "#test/support/in-process.ts";
import { commissionPanel, type Member, panelNow, vote } from "#test/support/panel-fixture.ts";
import {
  actionsAt,
  appointAnother,
  askAgain,
  type Commissioned,
  commission,
  expectStatus,
  requestReview,
} from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import { itemsUnder, takeBack } from "#test/support/table-attack.ts";

const system = suiteSystemWithLog({ settings: { WORKER_INVOKE_ENABLED: "false" } });
const DAY = 86_400;

let auditor: Auditor;
beforeAll(async () => {
  auditor = await auditorOf(system);
});
afterAll(() => auditor.close());

const extend = (id: string, expiry_days: unknown) =>
  system.admin("POST", `/admin/rule-reviews/${id}/extend`, { expiry_days });
const get = async (path: string) => (await expectStatus(system.admin("GET", path), 200)).body;
const run = async (job: string) =>
  (await expectStatus(system.api()("POST", `/_local/schedules/${job}/run`), 200)).body;
const open = (token: string) => system.api()("GET", `/counsel/review/${token}`);
const daysFrom = (iso: string, days: number) =>
  new Date(Date.parse(iso) + days * DAY * 1000).toISOString();

/** The differences that rebuild-standing finds in what is stored about a framework. */
async function differencesIn(frameworkId: string): Promise<string[]> {
  const { rebuildStanding } = await import("#shared/use-cases/standing/rebuild-standing.ts");
  return (await rebuildStanding(frameworkId, true, await system.advance(0))).differences;
}

/** The same, for a test that is not otherwise in this process. */
async function rebuilt(frameworkId: string): Promise<string[]> {
  useEnvironmentOf(system);
  try {
    return await differencesIn(frameworkId);
  } finally {
    vi.unstubAllEnvs();
  }
}

/** The offline verifier's verdict on a file, given everything that it could ask for. */
async function judged(path: string) {
  await run("sequence-log");
  await auditor.copyLog();
  const { status, stdout } = await auditor.run(JSON.stringify(await get(path)), auditor.options);
  return { status, stdout };
}

const genuine = { status: 0, stdout: expect.stringContaining("RESULT: genuine") };

describe("more time for a review", () => {
  // Before the others, because the watcher reads every book of the system.
  test.each(["rejects", "is withdrawn"])(
    "for a member of a panel who then %s lets the panel end with those who are left",
    async (what) => {
      const asked = { members: 2, need: 1, on_reject: "outvoted", expiry_days: 2 } as const;
      const given = await commissionPanel(system, asked);
      const { frameworkId, panel, members } = given;
      const [first, second] = members;
      await expectStatus(extend(second?.review.id ?? "", 20), 200);
      const end =
        what === "rejects"
          ? vote(system, second, "rejected", { comment: "No." })
          : system.admin("POST", `/admin/rule-reviews/${second?.review.id}/cancel`);
      await expectStatus(end, 200);
      const until = { status: "open", ends_at: first?.review.expires_at };
      expect(await panelNow(system, given)).toMatchObject(until);
      await run("sequence-log");
      await system.advance(3 * DAY);
      // The courier has not come yet.
      const coverage = async (at: string) =>
        (await get(`/admin/frameworks/${frameworkId}/coverage${at}`)).rules;
      const past = await coverage(`?as_of=${await system.advance(0)}`);
      await system.advance(1);
      const now = await coverage("");
      expect(now).toEqual(past);
      expect(now[0]).toMatchObject({ status: "never_reviewed", open_panel_id: null });
      const cleared = system.admin("POST", "/clearance", {
        framework_id: frameworkId,
        use_case_ids: given.ruleIds,
      });
      const reasons = (await expectStatus(cleared, 200)).body.blockers.map(
        ({ reason }: { reason: string }) => reason,
      );
      expect([...new Set(reasons)]).toEqual(["never_reviewed"]);
      expect(await panelNow(system, given)).toMatchObject(until);
      await run("courier");
      const { status, ends_at, decided_at } = await panelNow(system, given);
      expect([status, ends_at]).toEqual([
        what === "rejects" ? "rejected" : "undecided",
        decided_at,
      ]);
      expect((await coverage(""))[0]).toMatchObject(
        what === "rejects"
          ? { status: "refused", panel_id: panel.id, decided_at }
          : { status: "never_reviewed", panel_id: null },
      );
      expect((await watched(system)).filter((line) => line.includes(frameworkId))).toEqual([]);
      expect(await rebuilt(frameworkId)).toEqual([]);
      expect(await judged(`/admin/review-panels/${panel.id}/bundle`)).toEqual(genuine);
    },
  );

  test("keeps the same link open past the first end, with the rows that the replay expects", async () => {
    const { review, token } = await askAgain(system, { expiryDays: 1 });
    await expectStatus(open(token), 200);
    const { body } = await expectStatus(extend(review.id, 5), 200);
    expect(body.expires_at > daysFrom(review.expires_at, 3)).toBe(true);
    const row = (await get(`/admin/rule-reviews/${review.id}/audit`)).items.at(-1);
    expect([row.action, row.context]).toEqual([
      "rule_review.extended",
      expect.objectContaining({
        expires_at: body.expires_at,
        expired_before: review.expires_at,
      }),
    ]);
    await system.advance(2 * DAY);
    // The daily job leaves the request alone.
    await run("expire-reviews");
    const opened = await expectStatus(open(token), 200);
    expect([opened.body.status, opened.body.expires_at]).toEqual(["pending", body.expires_at]);
    const decided = system.api()("POST", `/counsel/review/${token}/decide`, {
      decision: "approved",
    });
    const receipt = (await expectStatus(decided, 200)).body;
    expect(receipt.receipt.row.context.link).toBe(row.row_hash);
    expect(await judged(`/admin/rule-reviews/${review.id}/bundle`)).toEqual(genuine);
    const { checks } = await get(`/admin/rule-reviews/${review.id}/evidence`);
    expect(checks.filter(({ result }: { result: string }) => result === "fail")).toEqual([]);
    const again = await extend(review.id, 30);
    expect([again.status, again.body.code]).toEqual([409, "review_not_pending"]);
  });

  test("is refused unless it is later than the end, and within 60 days and 180 from the request", async () => {
    const { review } = await askAgain(system, { expiryDays: 50 });
    const refusals = async (days: unknown) => {
      const { status, body } = await extend(review.id, days);
      return [status, body.code, ...(status === 422 ? [body.errors[0].path] : [])];
    };
    expect(await refusals(50 - 1)).toEqual([422, "expiry_not_later", "expiry_days"]);
    expect(await refusals(61)).toEqual([422, "expiry_too_late", "expiry_days"]);
    expect(await refusals(2 ** 50)).toEqual([422, "expiry_too_late", "expiry_days"]);
    for (const wrong of [0, -1, 1.5, "3", null]) {
      expect(await refusals(wrong)).toEqual([400, "validation_failed"]);
    }
    for (const days of [60, 60, 59]) {
      await system.advance(40 * DAY);
      await expectStatus(extend(review.id, days), 200);
    }
    await system.advance(50 * DAY);
    expect(await refusals(11)).toEqual([422, "expiry_too_late", "expiry_days"]);
    await system.advance(11 * DAY);
    // By the clock it has expired, whether or not the daily job has run.
    expect(await refusals(5)).toEqual([409, "review_not_pending"]);
    expect(await run("expire-reviews")).toMatchObject({ expired: expect.any(Number) });
    expect((await actionsAt(system, `/admin/rule-reviews/${review.id}`)).at(-1)).toBe(
      "rule_review.expired",
    );
    expect(await judged(`/admin/rule-reviews/${review.id}/bundle`)).toEqual(genuine);
  });

  test("that is asked for twice, at once and again, is given once", async () => {
    const { review } = await askAgain(system, { expiryDays: 1 });
    const answers = await Promise.all([extend(review.id, 5), extend(review.id, 5)]);
    answers.push(await extend(review.id, 5));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
    expect(await actionsAt(system, `/admin/rule-reviews/${review.id}`)).toEqual([
      "rule_review.requested",
      "rule_review.extended",
    ]);
    await system.advance(60);
    await expectStatus(extend(review.id, 5), 200);
  });

  test("carries over to a new link and to a delegate, and the rule stays under review", async () => {
    const first = await commission(system, { expiryDays: 1, mayDelegate: true });
    const { frameworkId, review } = first;
    const { body } = await expectStatus(extend(review.id, 9), 200);
    const renewed = system.admin("POST", `/admin/rule-reviews/${review.id}/link`);
    const link = (await expectStatus(renewed, 200)).body.magic_link_url;
    await system.advance(3 * DAY);
    const path = new URL(link).pathname;
    expect((await expectStatus(system.api()("GET", path), 200)).body.expires_at).toBe(
      body.expires_at,
    );
    const coverage = async () => (await get(`/admin/frameworks/${frameworkId}/coverage`)).rules;
    expect((await coverage())[0]).toMatchObject({ status: "pending", open_review_id: review.id });
    const anna = { display_name: "Anna", email: "anna@law.example", reason: "She knows it." };
    await expectStatus(system.api()("POST", `${path}/delegate`, anna), 201);
    const next = (await coverage())[0].open_review_id;
    expect(next).not.toBe(review.id);
    expect((await get(`/admin/rule-reviews/${next}`)).expires_at).toBe(body.expires_at);
    const more = (await expectStatus(extend(next, 40), 200)).body;
    expect(more.expires_at > body.expires_at).toBe(true);
    expect(await judged(`/admin/rule-reviews/${next}/bundle`)).toEqual(genuine);
  });

  test("is remembered: a past day shows the request that was open then, however much time it got", async () => {
    const { review, token, frameworkId } = await commission(system, { expiryDays: 60 });
    await system.advance(20 * DAY);
    const early = await system.advance(0);
    await system.advance(30 * DAY);
    await expectStatus(extend(review.id, 60), 200);
    const late = await system.advance(40 * DAY);
    const coverage = async (at: string) =>
      (await get(`/admin/frameworks/${frameworkId}/coverage${at && `?as_of=${at}`}`)).rules[0];
    const pending = { status: "pending", open_review_id: review.id };
    expect(await coverage("")).toMatchObject(pending);
    await system.advance(1);
    for (const at of [early, late]) expect(await coverage(at)).toMatchObject(pending);
    await system.advance(10 * DAY);
    const decided = async () => (await get("/admin/overview")).pipeline.decided.count;
    const before = await decided();
    await expectStatus(
      system.api()("POST", `/counsel/review/${token}/decide`, { decision: "approved" }),
      200,
    );
    expect(await decided()).toBe(before + 1);
    await system.advance(1);
    for (const at of [early, late]) expect(await coverage(at)).toMatchObject(pending);
  });

  test("for a request by mail tells counsel the new end, and reminds anew", async () => {
    const { counselId, ...rest } = await commission(system);
    const asked = await requestReview(
      system,
      { ...rest, counselId, expiryDays: 4 },
      { deliver: "mail" },
    );
    await run("courier");
    const keys = async () =>
      (await system.api()("GET", "/_local/outbox")).body.items
        .filter((mail: { to: string[] }) => mail.to[0] === asked.email)
        .map(
          (mail: {
            subject: string;
            text: string;
            headers: { name: string; value: string }[];
          }) => ({
            key: mail.headers.find(({ name }) => name === "X-Message-Key")?.value.slice(37),
            ...mail,
          }),
        );
    const { body } = await expectStatus(extend(asked.review.id, 30), 200);
    await run("courier");
    const [told] = await keys();
    expect([told.key, told.subject]).toEqual(["extended_2", expect.stringMatching(/^More time: /)]);
    expect(told.text).toContain(asked.token);
    expect(told.text).toContain(String(new Date(body.expires_at).getUTCFullYear()));
    // Half of the first window has passed, but that end no longer holds.
    await system.advance(3 * DAY);
    await run("courier");
    expect((await keys()).map(({ key }: { key: string }) => key)).toEqual(["extended_2", "link_1"]);
    await system.advance(13 * DAY);
    await run("courier");
    expect((await keys())[0].key).toBe("reminder_4");
  });

  test("given while no mail went to counsel is reminded of once a new link is mailed", async () => {
    const email = "bounce@simulator.amazonses.com";
    const { counselId, ...rest } = await commission(system, { email });
    const asked = await requestReview(
      system,
      { ...rest, counselId, expiryDays: 4 },
      { deliver: "mail" },
    );
    const { id } = asked.review;
    await run("courier");
    await expect
      .poll(async () => (await get(`/admin/rule-reviews/${id}`)).mail.status)
      .toBe("bounced");
    await expectStatus(extend(id, 20), 200);
    const right = "right-after-all@law.example";
    await expectStatus(system.admin("PATCH", `/admin/counsel/${counselId}`, { email: right }), 200);
    await expectStatus(
      system.admin("POST", `/admin/rule-reviews/${id}/link`, { deliver: "mail" }),
      200,
    );
    for (let day = 0; day < 20; day += 1) {
      await run("courier");
      await system.advance(DAY);
    }
    const { items } = (await system.api()("GET", "/_local/outbox")).body;
    const keys = items
      .filter(({ to }: { to: string[] }) => to[0] === right)
      .map(({ tags }: { tags: unknown }) => JSON.stringify(tags))
      .map((tags: string) => /_((?:link|reminder)_\d)/.exec(tags)?.[1]);
    expect(keys.reverse()).toEqual(["link_2", "reminder_4", "reminder_5", "reminder_6"]);
  });

  test("for one member of a panel leaves the others' ends alone, and the panel ends with the latest", async () => {
    const given = await commissionPanel(system, {
      members: 3,
      need: 2,
      on_reject: "outvoted",
      expiry_days: 2,
    });
    const [first, second, third] = given.members;
    const { body } = await expectStatus(extend(second?.review.id, 20), 200);
    expect((await panelNow(system, given)).expires_at).toBe(body.expires_at);
    await expectStatus(open(first?.token ?? ""), 200);
    await expectStatus(vote(system, first, "approved"), 200);
    await run("sequence-log");
    await system.advance(3 * DAY);
    expect((await open(third?.token ?? "")).body.code).toBe("review_expired");
    const statuses = async () => {
      const { status, members } = await panelNow(system, given);
      return [status, ...members.map((one: { status: string }) => one.status)];
    };
    expect(await statuses()).toEqual(["open", "approved", "pending", "expired"]);
    await run("courier");
    expect(await actionsAt(system, `/admin/rule-reviews/${third?.review.id}`)).toContain(
      "rule_review.expired",
    );
    expect(await statuses()).toEqual(["open", "approved", "pending", "expired"]);
    expect(await judged(`/admin/review-panels/${given.panel.id}/bundle`)).toEqual(genuine);
    await expectStatus(vote(system, second, "approved"), 200);
    expect(await statuses()).toEqual(["approved", "approved", "approved", "expired"]);
    expect(await judged(`/admin/review-panels/${given.panel.id}/bundle`)).toEqual(genuine);
  });

  test("for some of a panel's members leaves the panel to them: members whose time is over no longer count, even before the courier has come", async () => {
    const asked = { members: 4, need: 3, on_reject: "outvoted", expiry_days: 2 } as const;
    const given = await commissionPanel(system, asked);
    const [first, second, third] = given.members;
    await expectStatus(vote(system, first, "rejected", { comment: "No." }), 200);
    for (const one of [second, third]) await expectStatus(extend(one?.review.id ?? "", 20), 200);
    expect((await panelNow(system, given)).status).toBe("open");
    await run("sequence-log");
    await system.advance(3 * DAY);
    // The fourth member's time is over, and two more approvals are one too few.
    const shown = async () => {
      const { status, members } = await panelNow(system, given);
      return [status, ...members.map((one: { status: string }) => one.status)];
    };
    expect(await shown()).toEqual(["open", "rejected", "pending", "pending", "expired"]);
    const { body } = await expectStatus(vote(system, second, "approved"), 200);
    expect(body.panel.status).toBe("rejected");
    expect(await shown()).toEqual(["rejected", "rejected", "approved", "cancelled", "expired"]);
    const [, , , fourth] = given.members;
    expect(await actionsAt(system, `/admin/rule-reviews/${fourth?.review.id}`)).toEqual([
      "rule_review.requested",
      "rule_review.expired",
    ]);
    expect(await judged(`/admin/review-panels/${given.panel.id}/bundle`)).toEqual(genuine);
    for (const job of ["courier", "expire-reviews"]) await run(job);
    expect(await actionsAt(system, `/admin/rule-reviews/${fourth?.review.id}`)).toHaveLength(2);
    expect(await shown()).toEqual(["rejected", "rejected", "approved", "cancelled", "expired"]);
  });

  test("for one member of a panel does not let an admin cancel away what was decided without the others", async () => {
    const asked = { members: 4, need: 2, on_reject: "outvoted", expiry_days: 2 } as const;
    const given = await commissionPanel(system, asked);
    const [first, , , fourth] = given.members;
    const rule_verdicts = [{ use_case_id: "rule.a", verdict: "rejected", text: "No." }];
    const said = vote(system, first, "approved_with_changes", { comment: "See.", rule_verdicts });
    await expectStatus(said, 200);
    await expectStatus(extend(fourth?.review.id ?? "", 20), 200);
    await run("sequence-log");
    await system.advance(3 * DAY);
    // Only the fourth member can still decide. Rule A has no chance of two approvals, the others do.
    expect((await panelNow(system, given)).status).toBe("open");
    const path = `/admin/review-panels/${given.panel.id}`;
    const { body } = await expectStatus(system.admin("POST", `${path}/cancel`), 200);
    expect(body).toMatchObject({
      status: "cancelled",
      members: ["approved_with_changes", "expired", "expired", "cancelled"].map((status) => ({
        status,
      })),
      rules: ["rejected", "undecided", "undecided"].map((outcome) => ({ outcome })),
    });
    const { rules } = await get(`/admin/frameworks/${given.frameworkId}/coverage`);
    expect(rules[0]).toMatchObject({ status: "refused", objection: { text: "No." } });
    expect(await judged(`${path}/bundle`)).toEqual(genuine);
  });

  test("for a member of a panel who is its last one opens it on its rules again for that long", async () => {
    const asked = { members: 2, need: 1, on_reject: "outvoted", expiry_days: 2 } as const;
    const given = await commissionPanel(system, asked);
    const [first, second] = given.members;
    await expectStatus(extend(second?.review.id ?? "", 20), 200);
    await expectStatus(vote(system, second, "rejected", { comment: "No." }), 200);
    const { expires_at } = (await expectStatus(extend(first?.review.id ?? "", 10), 200)).body;
    await system.advance(3 * DAY);
    expect((await panelNow(system, given)).ends_at).toBe(expires_at);
    const { rules } = await get(`/admin/frameworks/${given.frameworkId}/coverage`);
    expect(rules[0]).toMatchObject({ status: "pending", open_panel_id: given.panel.id });
    expect(await rebuilt(given.frameworkId)).toEqual([]);
  });

  test("given twice at the same time is given, and signed, once for each", async () => {
    const { review, token } = await askAgain(system, { expiryDays: 1 });
    const answers = await Promise.all([extend(review.id, 20), extend(review.id, 30), open(token)]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(answers.every(({ status }) => [200, 409, 422].includes(status))).toBe(true);
    const { expires_at } = await get(`/admin/rule-reviews/${review.id}`);
    expect((await expectStatus(open(token), 200)).body.expires_at).toBe(expires_at);
    expect(await judged(`/admin/rule-reviews/${review.id}/bundle`)).toEqual(genuine);
  });

  describe("that meets a decision or another request", () => {
    beforeAll(async () => {
      useEnvironmentOf(system);
      // The handler in this process uses the system's clock.
      vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(await system.advance(0)) });
      keepLogLines();
    });
    afterAll(() => {
      vi.useRealTimers();
      vi.unstubAllEnvs();
    });
    const actionsOf = (id: string) => actionsAt(system, `/admin/rule-reviews/${id}`);
    const decision = { decision: "approved" };

    test("and comes before the decision: that one is refused for now, and is made under it when it is sent again", async () => {
      const { review, token } = await askAgain(system, { expiryDays: 1 });
      asOperation("decideReview");
      const { handler } = await import("#functions/reviews/decide-review.ts");
      const decide = () => callFunction(handler, { params: { token }, body: decision });
      const extended = () => expectStatus(extend(review.id, 5), 200);
      const { status, body } = await interleaved(decide, extended);
      expect([status, body.code]).toEqual([409, "conflict"]);
      expect(await actionsOf(review.id)).toEqual(["rule_review.requested", "rule_review.extended"]);
      expect((await decide()).status).toBe(200);
      const { items } = await get(`/admin/rule-reviews/${review.id}/audit`);
      expect(items[2]).toMatchObject({
        action: "rule_review.approved",
        context: { link: items[1].row_hash },
      });
      expect(await judged(`/admin/rule-reviews/${review.id}/bundle`)).toEqual(genuine);
    });

    test("and comes after the decision: it is refused, even in a panel that another member ended", async () => {
      asOperation("extendReview");
      const { handler } = await import("#functions/reviews/extend-review.ts");
      const alone = await askAgain(system, { expiryDays: 1 });
      const { members, panel } = await commissionPanel(system, { members: 2, need: 1 });
      const [voter, other] = members as [Member, Member];
      const decide = (token: string) => () =>
        expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, decision), 200);
      for (const [id, token, end] of [
        [alone.review.id, alone.token, "approved"],
        [other.review.id, voter.token, "cancelled"],
      ]) {
        const asked = { params: { id }, body: { expiry_days: 30 }, claims: asAdmin };
        const { status, body } = await interleaved(
          () => callFunction(handler, asked),
          decide(token),
        );
        expect([status, body.code]).toEqual([409, "review_not_pending"]);
        expect(await actionsOf(id)).toEqual(["rule_review.requested", `rule_review.${end}`]);
      }
      for (const path of [
        `/admin/rule-reviews/${alone.review.id}`,
        `/admin/rule-reviews/${other.review.id}`,
        `/admin/review-panels/${panel.id}`,
      ]) {
        expect(await judged(`${path}/bundle`)).toEqual(genuine);
      }
    });

    test("and comes while another request is opened on the same rules: both stay found there", async () => {
      const first = await commission(system, { expiryDays: 3 });
      const { frameworkId } = first;
      for (let i = 0; i < 3; i += 1) {
        await requestReview(system, { ...(await appointAnother(system, first)), expiryDays: 20 });
      }
      const { counselId, ruleIds } = await appointAnother(system, first);
      asOperation("createReview");
      const { handler } = await import("#functions/reviews/create-review.ts");
      const asked = {
        framework_id: frameworkId,
        rule_use_case_ids: ruleIds,
        counsel_id: counselId,
      };
      const create = () =>
        callFunction(handler, { body: { ...asked, expiry_days: 20 }, claims: asAdmin });
      const extended = () => expectStatus(extend(first.review.id, 50), 200);
      expect((await interleaved(create, extended)).status).toBe(201);
      expect(await differencesIn(frameworkId)).toEqual([]);
      await system.advance(21 * DAY);
      expect((await get(`/admin/frameworks/${frameworkId}/coverage`)).rules[0]).toMatchObject({
        status: "pending",
        open_review_id: first.review.id,
      });
    });
  });

  test("cannot be taken back in the table: the link's earlier state opens nothing", async () => {
    const { review, token }: Commissioned = await askAgain(system, { expiryDays: 1 });
    await expectStatus(extend(review.id, 20), 200);
    const [state] = (await itemsUnder(system, "LINK#")).filter(
      (one) => one.review?.id === review.id,
    );
    expect(state?.review.extension.number).toBe(1);
    const { rewriteItem } = await import("#test/support/table-attack.ts");
    await rewriteItem(system, { pk: state?.pk, sk: "STATE" }, (item) => {
      item.review.extension = null;
    });
    const { status, body } = await open(token);
    expect([status, body.code]).toEqual([403, "invalid_token"]);
    await system.advance(2 * DAY);
    await run("expire-reviews");
    expect(await actionsAt(system, `/admin/rule-reviews/${review.id}`)).not.toContain(
      "rule_review.expired",
    );
    await takeBack(system);
  });
});
