import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import {
  type HookReceiver,
  type Received,
  startHookReceiver,
} from "#test/support/hook-receiver.ts";
import {
  type Commissioned,
  commission,
  expectStatus,
  newRuleBook,
  requestReview,
  ruleText,
} from "#test/support/review-fixture.ts";
import { type Api, startTestSystem, type TestSystem } from "#test/support/system.ts";
import { scanTable } from "#test/support/table.ts";
import { connectSourcehost, newTenant } from "#test/support/tenant-fixture.ts";

let system: TestSystem;
let receiver: HookReceiver;
let clock = Date.now();
let first: Commissioned;
beforeAll(async () => {
  receiver = await startHookReceiver();
  system = await startTestSystem({
    functions: "deployed",
    settings: { WEBHOOK_ALLOWED_HOSTS: receiver.host, WORKER_INVOKE_ENABLED: "false" },
  });
  first = await happen();
  await system.admin("POST", `/admin/rule-reviews/${first.review.id}/cancel`);
  await courier();
});
afterAll(async () => {
  await Promise.all([system.close(), receiver.close()]);
});
/** Deletes a test's endpoints. Each test lets the courier run after its last event. */
const forget = async () => {
  const { body } = await system.admin("GET", "/admin/webhook-endpoints");
  for (const { id } of body.items) await system.admin("DELETE", `/admin/webhook-endpoints/${id}`);
  receiver.answers.clear();
};

const courier = () => expectStatus(system.api()("POST", "/_local/schedules/courier/run"), 200);
/** Moves the clock, and lets the courier run. */
const later = async (seconds: number) => {
  clock = Date.parse(await system.advance(seconds));
  await courier();
};
const decide = (token: string, decision: string) =>
  expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, { decision }), 200);
let paths = 0;
function newPath(): string {
  paths += 1;
  return `/hook-${paths}`;
}

interface Hook {
  id: string;
  secret: string;
  path: string;
  at: string;
  api: Api;
  got: () => Received[];
  deliveries: () => Promise<Record<string, unknown>[]>;
}

async function hook(events: string[], api: Api = system.admin, of = "admin"): Promise<Hook> {
  const path = newPath();
  const base = `/${of}/webhook-endpoints`;
  const content = { url: `${receiver.url}${path}`, events };
  const { body } = await expectStatus(api("POST", base, content), 201);
  const at = `${base}/${body.id}`;
  const own = () => (of === "admin" ? system.admin : api);
  return {
    id: body.id,
    secret: body.secret,
    path,
    at,
    api,
    got: () => receiver.received.filter((one) => one.path === path),
    deliveries: async () => (await expectStatus(own()("GET", `${at}/deliveries`), 200)).body.items,
  };
}

/** Causes every event from a new rule book to the request of its review. */
const happen = () => commission(system);
/** Causes one event, for a rule book that exists already: `rule_review.requested`. */
const ask = () => requestReview(system, first);
const answerWith = (path: string, status: number, headers: Record<string, string> = {}) =>
  receiver.answers.set(path, (response) => response.writeHead(status, headers).end());

/** Verifies a message with the specification authors' library, at the moved clock's time. */
function verified(secret: string, { headers, body }: Received): unknown {
  const now = vi.spyOn(Date, "now").mockReturnValue(clock);
  try {
    return new Webhook(secret).verify(body, headers);
  } finally {
    now.mockRestore();
  }
}

/** Verifies messages with an implementation in another language. */
const verifiedInPython = (messages: { secret: string; message: Received }[]): boolean[] =>
  JSON.parse(
    execFileSync("python3", ["test/independent/verify_webhook.py"], {
      encoding: "utf8",
      input: JSON.stringify(
        messages.map(({ secret, message: { headers, body } }) => ({
          secret,
          headers,
          body,
          now: Math.floor(clock / 1000),
        })),
      ),
    }),
  );

describe("which events are sent", () => {
  afterEach(forget);

  test("a decision, in the shape that the seed reserves; a request, an import and turned verdicts", async () => {
    const one = await hook([
      "rule_review.decided",
      "rule_review.requested",
      "rules.changed",
      "clearance.changed",
    ]);
    const commissioned = await happen();
    const { frameworkId: framework_id, review, token } = commissioned;
    const { decided_at, row_hash } = (await decide(token, "approved")).body;
    await later(1);
    const told = one.got().map(({ body }) => JSON.parse(body));
    const of = (type: string) => told.filter((message) => message.type === type);
    const rule_use_case_ids = ["rule.a", "rule.b", "rule.c"];
    expect(of("rule_review.decided").map(({ data }) => data)).toEqual([
      {
        review_id: review.id,
        framework_id,
        decision: "approved",
        decided_at,
        rule_use_case_ids,
        row_hash,
        rule_outcomes: ["approved", "approved", "approved"],
        panel_id: null,
      },
    ]);
    expect(of("rule_review.requested").map(({ data }) => data)).toEqual([
      { review_id: review.id, framework_id, rule_use_case_ids, expires_at: review.expires_at },
    ]);
    expect(of("rules.changed").map(({ data }) => data)).toEqual([
      { framework_id, use_case_ids: rule_use_case_ids },
    ]);
    expect(of("clearance.changed").map(({ data }) => data)).toEqual(
      expect.arrayContaining(
        rule_use_case_ids.map((use_case_id) => ({
          framework_id,
          use_case_id,
          cleared: true,
          reason: null,
        })),
      ),
    );
    await system.admin("PUT", `/admin/frameworks/${framework_id}/rules`, {
      rules: [ruleText("rule.b", { title: "Amended" })],
    });
    await later(1);
    const last = JSON.parse(one.got().at(-1)?.body ?? "");
    const flips = one
      .got()
      .map(({ body }) => JSON.parse(body))
      .filter(({ type }) => type === "clearance.changed")
      .slice(3);
    expect(last.timestamp).toMatch(/Z$/);
    expect(flips.map(({ data }) => data)).toEqual([
      { framework_id, use_case_id: "rule.b", cleared: false, reason: "wording_differs" },
    ]);
    await system.admin("PUT", `/admin/frameworks/${framework_id}`, {
      display_name: "A framework",
      status: "superseded",
    });
    await later(1);
    const superseded = one
      .got()
      .map(({ body }) => JSON.parse(body))
      .filter(({ data }) => data.reason === "law_superseded");
    expect(superseded.map(({ data }) => data.use_case_id).sort()).toEqual(["rule.a", "rule.c"]);

    // What the book was before is found, however much has happened to it since.
    const event = { on: "2026-01-01", kind: "stayed", authority: "A court", note: "x" };
    const citation_url = "https://court.example/1";
    const events = Array.from({ length: 201 }, (_, i) => ({ ...event, id: `e${i}`, citation_url }));
    const path = `/admin/frameworks/${framework_id}/enforcement`;
    await expectStatus(system.admin("PUT", path, { events }), 200);
    const before = one.got().length;
    await system.admin("PUT", `/admin/frameworks/${framework_id}`, {
      display_name: "A framework",
      status: "current",
    });
    await later(1);
    const again = one
      .got()
      .slice(before)
      .map(({ body }) => JSON.parse(body).data);
    expect(again.map(({ use_case_id, cleared }) => [use_case_id, cleared]).sort()).toEqual([
      ["rule.a", true],
      ["rule.c", true],
    ]);
  });

  test("expiry, cancellation and the start of a law, once per threshold", async () => {
    const one = await hook(["rule_review.expired", "rule_review.cancelled", "law.starts"]);
    const commissioned = await happen();
    const second = await requestReview(system, commissioned);
    await system.admin("POST", `/admin/rule-reviews/${second.review.id}/cancel`);
    const day = new Date(clock + 40 * 86_400_000).toISOString().slice(0, 10);
    await system.admin("PUT", `/admin/frameworks/${commissioned.frameworkId}/rules`, {
      rules: [ruleText("rule.z", { applies_from: day })],
    });
    const laws = () => system.api()("POST", "/_local/schedules/law-starts/run");
    await laws();
    await later(15 * 86_400);
    await laws();
    await laws();
    await system.api()("POST", "/_local/schedules/expire-reviews/run");
    await later(20 * 86_400);
    await laws();
    await later(60);
    const told = one.got().map(({ body }) => JSON.parse(body));
    expect(told.map(({ type }) => type).sort()).toEqual([
      "law.starts",
      "law.starts",
      "rule_review.cancelled",
      "rule_review.expired",
    ]);
    expect(told.find(({ type }) => type === "law.starts").data).toEqual({
      framework_id: commissioned.frameworkId,
      use_case_id: "rule.z",
      applies_from: day,
    });
  });

  test("a law that was stayed before its first day starts when the stay is lifted; one that had applied does not", async () => {
    const one = await hook(["law.starts"]);
    const day = (days: number) => new Date(clock + days * 86_400_000).toISOString().slice(0, 10);
    const lifted_on = day(20);
    const { frameworkId } = await newRuleBook(system, [
      ruleText("rule.new", { applies_from: day(8) }),
      ruleText("rule.old", { applies_from: day(-8) }),
      ruleText("rule.ever"),
    ]);
    const record = (id: string, more: object) => {
      const said = { authority: "A court", citation_url: "https://court.example/1", note: "x" };
      const events = [{ id, ...said, ...more }];
      const path = `/admin/frameworks/${frameworkId}/enforcement`;
      return expectStatus(system.admin("PUT", path, { events }), 200);
    };
    await record("stay", { on: day(-1), kind: "stayed" });
    await later(12 * 86_400);
    await record("lift", { on: lifted_on, kind: "lifted" });
    await system.api()("POST", "/_local/schedules/law-starts/run");
    await later(60);
    const told = one.got().map(({ body }) => JSON.parse(body).data);
    expect(told.filter(({ framework_id }) => framework_id === frameworkId)).toEqual([
      { framework_id: frameworkId, use_case_id: "rule.new", applies_from: lifted_on },
    ]);
  });

  test("a tenant hears of its own runs and of turned verdicts, but not of another tenant's runs", async () => {
    const [tenant, other] = [await newTenant(system), await newTenant(system)];
    const types = ["discovery_run.completed", "clearance.changed"];
    const own = await hook(types, tenant.org, "tenant");
    const others = await hook(types, other.org, "tenant");
    const connection = await connectSourcehost(tenant);
    await tenant.member("POST", `/connections/${connection.id}/discovery-runs`);
    await system.api()("POST", "/_local/schedules/discovery-tick/run");
    const { token } = await happen();
    await decide(token, "approved");
    await courier();
    const typesOf = (one: Hook) => one.got().map(({ body }) => JSON.parse(body).type);
    expect(typesOf(own).sort()).toEqual([
      ...Array.from({ length: 3 }, () => "clearance.changed"),
      "discovery_run.completed",
    ]);
    expect(typesOf(others)).toEqual(Array.from({ length: 3 }, () => "clearance.changed"));
    expect((await other.org("GET", own.at)).status).toBe(404);
    expect((await tenant.member("GET", own.at)).status).toBe(403);
    for (const one of [own, others]) await one.api("DELETE", one.at);
  });

  test("with no endpoint nothing is emitted, and nothing is left behind", async () => {
    const before = receiver.received.length;
    const { token } = await happen();
    await decide(token, "approved");
    await courier();
    expect(receiver.received.length).toBe(before);
    const rows = (await scanTable(system)).filter(({ pk }) =>
      /^(EVENTS|HOOKQUEUE|HOOKDUE)/.test(String(pk)),
    );
    expect(rows).toEqual([]);
  });
});

describe("how they are delivered", () => {
  afterEach(forget);

  test("the authors' library and one in Python accept every delivery through two rotations", async () => {
    const one = await hook(["rule_review.requested"]);
    const secrets = [one.secret];
    const rotate = async () =>
      secrets.push((await system.admin("POST", `${one.at}/rotate-secret`)).body.secret);
    await ask();
    await later(60);
    await rotate();
    await ask();
    await later(60);
    await rotate();
    await ask();
    await later(60);
    const [first, second, third] = one.got() as [Received, Received, Received];
    const [oldest, middle, newest] = secrets as [string, string, string];
    clock -= 120_000;
    expect(verified(oldest, first)).toMatchObject({ type: "rule_review.requested" });
    clock += 60_000;
    for (const secret of [oldest, middle]) verified(secret, second);
    clock += 60_000;
    for (const secret of [middle, newest]) verified(secret, third);
    expect(() => verified(oldest, third)).toThrow("No matching signature");
    expect(
      verifiedInPython([
        { secret: middle, message: third },
        { secret: newest, message: third },
        { secret: oldest, message: third },
      ]),
    ).toEqual([true, true, false]);
    expect(() => verified(newest, { ...third, body: `${third.body} ` })).toThrow();
    await later(25 * 3600);
    const { body } = await system.admin("GET", one.at);
    expect(body.previous_secret_until).toBeNull();
    await ask();
    await courier();
    const last = one.got().at(-1) as Received;
    expect(last.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
    verified(newest, last);
  });

  test("a failed delivery is retried on the ladder, never earlier, under one id; the last failure disables the endpoint", async () => {
    const one = await hook(["rule_review.requested"]);
    answerWith(one.path, 500);
    await ask();
    await courier();
    const ladder = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
    for (const [i, seconds] of ladder.entries()) {
      expect(one.got()).toHaveLength(i + 1);
      const [delivery] = await one.deliveries();
      const tries = delivery?.attempts as { at: string }[];
      const due = Date.parse(String(delivery?.next_attempt_at));
      const wait = (due - Date.parse(tries.at(-1)?.at ?? "")) / 1000;
      expect(wait).toBeGreaterThanOrEqual(seconds);
      expect(wait).toBeLessThanOrEqual(seconds * 1.2);
      if (i > 0) {
        await later(Math.floor(seconds * 0.8));
        expect(one.got()).toHaveLength(i + 1);
      }
      await later(Math.ceil((due - clock) / 1000) + 1);
    }
    expect(one.got()).toHaveLength(10);
    expect(new Set(one.got().map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    const { body } = await system.admin("GET", one.at);
    expect([body.enabled, body.disabled_reason]).toEqual([false, "exhausted"]);
    const [delivery] = await one.deliveries();
    expect([delivery?.status, delivery?.next_attempt_at]).toEqual(["failed", null]);
    expect(system.lines.some(({ event }) => event === "webhook_endpoint_disabled")).toBe(true);
    const audit = await system.admin("GET", `/admin/audit?resource_id=${one.id}`);
    expect(audit.body.items.map(({ action }: { action: string }) => action)).toContain(
      "webhook_endpoint.disabled",
    );
  });

  test("410 disables the endpoint at once, and its waiting deliveries are dropped", async () => {
    const one = await hook(["rule_review.requested"]);
    answerWith(one.path, 410);
    for (let i = 0; i < 7; i += 1) await ask();
    await courier();
    const { body } = await system.admin("GET", one.at);
    expect([body.enabled, body.disabled_reason]).toEqual([false, "gone"]);
    const statuses = (await one.deliveries()).map(({ status }) => status);
    expect(statuses).toContain("dropped");
    expect(statuses).not.toContain("pending");
    expect(one.got().length).toBeLessThanOrEqual(5);
    const givenUp = async () =>
      (await system.admin("GET", "/admin/webhook-endpoints?given_up=true")).body.items;
    const sound = await hook(["rules.changed"]);
    expect((await givenUp()).map(({ id }: { id: string }) => id)).toEqual([one.id]);
    const others = await system.admin("GET", "/admin/webhook-endpoints?given_up=false");
    expect(others.body.items.map(({ id }: { id: string }) => id)).toEqual([sound.id]);
    const left = await expectStatus(system.admin("PATCH", one.at, { enabled: false }), 200);
    expect(left.body.disabled_reason).toBe("operator");
    expect(await givenUp()).toEqual([]);
    answerWith(one.path, 204);
    await expectStatus(system.admin("PATCH", one.at, { enabled: true }), 200);
    await ask();
    await courier();
    expect((await one.deliveries())[0]?.status).toBe("delivered");
  });

  test.each([
    ["in seconds", () => "3600"],
    ["as a date", () => new Date(clock + 3600_000).toUTCString()],
  ])("429 with Retry-After %s waits as long as it says", async (_, header) => {
    clock = Date.parse(await system.advance(1));
    const one = await hook(["rule_review.requested"]);
    answerWith(one.path, 429, { "retry-after": header() });
    await ask();
    await courier();
    const [delivery] = await one.deliveries();
    const wait = (Date.parse(String(delivery?.next_attempt_at)) - clock) / 1000;
    expect(wait).toBeGreaterThan(3590);
    expect(wait).toBeLessThan(3700);
  });

  test("a Retry-After beyond 24 h is cut to 24 h, and one below the ladder waits for the ladder", async () => {
    await later(1);
    const [long, short] = [
      await hook(["rule_review.requested"]),
      await hook(["rule_review.requested"]),
    ];
    answerWith(long.path, 503, { "retry-after": "9999999" });
    answerWith(short.path, 503, { "retry-after": "1" });
    await ask();
    await courier();
    const waits = await Promise.all(
      [long, short].map(async (one) => {
        const [delivery] = await one.deliveries();
        return (Date.parse(String(delivery?.next_attempt_at)) - clock) / 1000;
      }),
    );
    expect(waits[0]).toBeGreaterThan(86_390);
    expect(waits[0]).toBeLessThan(86_460);
    expect(waits[1]).toBeGreaterThanOrEqual(5);
  });

  test("a redirect counts as a failure and is not followed; an endless answer is read to 64 KB", async () => {
    const redirecting = await hook(["rule_review.requested"]);
    answerWith(redirecting.path, 302, { location: `${receiver.url}/elsewhere` });
    const endless = await hook(["rule_review.requested"]);
    receiver.answers.set(endless.path, (response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(16_384)));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    });
    await ask();
    await courier();
    expect((await redirecting.deliveries())[0]).toMatchObject({
      status: "pending",
      attempts: [{ status: 302, error: null }],
    });
    expect(receiver.received.some(({ path }) => path === "/elsewhere")).toBe(false);
    expect((await endless.deliveries())[0]?.status).toBe("delivered");
  });

  test("at most five deliveries are in flight to an endpoint, and a dead endpoint delays no other", async () => {
    const many = await hook(["rule_review.requested"]);
    const broken = await hook(["rule_review.requested"]);
    receiver.answers.set(broken.path, (response) => response.destroy());
    let [open, most] = [0, 0];
    receiver.answers.set(many.path, (response) => {
      open += 1;
      most = Math.max(most, open);
      setImmediate(() =>
        setImmediate(() => {
          open -= 1;
          response.writeHead(204).end();
        }),
      );
    });
    for (let i = 0; i < 7; i += 1) await ask();
    await courier();
    expect(many.got()).toHaveLength(7);
    expect(most).toBeLessThanOrEqual(5);
    expect((await broken.deliveries())[0]).toMatchObject({
      attempts: [{ status: null, error: "unreachable" }],
    });
  });

  test("each person may test 60 times a minute", async () => {
    const one = await hook(["rule_review.requested"]);
    const now = Date.parse(await system.advance(0)) / 1000;
    await system.advance(60 - Math.floor(now % 60));
    const [rushed, calm] = await Promise.all(
      [0, 1].map(async () =>
        system.api(await system.token({ is_platform_admin: true, sub: randomUUID() })),
      ),
    );
    const answers = await Promise.all(
      Array.from({ length: 70 }, () => rushed?.("POST", `${one.at}/test`)),
    );
    expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(60);
    expect(answers.filter((answer) => answer?.body.code === "rate_limited")).toHaveLength(10);
    expect(one.got()).toHaveLength(60);
    expect((await calm?.("POST", `${one.at}/test`))?.status).toBe(200);
  });

  test("a test is sent once and counts for nothing; a replay is a delivery of its own", async () => {
    const one = await hook(["rule_review.requested"]);
    expect((await system.admin("POST", `${one.at}/test`)).body).toEqual({
      delivered: true,
      status: 204,
    });
    expect(JSON.parse(one.got()[0]?.body ?? "").type).toBe("webhook.test");
    answerWith(one.path, 410);
    expect((await system.admin("POST", `${one.at}/test`)).body).toEqual({
      delivered: false,
      status: 410,
    });
    expect((await system.admin("GET", one.at)).body.enabled).toBe(true);
    expect(await one.deliveries()).toEqual([]);
    receiver.answers.clear();
    await ask();
    await later(1);
    const [source] = await one.deliveries();
    const again = await expectStatus(
      system.admin("POST", `${one.at}/deliveries/${source?.id}/replay`),
      202,
    );
    expect(again.body).toMatchObject({ replay_of: source?.id, body: source?.body });
    expect(again.body.webhook_id).not.toBe(source?.webhook_id);
    await later(1);
    expect(one.got().at(-1)?.headers["webhook-id"]).toBe(again.body.webhook_id);
    const none = "00000000-0000-4000-8000-000000000000";
    expect((await system.admin("POST", `${one.at}/deliveries/${none}/replay`)).status).toBe(404);
  });
});

describe("endpoints", () => {
  afterEach(forget);

  const create = (content: object) => system.admin("POST", "/admin/webhook-endpoints", content);
  const good = { url: "https://hooks.example/in", events: ["rules.changed"] };

  test("the secret is shown once, and is stored nowhere in the clear", async () => {
    const { body } = await expectStatus(create(good), 201);
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const shown = await system.admin("GET", `/admin/webhook-endpoints/${body.id}`);
    const { secret: _, ...rest } = body;
    expect(shown.body).toEqual(rest);
    const table = JSON.stringify(await scanTable(system));
    expect(table).not.toContain(body.secret);
    expect(system.rawLines.join("\n")).not.toContain(body.secret);
  });

  test.each([
    ["in the clear", "http://hooks.example/in"],
    ["inside", "https://169.254.169.254/latest"],
    ["inside, as a number", "https://2130706433/"],
    ["inside, IPv6", "https://[fd00::1]/"],
    ["an inside name", "https://vault.internal/"],
    ["with a user", "https://user:pass@hooks.example/"],
  ])("an address %s is refused", async (_, url) => {
    const { status, body } = await create({ ...good, url });
    expect([status, body.code, body.errors[0].path]).toEqual([422, "endpoint_blocked", "url"]);
  });

  test("an address with hidden characters is refused", async () => {
    const { status, body } = await create({ ...good, url: "https://hooks.example/\u202ein" });
    expect([status, body.code, body.errors?.[0]?.path]).toEqual([400, "validation_failed", "url"]);
  });

  test("a name that resolves to an internal address is refused when it is called", async () => {
    const { body } = await expectStatus(create({ ...good, url: "https://localtest.me/in" }), 201);
    const at = `/admin/webhook-endpoints/${body.id}`;
    const tested = await system.admin("POST", `${at}/test`);
    // A machine that cannot resolve the name does not reach it either.
    expect(tested.body.code === "endpoint_blocked" || tested.body.delivered === false).toBe(true);
  });

  test("unknown, repeated or missing event types are refused, and so are the platform's types for a tenant", async () => {
    for (const events of [[], ["nothing"], ["rules.changed", "rules.changed"], ["webhook.test"]]) {
      expect((await create({ ...good, events })).status).toBe(400);
    }
    const tenant = await newTenant(system);
    const refused = await tenant.org("POST", "/tenant/webhook-endpoints", good);
    expect(refused.status).toBe(400);
  });

  test("a tenant has at most 10, even if 15 are requested at once", async () => {
    const tenant = await newTenant(system);
    const content = { url: "https://hooks.example/in", events: ["clearance.changed"] };
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => tenant.org("POST", "/tenant/webhook-endpoints", content)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(["too_many_endpoints"]));
    const [first] = answers.filter(({ status }) => status === 201);
    await tenant.org("DELETE", `/tenant/webhook-endpoints/${first?.body.id}`);
    expect((await tenant.org("POST", "/tenant/webhook-endpoints", content)).status).toBe(201);
  });
});
