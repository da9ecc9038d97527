import { describe, expect, test } from "vitest";
import { commissionPanel } from "#test/support/panel-fixture.ts";
import {
  actionsAt,
  appoint,
  appointAnother,
  type Commissioned,
  commission,
  expectStatus,
  newRuleBook,
  requestReview,
} from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";

// No test here waits for a mail.
const system = suiteSystem({ settings: { WORKER_INVOKE_ENABLED: "false" } });

const counselAt = async (id: string) =>
  (await expectStatus(system.admin("GET", `/admin/counsel/${id}`), 200)).body;
const confirm = (id: string) => system.admin("POST", `/admin/counsel/${id}/confirm`);
const deactivate = (id: string) => system.admin("POST", `/admin/counsel/${id}/deactivate`);
const listed = async (query: string): Promise<string[]> =>
  (await system.admin("GET", `/admin/counsel?limit=200&${query}`)).body.items.map(
    ({ id }: { id: string }) => id,
  );
const decide = (token: string | undefined, decision: string) =>
  system.api()("POST", `/counsel/review/${token}/decide`, { decision });
const passOn = (token: string, email: string) =>
  system.api()("POST", `/counsel/review/${token}/delegate`, {
    display_name: "Dr. Anna Conti",
    email,
    reason: "The compliance team sees it.",
  });
const addressIn = ({ frameworkId }: { frameworkId: string }, name = "anna"): string =>
  `${name}.${frameworkId}@law.example`;

/** A request that was passed on to somebody unknown, and the delegate's own request. */
async function passedOn() {
  const given = await commission(system, { mayDelegate: true });
  await expectStatus(passOn(given.token, addressIn(given)), 201);
  return { given, ...(await delegatesOf(given)) };
}

async function delegatesOf({ review, frameworkId }: Commissioned) {
  const { body } = await system.admin("GET", `/admin/rule-reviews?framework_id=${frameworkId}`);
  const theirs = body.items.find(
    ({ delegated_from }: { delegated_from: string }) => delegated_from === review.id,
  );
  const rows = await system.admin("GET", `/admin/rule-reviews/${theirs.id}/audit`);
  const token = rows.body.items[0].context.magic_link_url.split("/").at(-1);
  return { delegateId: theirs.counsel_id as string, reviewId: theirs.id as string, token };
}

describe("a counsel whom an admin registers", () => {
  test("is confirmed from the beginning, and confirming them changes nothing", async () => {
    const { counselId } = await commission(system);
    const { created_at, confirmed_at } = await counselAt(counselId);
    expect(confirmed_at).toBe(created_at);
    const { body } = await expectStatus(confirm(counselId), 200);
    expect(body.confirmed_at).toBe(created_at);
    expect(await actionsAt(system, `/admin/counsel/${counselId}`)).not.toContain(
      "counsel.confirmed",
    );
    const nobody = await confirm("00000000-0000-4000-8000-000000000000");
    expect([nobody.status, nobody.body.code]).toEqual([404, "not_found"]);
  });
});

describe("a counsel whom another counsel named", () => {
  test("cannot be asked before an admin confirms them, once and with one row", async () => {
    const { given, delegateId } = await passedOn();
    const { frameworkId, ruleIds, counselId } = given;
    expect(await counselAt(delegateId)).toMatchObject({
      vouched_by: counselId,
      vouched_by_name: "Dr. Ada Lex",
      confirmed_at: null,
    });
    const picker = `framework_id=${frameworkId}&active=true`;
    expect(await listed(picker)).toEqual([counselId]);
    expect(await listed(`framework_id=${frameworkId}`)).toContain(delegateId);
    const asked = { framework_id: frameworkId, rule_use_case_ids: ruleIds };
    const asks = [
      () => system.admin("POST", "/admin/rule-reviews", { ...asked, counsel_id: delegateId }),
      () =>
        system.admin("POST", `/admin/frameworks/${frameworkId}/re-reviews`, {
          counsel_id: delegateId,
        }),
      () =>
        system.admin("POST", "/admin/review-panels", {
          ...asked,
          counsel_ids: [counselId, delegateId],
          need: 1,
          on_reject: "ends",
        }),
    ];
    for (const ask of asks) {
      const { body } = await expectStatus(ask(), 422);
      expect(body.code).toBe("counsel_unconfirmed");
    }
    const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(delegateId)));
    const [{ body: first } = { body: {} }] = answers;
    for (const { status, body } of answers) {
      expect([status, body.confirmed_at]).toEqual([200, first.confirmed_at]);
    }
    expect((await expectStatus(confirm(delegateId), 200)).body).toEqual(first);
    const { items } = (await system.admin("GET", `/admin/counsel/${delegateId}/audit`)).body;
    const rows = items.filter(({ action }: { action: string }) => action === "counsel.confirmed");
    expect(rows).toMatchObject([
      { actor_type: "user", created_at: first.confirmed_at, context: { vouched_by: counselId } },
    ]);
    expect(await listed(picker)).toEqual([counselId, delegateId]);
    for (const [i, ask] of asks.entries()) await expectStatus(ask(), i === 1 ? 200 : 201);
  });

  test("may be named again, and decides what they were handed, whether or not they were confirmed meanwhile", async () => {
    const { given, delegateId, reviewId, token } = await passedOn();
    const again = await requestReview(system, { ...given, mayDelegate: true });
    await expectStatus(passOn(again.token, addressIn(given)), 201);
    const second = await delegatesOf(again);
    expect(second.delegateId).toBe(delegateId);
    await expectStatus(decide(token, "approved"), 200);
    await expectStatus(confirm(delegateId), 200);
    await expectStatus(decide(second.token, "approved"), 200);
    for (const id of [reviewId, second.reviewId]) {
      const { body } = await system.admin("GET", `/admin/rule-reviews/${id}/evidence`);
      const failed = body.checks.filter(({ result }: { result: string }) => result === "fail");
      // They decided without opening the link.
      expect(failed.map(({ id }: { id: string }) => id)).toEqual(["view_before_decision"]);
    }
    const { rules } = (await system.admin("GET", `/admin/frameworks/${given.frameworkId}/coverage`))
      .body;
    for (const rule of rules) expect(rule.status).toBe("approved_live");
  });
});

describe("an address that a request is passed on to", () => {
  test("is refused if only retired records of the rule book have it, and nothing changes", async () => {
    const given = await commission(system, { mayDelegate: true });
    const other = await appointAnother(system, given);
    await expectStatus(deactivate(other.counselId), 200);
    const { body } = await expectStatus(passOn(given.token, other.email), 422);
    expect(body.code).toBe("counsel_inactive");
    expect(await listed(`email=${other.email}`)).toEqual([other.counselId]);
    await expectStatus(system.api()("GET", `/counsel/review/${given.token}`), 200);
    const elsewhere = await newRuleBook(system);
    const email = addressIn(given, "elsewhere");
    await expectStatus(deactivate(await appoint(system, elsewhere.frameworkId, email)), 200);
    await expectStatus(passOn(given.token, email), 201);
  });

  test("needs a key if an active record of any rule book decides by key", async () => {
    const given = await commission(system, { mayDelegate: true });
    const elsewhere = await newRuleBook(system);
    const email = addressIn(given, "keyed");
    const keyed = await appoint(system, elsewhere.frameworkId, email);
    await expectStatus(
      system.admin("PATCH", `/admin/counsel/${keyed}`, { signing_policy: "key_required" }),
      200,
    );
    const { body } = await expectStatus(passOn(given.token, email), 422);
    expect(body.code).toBe("delegate_needs_key");
    expect(await listed(`email=${email}`)).toEqual([keyed]);
    await expectStatus(deactivate(keyed), 200);
    await expectStatus(passOn(given.token, email), 201);
  });
});

describe("a counsel's open requests", () => {
  test("are counted in their record and in the answer to retiring them; they stay open, and can be decided", async () => {
    const given = await commission(system, { expiryDays: 3 });
    const { counselId } = given;
    const longer = await requestReview(system, { ...given, expiryDays: 30 });
    const cancelled = await requestReview(system, given);
    expect((await counselAt(counselId)).open_requests).toBe(3);
    await system.admin("POST", `/admin/rule-reviews/${cancelled.review.id}/cancel`);
    const { body } = await expectStatus(deactivate(counselId), 200);
    expect(body).toMatchObject({ active: false, open_requests: 2 });
    expect((await expectStatus(deactivate(counselId), 200)).body.open_requests).toBe(2);
    // The first request has run out of time, though no job has ended it.
    await system.advance(4 * 86_400);
    expect((await counselAt(counselId)).open_requests).toBe(1);
    await expectStatus(decide(longer.token, "approved"), 200);
    expect((await counselAt(counselId)).open_requests).toBe(0);
  });

  test("include those of a panel", async () => {
    const { members } = await commissionPanel(system);
    expect((await counselAt(members[0]?.counselId ?? "")).open_requests).toBe(1);
  });
});
