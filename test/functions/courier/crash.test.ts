import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { stopRemindersUrl, tokenOf } from "#shared/domain/reviews/link-token.ts";
import { noteKills, sized } from "#test/support/full-size.ts";
import { keepLogLines, killAt, useEnvironmentOf } from "#test/support/in-process.ts";
import { startMailServer } from "#test/support/mail-server.ts";
import { type Commissioned, commission, expectStatus } from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";

/*
 * The courier runs in this process against the system's database and a mail provider of the test's own.
 * Its client is cut off at each kill point in turn.
 */

const system = suiteSystem({ settings: { WORKER_INVOKE_ENABLED: "false" } });
let first: Commissioned;
let provider: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  provider = await startMailServer();
  first = await commission(system);
  keepLogLines();
  useEnvironmentOf(system, {
    AWS_LAMBDA_FUNCTION_NAME: "runCourier",
    SES_URL: provider.url,
    MAIL_FROM: "Countersign <no-reply@a.example>",
  });
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await provider.close();
});

const runCourier = async () => {
  const { handler } = await import("#functions/courier/run-courier.ts");
  return handler({}, { getRemainingTimeInMillis: () => 120_000 });
};

/** Runs the courier for mails only. */
const mailDue = async () => {
  const { runCourier: run } = await import("#shared/use-cases/courier/run-courier.ts");
  const { reviewSenders } = await import("#shared/use-cases/courier/review-senders.ts");
  const { composeMail } = await import("#functions/courier/mail/compose-mail.ts");
  const unsent = async () => "dropped" as const;
  const others = { review_question: unsent, key_invitation: unsent, panel_end: unsent };
  const senders = { ...reviewSenders(composeMail), ...others };
  return run(
    async () => senders,
    () => 120_000,
  );
};

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** Signs in again, because the clock moves beyond the end of the sign-in. */
const signInAgain = async (): Promise<void> => {
  system.admin = system.api(await system.token({ is_platform_admin: true }));
};

async function mailed() {
  await signInAgain();
  const { frameworkId, ruleIds, counselId } = first;
  const { body } = await expectStatus(
    system.admin("POST", "/admin/rule-reviews", {
      framework_id: frameworkId,
      rule_use_case_ids: ruleIds,
      counsel_id: counselId,
      deliver: "mail",
    }),
    201,
  );
  later(1000);
  return body as { id: string; magic_link_url: string };
}

const sentOf = (id: string) => provider.taken.filter(({ key }) => key === `${id}_link_1`).length;

const rowsOf = async (id: string): Promise<string[]> => {
  await signInAgain();
  const { body } = await system.admin("GET", `/admin/rule-reviews/${id}/audit`);
  return body.items.map(({ action }: { action: string }) => action);
};

test.each(["before", "after"] as const)(
  "a courier killed %s any of its calls loses no mail and repeats it at most once",
  async (when) => {
    provider.mood = "takes";
    let kills = 0;
    const ids: string[] = [];
    const mailedRows = async (id: string) =>
      (await rowsOf(id)).filter((action) => action.endsWith("link_mailed"));
    for (let nth = 1, reached = true; reached; nth += 1) {
      const { id } = await mailed();
      ids.push(id);
      reached = await killAt(nth, when, sized(runCourier, mailDue));
      kills += reached ? 1 : 0;
      for (let runs = 0; runs < 2 && (await mailedRows(id)).length === 0; runs += 1) {
        later(61_000);
        await mailDue();
      }
    }
    later(61_000);
    await runCourier();
    for (const id of ids) {
      expect(sentOf(id)).toBeGreaterThanOrEqual(1);
      expect(sentOf(id)).toBeLessThanOrEqual(2);
      expect(await mailedRows(id)).toHaveLength(1);
    }
    // The kill points: claiming the message, and settling it with its audit row.
    expect(kills).toBeGreaterThanOrEqual(sized(20, 2));
    noteKills(`courier, mail, ${when}`, kills);
  },
  120_000,
);

test("two couriers at once send each mail once", async () => {
  provider.mood = "takes";
  const { id } = await mailed();
  await Promise.all([runCourier(), runCourier(), runCourier()]);
  expect(sentOf(id)).toBe(1);
});

test("a provider that throttles is asked again on the ladder, and is given up on after the last try", async () => {
  provider.mood = "TooManyRequestsException";
  const { id } = await mailed();
  expect(await runCourier()).toMatchObject({ again: 1, given_up: 0 });
  for (const minutes of [1, 5, 15, 60]) {
    later(minutes * 60_000 - 1000);
    expect(await mailDue()).toMatchObject({ again: 0 });
    later(2000);
    expect(await mailDue()).toMatchObject({ again: 1, given_up: 0 });
  }
  later(361 * 60_000);
  expect(await mailDue()).toMatchObject({ again: 0, given_up: 1 });
  expect(await rowsOf(id)).toEqual(["rule_review.requested", "rule_review.mail_bounced"]);
});

test("a provider that hangs up after taking the mail gets it once more, with the same key", async () => {
  provider.mood = "hangs_up";
  const { id } = await mailed();
  await runCourier();
  provider.mood = "takes";
  later(61_000);
  await runCourier();
  expect(sentOf(id)).toBe(2);
  expect(await rowsOf(id)).toEqual(["rule_review.requested", "rule_review.link_mailed"]);
});

test("a mail that the provider took without saying so stops reminders, even if the request ended before the next try", async () => {
  provider.mood = "hangs_up";
  const { id, magic_link_url } = await mailed();
  await runCourier();
  provider.mood = "takes";
  await expectStatus(system.admin("POST", `/admin/rule-reviews/${id}/cancel`), 200);
  later(61_000);
  await runCourier();
  expect(sentOf(id)).toBe(1);
  const path = new URL(stopRemindersUrl(system.baseUrl, tokenOf(magic_link_url))).pathname;
  await expectStatus(system.api()("POST", path, { stop: true }), 200);
});

test("a refused mail ends as a bounce and is not tried again", async () => {
  provider.mood = "MessageRejected";
  const { id } = await mailed();
  expect(await runCourier()).toMatchObject({ given_up: 1 });
  later(3_600_000);
  expect(await runCourier()).toMatchObject({ again: 0, given_up: 0 });
  await signInAgain();
  const { body } = await system.admin("GET", `/admin/rule-reviews/${id}`);
  expect(body.mail.status).toBe("bounced");
});

test("messages that are not due cost a run nothing: it reads no more than it would without them", async () => {
  provider.mood = "takes";
  later(400 * 86_400_000);
  await runCourier();
  const { documents } = await import("#shared/store/read.ts");
  const { promise } = await import("#shared/store/outbox.ts");
  const { transactEach } = await import("#shared/store/transact.ts");
  const readInARun = async () => {
    const read = { calls: 0, items: 0 };
    documents.middlewareStack.add(
      (next) => async (given) => {
        const answer = await next(given);
        read.calls += 1;
        read.items += (answer.output as { ScannedCount?: number }).ScannedCount ?? 0;
        return answer;
      },
      { step: "initialize", name: "count", override: true },
    );
    await runCourier();
    documents.middlewareStack.remove("count");
    return read;
  };
  const without = await readInARun();
  const due_at = new Date(Date.now() + 86_400_000).toISOString();
  const waiting = Array.from({ length: sized(500, 40) }, (_, n) =>
    promise({ id: `waits.${n}`, kind: "review_link", to: "nobody", due_at, attempts: 0 }),
  );
  await transactEach(waiting);
  // 8 shards of mails, 8 of events, and one read to find endpoints with deliveries.
  expect(without).toEqual({ calls: 17, items: 0 });
  expect(await readInARun()).toEqual(without);
});

test("a fault of the mails ends a run only after its webhooks, and these count what another run holds", async () => {
  const { documents } = await import("#shared/store/read.ts");
  const { leaseEndpoint, promiseDelivery } = await import("#shared/store/webhook-deliveries.ts");
  const at = new Date().toISOString();
  const endpoint_id = crypto.randomUUID();
  const delivery = {
    ...{ id: crypto.randomUUID(), endpoint_id, webhook_id: "msg_1", type: "review.decided" },
    ...{ status: "pending" as const, attempts: [], replay_of: null, body: "{}" },
    ...{ next_attempt_at: at, created_at: at },
  };
  await promiseDelivery("platform", delivery, delivery.id);
  expect(await leaseEndpoint(endpoint_id, at)).not.toBeNull();
  later(7000);
  documents.middlewareStack.add(
    (next) => async (given) => {
      if (JSON.stringify(given.input).includes('"OUTBOX#')) throw new Error("Not now.");
      return next(given);
    },
    { step: "initialize", name: "fault", override: true },
  );
  const { lines, end } = keepLogLines();
  await expect(runCourier()).rejects.toThrow("Not now.");
  end();
  documents.middlewareStack.remove("fault");
  expect(lines).toContainEqual(
    expect.objectContaining({ event: "webhooks_run", delivered: 0, oldest_waiting_seconds: 7 }),
  );
});
