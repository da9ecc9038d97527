import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { smallEstate } from "#test/support/cloudc-estate.ts";
import { connectWif, provisionIssuer } from "#test/support/cloudc-fixture.ts";
import { type CloudcServer, startCloudc } from "#test/support/cloudc-server.ts";
import { type HookReceiver, startHookReceiver } from "#test/support/hook-receiver.ts";
import { commissionPanel, vote } from "#test/support/panel-fixture.ts";
import { commission, expectStatus, requestReview, ruleText } from "#test/support/review-fixture.ts";
import { roomWithReview } from "#test/support/room-fixture.ts";
import { bodyOf, deliver, provisionedSecret } from "#test/support/sourcehost.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { connectSourcehost, newTenant } from "#test/support/tenant-fixture.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;

let system: TestSystem;
let receiver: HookReceiver;
let cloud: CloudcServer;
beforeAll(async () => {
  cloud = await startCloudc(smallEstate(["first-project"], ["us-central1"]));
  receiver = await startHookReceiver();
  system = await startTestSystem({
    settings: {
      ...cloud.settings,
      WEBHOOK_ALLOWED_HOSTS: receiver.host,
      WORKER_INVOKE_ENABLED: "false",
    },
  });
});
afterAll(async () => {
  await system.close();
  await Promise.all([receiver.close(), cloud.close()]);
});

const runJob = (name: string) =>
  expectStatus(system.api()("POST", `/_local/schedules/${name}/run`), 200);

/** The entries of one kind of work that waits for a platform admin, about these objects. */
async function waitingFor(kind: string, ids: readonly string[]): Promise<(Json | undefined)[]> {
  const { body } = await expectStatus(system.admin("GET", "/admin/overview"), 200);
  const looked = body.looked_at.find((one: Json) => one.kind === kind);
  const found = ids.map((id) =>
    body.work.find((one: Json) => one.kind === kind && one.object.id === id),
  );
  expect(looked.count >= found.filter((one) => one !== undefined).length).toBe(true);
  return found;
}

/** The entry of one kind of work about one object. */
const waiting = async (kind: string, id: string): Promise<Json | undefined> =>
  (await waitingFor(kind, [id]))[0];

async function byMail(email?: string): Promise<string> {
  const { frameworkId, ruleIds, counselId } = await commission(
    system,
    email === undefined ? {} : { email },
  );
  const { body } = await expectStatus(
    system.admin("POST", "/admin/rule-reviews", {
      framework_id: frameworkId,
      rule_use_case_ids: ruleIds,
      counsel_id: counselId,
      deliver: "mail",
    }),
    201,
  );
  return body.id;
}

describe("what waits for a platform admin", () => {
  test("a mail that bounced, until the request ends; one that was reported as unwanted, until counsel has another address; a mail that its provider does not take, after ten minutes", async () => {
    const bounced = await byMail("bounce@simulator.amazonses.com");
    await runJob("courier");
    await expect
      .poll(() => waiting("mail_bounced", bounced), { timeout: 20_000 })
      .toMatchObject({
        severity: "high",
        count: 3,
        counsel: "Dr. Ada Lex",
        framework: "A framework",
      });
    await expectStatus(system.admin("POST", `/admin/rule-reviews/${bounced}/cancel`), 200);
    expect(await waiting("mail_bounced", bounced)).toBeUndefined();

    const forwarded = await byMail("complaint@simulator.amazonses.com");
    await runJob("courier");
    await expect
      .poll(() => waiting("mail_complained", forwarded), { timeout: 20_000 })
      .toBeDefined();
    const { body } = await expectStatus(
      system.admin("POST", `/admin/rule-reviews/${forwarded}/link`, { deliver: "manual" }),
      200,
    );
    expect(await waiting("mail_complained", forwarded)).toBeDefined();
    await system.advance(1);
    await expectStatus(system.api()("GET", new URL(body.magic_link_url).pathname), 200);
    expect(await waiting("mail_complained", forwarded)).toBeDefined();
    const { body: review } = await system.admin("GET", `/admin/rule-reviews/${forwarded}`);
    const address = { email: "reachable@law.example" };
    const counsel = `/admin/counsel/${review.counsel_id}`;
    await expectStatus(system.admin("PATCH", counsel, address), 200);
    expect(await waiting("mail_complained", forwarded)).toBeUndefined();

    const stuck = await byMail();
    expect(await waiting("mail_stuck", stuck)).toBeUndefined();
    await system.advance(660);
    expect(await waiting("mail_stuck", stuck)).toMatchObject({ severity: "medium" });
    await runJob("courier");
    await expect.poll(() => waiting("mail_stuck", stuck), { timeout: 20_000 }).toBeUndefined();
  });

  test("a request that ends soon; a request that ended unanswered, before and after the daily job and for as long as nobody is asked again", async () => {
    const { review, ...own } = await commission(system, { expiryDays: 2 });
    expect(await waiting("review_expiring", review.id)).toMatchObject({
      at: review.expires_at,
      object: { type: "review", name: "Art. 5" },
      reason: "not_opened",
    });
    const decided = await commission(system, { expiryDays: 2 });
    const panel = await commissionPanel(system, { members: 2, need: 2, expiry_days: 2 });
    await expectStatus(vote(system, panel.members[0], "approved"), 200);
    const [lapsed] = panel.members.slice(1).map(({ review: { id } }) => id as string);
    const all = [review.id, decided.review.id, lapsed];
    const unanswered = async () => {
      const found = await waitingFor("review_expired", all);
      return found.map((one) => one?.count);
    };
    await system.advance(2 * 86_400 + 60);
    expect(await waiting("review_expiring", review.id)).toBeUndefined();
    expect(await unanswered()).toEqual([3, 3, 3]);
    await runJob("expire-reviews");
    expect(await unanswered()).toEqual([3, 3, 3]);

    await system.advance(40 * 86_400);
    expect(await unanswered()).toEqual([3, 3, 3]);
    // Asking about two of its three rules settles nothing. The last request lapses in its place.
    const ask = (rules: readonly string[]) =>
      requestReview(system, { ...own, ruleIds: [...rules] });
    const [first = "", ...others] = own.ruleIds;
    const again = await ask(others);
    expect(await unanswered()).toEqual([3, 3, 3]);
    const rest = await ask([first]);
    expect(await unanswered()).toEqual([undefined, 3, 3]);
    await expectStatus(system.admin("POST", `/admin/rule-reviews/${rest.review.id}/cancel`), 200);
    await system.advance(40 * 86_400);
    await runJob("expire-reviews");
    expect(await unanswered()).toEqual([undefined, 3, 3]);
    expect(await waiting("review_expired", again.review.id)).toMatchObject({ count: 2 });

    // Another counsel's decision settles it, and so does a panel's.
    const { token } = await requestReview(system, decided);
    await expectStatus(
      system.api()("POST", `/counsel/review/${token}/decide`, { decision: "rejected" }),
      200,
    );
    const { frameworkId, ruleIds, members } = panel;
    const counselId = members[0]?.counselId ?? "";
    await requestReview(system, { frameworkId, ruleIds, counselId, email: "unused" });
    expect(await unanswered()).toEqual([undefined, undefined, undefined]);
  });

  test("counsel's objection to a rule, with their words, until the rule is under review again", async () => {
    const { review, token, frameworkId, counselId, ruleIds } = await commission(system);
    await expectStatus(system.api()("GET", `/counsel/review/${token}`), 200);
    await expectStatus(
      system.api()("POST", `/counsel/review/${token}/decide`, {
        decision: "approved_with_changes",
        comment: "Mostly sound.",
        rule_verdicts: [
          { use_case_id: ruleIds[0], verdict: "rejected", text: "The exception is missing." },
          { use_case_id: ruleIds[1], verdict: "approved" },
          { use_case_id: ruleIds[2], verdict: "approved" },
        ],
      }),
      200,
    );
    expect(await waiting("objection", review.id)).toMatchObject({
      severity: "high",
      count: 1,
      reason: "The exception is missing.",
      counsel: "Dr. Ada Lex",
    });
    await expectStatus(
      system.admin("POST", "/admin/rule-reviews", {
        framework_id: frameworkId,
        counsel_id: counselId,
        rule_use_case_ids: [ruleIds[0]],
      }),
      201,
    );
    expect(await waiting("objection", review.id)).toBeUndefined();
  });

  test("counsel's objection, without the rules that have ended since", async () => {
    const { review, token, frameworkId, ruleIds } = await commission(system);
    const decision = { decision: "changes_requested", comment: "Say who." };
    await expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, decision), 200);
    const end = (ids: readonly string[]) =>
      expectStatus(
        system.admin("PUT", `/admin/frameworks/${frameworkId}/rules`, {
          rules: ids.map((id) => ruleText(id, { applies_until: "2026-01-31" })),
        }),
        200,
      );
    expect(await waiting("objection", review.id)).toMatchObject({ count: 3 });
    await end(ruleIds.slice(0, 1));
    expect(await waiting("objection", review.id)).toMatchObject({
      count: 2,
      use_case_ids: ruleIds.slice(1),
    });
    await end(ruleIds.slice(1));
    expect(await waiting("objection", review.id)).toBeUndefined();
  });

  test("each day within 90 days on which rules start to apply that are not approved", async () => {
    const now = Date.parse(await system.advance(0));
    const dayIn = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10);
    const starting = [12, 42, 60, 95].map((days, i) =>
      ruleText(`rule.${i}`, { applies_from: dayIn(days) }),
    );
    const { token, frameworkId } = await commission(system, { rules: starting });
    const unready = async () => {
      const { body } = await expectStatus(system.admin("GET", "/admin/overview"), 200);
      return body.work
        .filter(({ kind, object }: Json) => kind === "law_unready" && object.id === frameworkId)
        .map(({ at, count }: Json) => [at.slice(0, 10), count]);
    };
    expect(await unready()).toEqual([
      [dayIn(12), 1],
      [dayIn(42), 1],
      [dayIn(60), 1],
    ]);
    const said = [1, 3].map((i) => ({
      use_case_id: `rule.${i}`,
      verdict: "rejected",
      text: "No.",
    }));
    await expectStatus(
      system.api()("POST", `/counsel/review/${token}/decide`, {
        decision: "approved_with_changes",
        rule_verdicts: said,
      }),
      200,
    );
    expect(await unready()).toEqual([[dayIn(42), 1]]);
  });

  test("a visitor's question in a room, until it is answered", async () => {
    const { room, token } = await roomWithReview(system, { may_ask: true });
    const asked = await expectStatus(
      system.api()("POST", `/room/${token}/questions`, { text: "Why this wording?" }),
      201,
    );
    expect(await waiting("room_question", room.id)).toMatchObject({
      object: { type: "room", name: room.title },
      reason: "Why this wording?",
    });
    const path = `/admin/rooms/${room.id}/questions/${asked.body.id}/answer`;
    await expectStatus(system.admin("POST", path, { text: "It is the law's." }), 200);
    expect(await waiting("room_question", room.id)).toBeUndefined();
  });

  test("an endpoint that the courier gave up on", async () => {
    const { body } = await expectStatus(
      system.admin("POST", "/admin/webhook-endpoints", {
        url: `${receiver.url}/gone`,
        events: ["rule_review.requested"],
      }),
      201,
    );
    receiver.answers.set("/gone", (response) => response.writeHead(410).end());
    await commission(system);
    await runJob("courier");
    expect(await waiting("webhook_disabled", body.id)).toMatchObject({
      reason: "gone",
      object: { type: "webhook_endpoint", name: new URL(receiver.url).host },
    });
  });

  test("a suspended installation, until it is back; failed runs, with their code, for as long as none succeeds", async () => {
    const secret = await provisionedSecret(system);
    const tenant = await newTenant(system, "Resting");
    const own = await connectSourcehost(tenant);
    const installation = (action: string) =>
      deliver(system, tenant.id, {
        secret,
        event: "installation",
        payload: bodyOf("installation", own.installation_id, { action }),
      });
    await installation("suspend");
    expect(await waiting("connection_suspended", own.id)).toMatchObject({
      severity: "high",
      tenant: { name: "Resting" },
    });
    await installation("unsuspend");
    expect(await waiting("connection_suspended", own.id)).toBeUndefined();

    const connectionId = await connectWif(tenant, cloud);
    const org = async () =>
      system.api(await system.token({ tenant_id: tenant.id, org_role: "admin" }));
    const run = async (): Promise<string> => {
      const path = `/connections/${connectionId}/discovery-runs`;
      const { body } = await expectStatus((await org())("POST", path), 202);
      for (let tries = 0; tries < 8; tries += 1) {
        await runJob("discovery-tick");
        await system.advance(3600);
      }
      return body.id;
    };
    const id = await run();
    const ended = (await (await org())("GET", `/discovery-runs/${id}`)).body;
    expect(ended.status).toBe("failed");
    /** The failed run in the overview of the tenant's people and in that of platform admins. */
    const failures = async (): Promise<Json[]> => {
      const paths = [
        [await org(), "/tenant/overview"],
        [system.admin, "/admin/overview"],
      ] as const;
      const found = await Promise.all(
        paths.map(([api, path]) => expectStatus(api("GET", path), 200)),
      );
      return found.map(({ body }) =>
        body.work.find(
          ({ kind, connection_id }: Json) =>
            /^run_(failed|given_up)$/.test(kind) && connection_id === connectionId,
        ),
      );
    };
    const failure = {
      severity: "high",
      count: 1,
      reason: ended.error_jsonb.code,
      object: { type: "run", id },
    };
    expect(await failures()).toMatchObject([failure, { ...failure, tenant: { name: "Resting" } }]);

    await system.advance(40 * 86_400);
    const later = await run();
    const twice = { ...failure, count: 2, object: { type: "run", id: later } };
    expect(await failures()).toMatchObject([twice, twice]);
    await system.advance(8 * 86_400);
    expect(await failures()).toMatchObject([twice, twice]);

    await expectStatus(provisionIssuer(system), 200);
    await run();
    expect(await failures()).toEqual([undefined, undefined]);
  });
});
