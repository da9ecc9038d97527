import dns from "node:dns";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import tls from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { noteKills, sized } from "#test/support/full-size.ts";
import { asAdmin, callFunction } from "#test/support/function-event.ts";
import { type HookReceiver, startHookReceiver } from "#test/support/hook-receiver.ts";
import {
  asOperation,
  interleaved,
  keepLogLines,
  killAt,
  useEnvironmentOf,
} from "#test/support/in-process.ts";
import {
  type Commissioned,
  commission,
  expectStatus,
  requestReview,
  ruleText,
} from "#test/support/review-fixture.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { putItem, removeItem, rewriteItem } from "#test/support/table-attack.ts";

/*
 * The courier runs in this process against the system's database and the test's own receiver. Its
 * client is cut off at each kill point in turn, or a test replaces the network as it needs.
 */

vi.mock("#shared/platform/aws/webhook-key.ts", () => ({
  decryptSecret: async () => `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
}));

/** Self-signed test certificates for 127.0.0.1, all with the same key. */
const pem = (name: string): string => readFileSync(`test/support/certificates/${name}.pem`, "utf8");
/** An endpoint behind TLS, and the number of requests that it received. */
const secure = { received: 0, server: createServer({ key: pem("key"), cert: pem("valid") }) };
const secureHost = () => `127.0.0.1:${(secure.server.address() as AddressInfo).port}`;

let system: TestSystem;
let receiver: HookReceiver;
let first: Commissioned;
beforeAll(async () => {
  receiver = await startHookReceiver();
  secure.server.on("request", (_, response) => {
    secure.received += 1;
    response.writeHead(204).end();
  });
  secure.server.listen(0, "127.0.0.1");
  await once(secure.server, "listening");
  const WEBHOOK_ALLOWED_HOSTS = `${receiver.host},${secureHost()}`;
  system = await startTestSystem({
    settings: { WORKER_INVOKE_ENABLED: "false", WEBHOOK_ALLOWED_HOSTS },
  });
  first = await commission(system);
  keepLogLines();
  useEnvironmentOf(system, { WEBHOOK_ALLOWED_HOSTS });
  vi.useFakeTimers({ toFake: ["Date"] });
  // The courier runs once before any endpoint exists to hear of the first review.
  later(1000);
  await runCourier();
});
afterEach(async () => {
  await signInAgain();
  const { body } = await system.admin("GET", "/admin/webhook-endpoints");
  for (const { id } of body.items) await system.admin("DELETE", `/admin/webhook-endpoints/${id}`);
});
afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  secure.server.closeAllConnections();
  secure.server.close();
  await system.close();
  await receiver.close();
});

const runCourier = async () => {
  const { handler } = await import("#functions/courier/run-courier.ts");
  return handler({}, { getRemainingTimeInMillis: () => 120_000 });
};
/** Runs only the courier's webhooks. */
const deliverDue = async () => {
  const { runWebhooks } = await import("#shared/use-cases/webhooks/run-webhooks.ts");
  return runWebhooks({
    remainingMs: () => 120_000,
    waitsFor: "nothing",
    waitUntil: async () => {},
  });
};
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
/** Signs in again, because the clock moves past the end of a sign-in. */
const signInAgain = async (): Promise<void> => {
  system.admin = system.api(await system.token({ is_platform_admin: true }));
};

/** Registers an endpoint that hears of requested reviews. @returns its address in the API */
async function listen(url: string): Promise<string> {
  await signInAgain();
  const content = { url, events: ["rule_review.requested"] };
  const { body } = await expectStatus(
    system.admin("POST", "/admin/webhook-endpoints", content),
    201,
  );
  return `/admin/webhook-endpoints/${body.id}`;
}

/** Requests a review, which endpoints hear of. @returns the review's id */
async function happen(): Promise<string> {
  await signInAgain();
  const { review } = await requestReview(system, first);
  later(1000);
  return review.id;
}

const deliveries = async (at: string) => {
  await signInAgain();
  return (await expectStatus(system.admin("GET", `${at}/deliveries`), 200)).body.items;
};

/** The messages about a review, by their `webhook-id`. */
const heardOf = (id: string): string[] =>
  receiver.received
    .filter(({ body }) => body.includes(id))
    .map(({ headers }) => headers["webhook-id"] ?? "");

describe("a courier killed at any of its calls", () => {
  test.each(["before", "after"] as const)(
    "%s the call was made loses no message and repeats it at most once, under one id",
    async (when) => {
      const at = await listen(`${receiver.url}/killed-${when}`);
      let kills = 0;
      // By default, every second write is cut off: together the two leave off after each number of
      // writes.
      const step = sized(1, 2);
      const ids: string[] = [];
      for (let nth = 1, reached = true; reached; nth += step) {
        const id = await happen();
        ids.push(id);
        reached = await killAt(nth, when, sized<() => Promise<unknown>>(runCourier, deliverDue));
        kills += reached ? 1 : 0;
        const own = async () =>
          (await deliveries(at)).find((one: object) => JSON.stringify(one).includes(id));
        let delivery = await own();
        for (let runs = 0; runs < 2 && delivery?.status !== "delivered"; runs += 1) {
          later(61_000);
          await deliverDue();
          delivery = await own();
        }
        const [heard] = heardOf(id);
        expect([nth, delivery?.webhook_id, delivery?.status]).toEqual([nth, heard, "delivered"]);
      }
      later(61_000);
      await runCourier();
      for (const [i, id] of ids.entries()) {
        const heard = heardOf(id);
        expect([i + 1, heard.length >= 1 && heard.length <= 2]).toEqual([i + 1, true]);
        expect([i + 1, new Set(heard).size]).toEqual([i + 1, 1]);
      }
      // Claiming and addressing the event, leasing the endpoint, settling and releasing it.
      expect(kills).toBeGreaterThanOrEqual(sized(20, 3));
      noteKills(`courier, webhook, ${when}`, kills);
    },
    240_000,
  );
});

test("an event with more messages than a run has time for is continued by the next run, and each message is delivered once", async () => {
  await signInAgain();
  const rules = Array.from({ length: 24 }, (_, i) => ruleText(`rule.${i}`));
  const { frameworkId, token } = await commission(system, { rules });
  later(1000);
  await deliverDue();
  const content = { url: `${receiver.url}/many`, events: ["clearance.changed"] };
  await expectStatus(system.admin("POST", "/admin/webhook-endpoints", content), 201);
  const decide = `/counsel/review/${token}/decide`;
  await expectStatus(system.api()("POST", decide, { decision: "approved" }), 200);
  later(1000);
  const { runWebhooks } = await import("#shared/use-cases/webhooks/run-webhooks.ts");
  const told = (): string[] =>
    receiver.received
      .filter(({ path, body }) => path === "/many" && body.includes(frameworkId))
      .map(({ body }) => JSON.parse(body).data.use_case_id);
  // The clock of the run is asked before each promise: the time for them ends after some.
  let asked = 0;
  const remainingMs = () => (++asked > 12 ? 50_000 : 120_000);
  await runWebhooks({ remainingMs, waitsFor: "nothing", waitUntil: async () => {} });
  const first = told().length;
  expect([first > 0, first < rules.length]).toEqual([true, true]);
  for (let runs = 0; runs < 2; runs += 1) {
    await deliverDue();
    expect(told().sort()).toEqual(rules.map(({ use_case_id }) => use_case_id).sort());
  }
});

test("two couriers at once deliver each message once", async () => {
  await listen(`${receiver.url}/both`);
  const id = await happen();
  await Promise.all([runCourier(), runCourier(), runCourier()]);
  expect(heardOf(id)).toHaveLength(1);
});

describe("the last clearance.changed about a rule says what holds", () => {
  /** Moves the system's clock, and this process's with it. */
  const tick = async (seconds = 1) => {
    vi.setSystemTime(Date.parse(await system.advance(seconds)));
  };
  beforeAll(async () => {
    const behind = Date.now() - Date.parse(await system.advance(0));
    await tick(Math.max(1, Math.ceil(behind / 1000)));
    await signInAgain();
  });

  /** Begins to listen. @returns what was told about a book's rules, in order */
  async function hear(path: string, frameworkId: string) {
    await signInAgain();
    const content = { url: `${receiver.url}${path}`, events: ["clearance.changed"] };
    await expectStatus(system.admin("POST", "/admin/webhook-endpoints", content), 201);
    await tick();
    return () =>
      receiver.received
        .filter((one) => one.path === path && one.body.includes(frameworkId))
        .map(({ body }) => JSON.parse(body).data)
        .map(({ use_case_id, cleared, reason }) => [use_case_id, cleared, reason]);
  }
  const decide = async ({ token }: Commissioned, decision: string) => {
    const path = `/counsel/review/${token}/decide`;
    await expectStatus(system.api()("POST", path, { decision }), 200);
    await tick();
  };
  const clearance = async ({ frameworkId, ruleIds }: Commissioned) => {
    const asked = `framework_id=${frameworkId}&use_case_ids=${ruleIds.join(",")}`;
    const { body } = await expectStatus(system.admin("GET", `/clearance?${asked}`), 200);
    return body.blockers.map(({ use_case_id, reason }: Record<string, unknown>) => [
      use_case_id,
      false,
      reason,
    ]);
  };
  const oneRule = () => commission(system, { rules: [ruleText("rule.a")] });
  const importing = async (frameworkId: string, rules: object[]) => {
    asOperation("putRules");
    const { handler } = await import("#functions/frameworks/put-rules.ts");
    const params = { framework_id: frameworkId };
    return () => callFunction(handler, { method: "PUT", params, claims: asAdmin, body: { rules } });
  };
  const amended = (id: string) => ruleText(id, { title: "Amended" });

  test("after an approval that began before a refusal and was written after it", async () => {
    const one = await oneRule();
    const other = await requestReview(system, one);
    const told = await hear("/late-approval", one.frameworkId);
    asOperation("decideReview");
    const { handler } = await import("#functions/reviews/decide-review.ts");
    const approve = () =>
      callFunction(handler, { params: { token: one.token }, body: { decision: "approved" } });
    const refused = async () => {
      await tick();
      await decide(other, "rejected");
      await deliverDue();
    };
    expect((await interleaved(approve, refused)).status).toBe(200);
    await deliverDue();
    expect(await clearance(one)).toEqual([["rule.a", false, "rejected"]]);
    expect(told()).toEqual([]);
  });

  test("after an import that began before an approval of the old wording and was written after it", async () => {
    const one = await oneRule();
    const told = await hear("/late-import", one.frameworkId);
    const amend = await importing(one.frameworkId, [amended("rule.a")]);
    const approved = async () => {
      await tick();
      await decide(one, "approved");
      await deliverDue();
    };
    expect((await interleaved(amend, approved)).status).toBe(200);
    expect(told()).toEqual([["rule.a", true, null]]);
    await deliverDue();
    expect(await clearance(one)).toEqual([["rule.a", false, "wording_differs"]]);
    expect(told().slice(1)).toEqual(await clearance(one));
  });

  test("after an import whose rows were dated anew, because another change of the book came in between", async () => {
    // One more than an import writes in one transaction.
    const rules = Array.from({ length: 32 }, (_, i) => ruleText(`rule.${i}`));
    const one = await commission(system, { rules });
    await decide(one, "approved");
    const told = await hear("/redated", one.frameworkId);
    const ids = rules.map(({ use_case_id }) => use_case_id);
    const amend = await importing(one.frameworkId, ids.map(amended));
    const renamed = async () => {
      await tick();
      await expectStatus(
        system.admin("PUT", `/admin/frameworks/${one.frameworkId}`, { display_name: "Renamed" }),
        200,
      );
    };
    expect((await interleaved(amend, renamed)).status).toBe(200);
    await tick();
    await deliverDue();
    const differing = ids.map((id) => [id, false, "wording_differs"]);
    expect(told().sort()).toEqual(differing.sort());
  });

  test("after changes that each suffice, told only when all of them were made", async () => {
    const one = await commission(system);
    await decide(one, "approved");
    const told = await hear("/superseded", one.frameworkId);
    const book = `/admin/frameworks/${one.frameworkId}`;
    await expectStatus(system.admin("PUT", `${book}/rules`, { rules: [amended("rule.a")] }), 200);
    await tick();
    const status = { display_name: "A framework", status: "superseded" };
    await expectStatus(system.admin("PUT", book, status), 200);
    await tick();
    await deliverDue();
    const superseded = one.ruleIds.map((id) => [id, false, "law_superseded"]);
    expect(told().sort()).toEqual(superseded);
    await expectStatus(system.admin("PUT", book, { ...status, status: "current" }), 200);
    await tick();
    await deliverDue();
    expect(told().slice(3).sort()).toEqual([
      ["rule.b", true, null],
      ["rule.c", true, null],
    ]);
  });

  test("after a refusal of a rule whose approval was told before such verdicts were kept", async () => {
    const one = await oneRule();
    const other = await requestReview(system, one);
    const told = await hear("/told-before", one.frameworkId);
    await decide(one, "approved");
    await deliverDue();
    const key = { pk: `VERDICTS#${one.frameworkId}`, sk: "rule.a" };
    await removeItem(system, key);
    await decide(other, "rejected");
    await deliverDue();
    expect(told()).toEqual([
      ["rule.a", true, null],
      ["rule.a", false, "rejected"],
    ]);
  });

  test("by its timestamp too, although a courier whose clock was ahead told of the state before", async () => {
    const one = await oneRule();
    const other = await requestReview(system, one);
    await hear("/ahead", one.frameworkId);
    await decide(one, "approved");
    await deliverDue();
    const ahead = new Date(Date.now() + 5000).toISOString();
    const key = { pk: `VERDICTS#${one.frameworkId}`, sk: "rule.a" };
    await rewriteItem(system, key, ({ verdict }) => {
      verdict.at = ahead;
    });
    await decide(other, "rejected");
    await deliverDue();
    const bodies = receiver.received.filter(({ path }) => path === "/ahead");
    const { timestamp, data } = JSON.parse(bodies.at(-1)?.body ?? "{}");
    expect([data.cleared, timestamp > ahead]).toEqual([false, true]);
  });

  test.each<[string, object]>([
    ["no record", {}],
    ["a text for its record", { verdict: "text" }],
    ["an empty record", { verdict: {} }],
  ])("although the item of the verdict that was told has %s", async (_, altered) => {
    const one = await oneRule();
    const told = await hear("/altered", one.frameworkId);
    await putItem(system, { pk: `VERDICTS#${one.frameworkId}`, sk: "rule.a", ...altered });
    await decide(one, "approved");
    await deliverDue();
    expect(told()).toEqual([["rule.a", true, null]]);
  });

  test.each([
    "2099-01-01T00:00:00.000Z",
    "9999-12-31T23:59:59.999Z",
    "+275760-09-13T00:00:00.000Z",
  ])(
    "and not at %s, although the item of the verdict that was told names that instant",
    async (at) => {
      const one = await oneRule();
      const told = await hear("/dated", one.frameworkId);
      const verdict = { cleared: false, at, revision: "altered" };
      await putItem(system, { pk: `VERDICTS#${one.frameworkId}`, sk: "rule.a", verdict });
      await decide(one, "approved");
      await deliverDue();
      expect(told()).toEqual([["rule.a", true, null]]);
      const bodies = receiver.received.filter(({ path }) => path === "/dated");
      const latest = new Date(Date.now() + 60_000).toISOString();
      expect(JSON.parse(bodies.at(-1)?.body ?? "{}").timestamp < latest).toBe(true);
    },
  );

  test("although the courier that judged earlier writes last", async () => {
    const one = await oneRule();
    const other = await requestReview(system, one);
    const told = await hear("/two-couriers", one.frameworkId);
    // The approval is the only event that the first courier finds.
    await deliverDue();
    await decide(one, "approved");
    const refused = async () => {
      await decide(other, "rejected");
      await deliverDue();
    };
    const { runWebhooks } = await import("#shared/use-cases/webhooks/run-webhooks.ts");
    const time = { remainingMs: () => 120_000, waitsFor: "nothing", waitUntil: async () => {} };
    await interleaved(
      () => runWebhooks(time as Parameters<typeof runWebhooks>[0]),
      refused,
      ({ commandName, input }) =>
        /Write/.test(commandName) && JSON.stringify(input).includes("VERDICTS#"),
    );
    await deliverDue();
    expect(await clearance(one)).toEqual([["rule.a", false, "rejected"]]);
    expect(told()).toEqual([]);
  });
});

describe("a retry after five seconds", () => {
  const endless = () => 120_000;
  const until = async (at: string) => {
    later(Math.max(0, Date.parse(at) - Date.now()));
  };
  const run = async (waitsFor: "all" | "own" | "nothing", remainingMs = endless) => {
    const { runWebhooks } = await import("#shared/use-cases/webhooks/run-webhooks.ts");
    return runWebhooks({ remainingMs, waitsFor, waitUntil: until });
  };
  /** An endpoint that fails the given number of times, and then answers. */
  const failing = async (path: string, times: number) => {
    let left = times;
    receiver.answers.set(path, (response) => {
      left -= 1;
      response.writeHead(left >= 0 ? 500 : 204).end();
    });
    return listen(`${receiver.url}${path}`);
  };
  const pauses = ({ attempts }: { attempts: { at: string }[] }): number[] =>
    attempts.slice(1).map(({ at }, i) => Date.parse(at) - Date.parse(attempts[i]?.at ?? ""));

  test.each(["own", "all"] as const)(
    "is made by the run that failed (waits for %s), and the next one by a tick on time",
    async (waitsFor) => {
      const at = await failing(`/soon-${waitsFor}`, 2);
      await happen();
      expect(await run(waitsFor)).toMatchObject({ again: 2 });
      let [delivery] = await deliveries(at);
      expect(delivery.attempts).toHaveLength(2);
      later(4 * 60_000 + 30_000);
      await run("own");
      expect((await deliveries(at))[0].attempts).toHaveLength(2);
      expect(await run("all")).toMatchObject({ delivered: 1 });
      [delivery] = await deliveries(at);
      expect(delivery.status).toBe("delivered");
      const [first, second] = pauses(delivery) as [number, number];
      expect([first >= 5000, first <= 6000, second >= 300_000, second <= 360_000]).toEqual([
        true,
        true,
        true,
        true,
      ]);
    },
  );

  test("is left to the next tick if the run has no time to wait for it", async () => {
    const at = await failing("/short", 1);
    await happen();
    await run("all", () => 34_000);
    expect((await deliveries(at))[0].attempts).toHaveLength(1);
    later(60_000);
    await run("nothing");
    expect((await deliveries(at))[0].status).toBe("delivered");
  });

  test("does not wait for a slow answer to another message", async () => {
    const bodies: string[] = [];
    let release = () => {};
    receiver.answers.set("/slow", (response) => {
      const { body = "" } = receiver.received.at(-1) ?? {};
      bodies.push(body);
      if (bodies.length === 1) release = () => response.writeHead(204).end();
      else response.writeHead(bodies.length === 2 ? 500 : 204).end();
      if (bodies.length === 3) release();
    });
    const at = await listen(`${receiver.url}/slow`);
    await happen();
    await happen();
    await run("own");
    expect(bodies).toHaveLength(3);
    expect(bodies[2]).toBe(bodies[1]);
    const statuses = (await deliveries(at)).map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(["delivered", "delivered"]);
  });
});

test("an endpoint that never answers is given up after 15 seconds, and tried again", async () => {
  const at = await listen(`${receiver.url}/silent`);
  receiver.answers.set("/silent", () => {});
  const waits: unknown[] = [];
  const real = AbortSignal.timeout;
  const limit = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    waits.push(ms);
    return real(ms === 15_000 ? 20 : ms);
  });
  await happen();
  await runCourier();
  limit.mockRestore();
  expect(waits).toContain(15_000);
  const [delivery] = await deliveries(at);
  expect(delivery).toMatchObject({
    status: "pending",
    attempts: [{ status: null, error: "timeout" }],
  });
});

test("an endpoint whose certificate has expired gets nothing, though its issuer is trusted", async () => {
  const trusted = tls.getCACertificates("default");
  onTestFinished(() => tls.setDefaultCACertificates(trusted));
  tls.setDefaultCACertificates([...trusted, pem("valid"), pem("expired")]);
  const deliverOnce = async () => {
    const at = await listen(`https://${secureHost()}/secure`);
    await happen();
    await runCourier();
    const [delivery] = await deliveries(at);
    await system.admin("DELETE", at);
    return delivery;
  };
  expect(await deliverOnce()).toMatchObject({ status: "delivered", attempts: [{ status: 204 }] });
  expect(secure.received).toBe(1);
  secure.server.setSecureContext({ key: pem("key"), cert: pem("expired") });
  expect(await deliverOnce()).toMatchObject({
    status: "pending",
    attempts: [{ status: null, error: "unreachable" }],
  });
  expect(secure.received).toBe(1);
});

test("a name that resolves to an internal address, in whatever notation, is not called", async () => {
  const inside: Readonly<Record<string, readonly [string, number]>> = {
    "private.example.com": ["10.0.0.7", 4],
    "metadata.example.com": ["169.254.169.254", 4],
    "this-machine.example.com": ["::1", 6],
    "mapped.example.com": ["::ffff:10.0.0.7", 6],
  };
  const names = Object.keys(inside);
  const endpoints: string[] = [];
  for (const name of names) endpoints.push(await listen(`https://${name}/in`));
  const asked = new Set<string>();
  const resolved = vi.spyOn(dns, "lookup").mockImplementation(((
    host: string,
    options: dns.LookupOptions,
    done: (...answer: unknown[]) => void,
  ) => {
    asked.add(host);
    const [address, family] = inside[host] ?? [];
    if (options.all) done(null, [{ address, family }]);
    else done(null, address, family);
  }) as unknown as typeof dns.lookup);
  await happen();
  await runCourier();
  resolved.mockRestore();
  expect([...asked].toSorted()).toEqual(names.toSorted());
  for (const [i, at] of endpoints.entries()) {
    const [delivery] = await deliveries(at);
    expect([names[i], delivery]).toMatchObject([
      names[i],
      { status: "pending", attempts: [{ status: null, error: "endpoint_blocked" }] },
    ]);
  }
});
