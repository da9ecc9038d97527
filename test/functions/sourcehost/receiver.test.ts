import { createHash, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { noteSweep, sampled, sized } from "#test/support/full-size.ts";
import {
  auditRows,
  bodyOf,
  deliver,
  health,
  provisionedSecret,
  push,
} from "#test/support/sourcehost.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { connectSourcehost, newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";
import { type Example, exampleKinds } from "#test/support/webhook-examples.ts";

/** How many copies of one delivery are sent at once. */
const COPIES = sized(100, 12);

const system = suiteSystem({
  functions: "deployed",
  settings: { WORKER_INVOKE_ENABLED: "false" },
});
let acme: TestTenant;
let connection: { id: string; installation_id: string };
let secret: string;

beforeAll(async () => {
  acme = await newTenant(system);
  connection = await connectSourcehost(acme);
  const unset = await deliver(system, acme.id, { secret: "any", payload: push(1) });
  expect([unset.status, unset.body.code]).toEqual([
    503,
    "sourcehost_webhook_secret_not_configured",
  ]);
  expect(unset.headers.get("retry-after")).not.toBeNull();
  secret = await provisionedSecret(system);
});

const send = (more: Partial<Parameters<typeof deliver>[2]> = {}, tenantId = acme.id) =>
  deliver(system, tenantId, { secret, payload: push(connection.installation_id), ...more });

const rowsOf = (deliveryId: string) => auditRows(system, `resource_id=${deliveryId}`);

describe("a push to the default branch", () => {
  test("is accepted, enqueues one partial run, and is audited", async () => {
    const id = randomUUID();
    const { status, body } = await send({ id });
    expect(status).toBe(202);
    expect(body).toEqual({
      status: "accepted",
      delivery_id: id,
      scope: "push",
      job_id: expect.any(String),
    });
    const run = (await acme.member("GET", `/discovery-runs/${body.job_id}`)).body;
    expect(run).toMatchObject({
      connection_id: connection.id,
      kind: "partial",
      trigger: "sourcehost_webhook",
      status: "queued",
    });
    const rows = await rowsOf(id);
    expect(rows).toMatchObject([
      {
        action: "sourcehost_webhook.received",
        tenant_id: acme.id,
        actor_user_id: null,
        actor_type: "system",
        context: {
          delivery_id: id,
          event: "push",
          scope: "push",
          connection_id: connection.id,
          job_id: body.job_id,
          secret: "current",
        },
      },
    ]);
  });

  test("is processed by the tick: one artifact per repository, from the payload alone", async () => {
    const first = await send();
    const second = await send();
    await system.api()("POST", "/_local/schedules/discovery-tick/run");
    for (const { body } of [first, second]) {
      const run = (await acme.member("GET", `/discovery-runs/${body.job_id}`)).body;
      expect(run).toMatchObject({ status: "completed", artifacts_count: 1 });
    }
    const path = `/artifacts?connection_id=${connection.id}&kind=repository`;
    const { items } = (await acme.member("GET", path)).body;
    expect(items).toMatchObject([
      {
        connection_id: connection.id,
        kind: "repository",
        name: "Codertocat/Hello-World",
        provider_ref: "Codertocat/Hello-World",
        location: "https://sourcehost.example/Codertocat/Hello-World",
        retired_at: null,
        classification: null,
        details: {
          branch: "main",
          changed_paths: ["requirements-openai.txt", "src/agent.py"],
          manifests: [{ path: "requirements-openai.txt", ai_libraries: ["openai"] }],
        },
      },
    ]);
    for (const query of ["", "?kind=repository"]) {
      expect((await acme.member("GET", `/artifacts${query}`)).body.items).toEqual(items);
    }
    expect((await acme.member("GET", "/artifacts?kind=model")).body.items).toEqual([]);
    const runRows = await auditRows(system, `resource_id=${first.body.job_id}`);
    expect(runRows.map((row) => [row.action, row.context])).toEqual([
      [
        "discovery.run.started",
        { connection_id: connection.id, run_id: first.body.job_id, status: "running" },
      ],
      [
        "discovery.run.completed",
        { connection_id: connection.id, run_id: first.body.job_id, status: "completed" },
      ],
    ]);
  });
});

describe("sender's text that the table cannot store as it is", () => {
  const emoji = "\u{1f680}";
  test.each([
    [
      "a path with an emoji across its 300th place",
      "commits",
      [{ added: [`${"a".repeat(299)}${emoji}b`] }],
    ],
    ["a path with half a surrogate pair", "commits", [{ added: ["src/\ud83d.py"] }]],
    ["an action with half a surrogate pair", "action", "\udc00"],
    ["an action with an emoji across its 100th place", "action", `${"a".repeat(99)}${emoji}`],
    ["a branch with half a surrogate pair", "after", "\ud83d"],
  ])("%s is accepted and its run completes", async (_, field, value) => {
    const { status, body } = await send({
      payload: push(connection.installation_id, { [field]: value }),
    });
    expect([status, body.status]).toEqual([202, "accepted"]);
    await system.api()("POST", "/_local/schedules/discovery-tick/run");
    const run = (await acme.member("GET", `/discovery-runs/${body.job_id}`)).body;
    expect(run.status).toBe("completed");
    const { items } = (await acme.member("GET", `/artifacts?connection_id=${connection.id}`)).body;
    expect(JSON.stringify(items).isWellFormed()).toBe(true);
    expect(JSON.stringify(items)).not.toMatch(/\\ud[89a-f]/i);
  });
});

test("a push of 1,500 paths of control characters is recorded, and its run completes", async () => {
  const added = Array.from({ length: 1500 }, (_, i) => `${"\u0001".repeat(290)}${i}`);
  const { status, body } = await send({
    payload: push(connection.installation_id, { commits: [{ added }] }),
  });
  expect([status, body.status]).toEqual([202, "accepted"]);
  await system.api()("POST", "/_local/schedules/discovery-tick/run");
  const run = (await acme.member("GET", `/discovery-runs/${body.job_id}`)).body;
  expect(run).toMatchObject({ status: "completed", artifacts_count: 1 });
});

describe("what is ignored, and why", () => {
  test.each([
    ["ping", "ping", { zen: "Design for failure." }],
    ["a kind outside the set", "star", () => push(connection.installation_id)],
    ["no kind", undefined, () => push(connection.installation_id)],
    ["a kind named __proto__", "__proto__", () => push(connection.installation_id)],
    ["a kind named constructor", "constructor", () => push(connection.installation_id)],
    ["a kind in capitals", "PUSH", () => push(connection.installation_id)],
  ])("%s", async (_, event, payload) => {
    const id = randomUUID();
    const { status, body } = await send({
      id,
      payload: typeof payload === "function" ? payload() : payload,
      headers: { "x-github-event": event },
    });
    const reason = event === "ping" ? "ping" : "event_not_dispatchable";
    const scope = event ?? "unknown";
    expect(status).toBe(202);
    expect(body).toEqual({ status: "ignored", reason, delivery_id: id, scope });
    expect(await rowsOf(id)).toMatchObject([
      { action: "sourcehost_webhook.ignored", context: { delivery_id: id, scope, reason } },
    ]);
  });

  test.each([
    ["a push to another branch", "push", { ref: "refs/heads/topic" }, "non_default_branch"],
    ["a tag with the branch's name", "push", { ref: "refs/tags/main" }, "non_default_branch"],
    ["a push without repository", "push", { repository: null }, "non_default_branch"],
    ["a closed pull request", "pull_request", { action: "closed" }, "action_closed"],
    ["a closed issue", "issues", { action: "closed" }, "action_closed"],
    ["a push without installation", "push", { installation: undefined }, "connection_not_found"],
    ["an installation nobody has", "push", { installation: { id: 7 } }, "connection_not_found"],
    ["an installation of another type", "issues", { installation: 5 }, "connection_not_found"],
  ])("%s", async (_, event, change, reason) => {
    const { status, body } = await send({
      event,
      payload: bodyOf(event, connection.installation_id, change),
    });
    expect([status, body.status, body.reason]).toEqual([202, "ignored", reason]);
  });

  test("a delivery for another tenant's installation, replayed to this tenant's URL", async () => {
    const globex = await newTenant(system, "Globex");
    const { status, body } = await send({}, globex.id);
    expect([status, body.reason]).toEqual([202, "connection_not_found"]);
    expect((await globex.member("GET", "/artifacts")).body.items).toEqual([]);
  });
});

test.each([
  ["pull_request", { action: "opened" }],
  ["issues", { action: "reopened" }],
  ["issues", { action: { toString: 1 } }],
  ["installation_repositories", { action: "added" }],
  ["installation", { action: "new_permissions_accepted" }],
])("%s %j is accepted without a run", async (event, change) => {
  const { status, body } = await send({
    event,
    payload: bodyOf(event, connection.installation_id, change),
  });
  expect(status).toBe(202);
  expect(body).toMatchObject({ status: "accepted", scope: event, job_id: null });
});

test("suspending or deleting an installation makes its connection inactive until it is back", async () => {
  const tenant = await newTenant(system, "Resting");
  const own = await connectSourcehost(tenant);
  const installation = (action: string) =>
    send(
      { event: "installation", payload: bodyOf("installation", own.installation_id, { action }) },
      tenant.id,
    );
  const status = async () => (await tenant.member("GET", `/connections/${own.id}`)).body.status;
  for (const [down, up] of [
    ["suspend", "unsuspend"],
    ["deleted", "created"],
  ] as const) {
    expect((await installation(down)).body.status).toBe("accepted");
    expect(await status()).toBe("inactive");
    const resting = await send({ payload: push(own.installation_id) }, tenant.id);
    expect(resting.body.reason).toBe("connection_not_found");
    expect((await installation(up)).body.status).toBe("accepted");
    expect(await status()).toBe("active");
    const awake = await send({ payload: push(own.installation_id) }, tenant.id);
    expect(awake.body.status).toBe("accepted");
  }
});

/** The installation as the host's bodies have it, with the time of its last change. */
const changedAt = (id: string, updated_at: string) => ({
  installation: { id: Number(id), updated_at },
});

test("the id is not signed: a suspension replayed under a new id is a duplicate, even after the window of ids", async () => {
  const tenant = await newTenant(system, "Replayed");
  const own = await connectSourcehost(tenant);
  const changed = changedAt(own.installation_id, await system.advance(0));
  const installation = (action: string) => {
    const payload = { ...bodyOf("installation", own.installation_id, { action }), ...changed };
    return send({ event: "installation", payload }, tenant.id);
  };
  const status = async () => (await tenant.member("GET", `/connections/${own.id}`)).body.status;
  expect((await installation("suspend")).body.status).toBe("accepted");
  expect((await installation("unsuspend")).body.status).toBe("accepted");
  for (const seconds of [0, 700]) {
    await system.advance(seconds);
    expect((await installation("suspend")).body.status).toBe("duplicate");
    expect(await status()).toBe("active");
  }
});

test("a suspension whose body tells no time counts each time, because two of them have the same body", async () => {
  const tenant = await newTenant(system, "Timeless");
  const own = await connectSourcehost(tenant);
  for (const action of ["suspend", "unsuspend", "suspend"]) {
    const payload = { action, installation: { id: Number(own.installation_id) } };
    const { body } = await send({ event: "installation", payload }, tenant.id);
    expect([action, body.status]).toEqual([action, "accepted"]);
  }
  const { body } = await tenant.member("GET", `/connections/${own.id}`);
  expect(body.status).toBe("inactive");
});

test("the id is not signed: an id that looks like the note of its own body is an id like any other", async () => {
  const payload = {
    ...bodyOf("installation", connection.installation_id, { action: "renamed" }),
    ...changedAt(connection.installation_id, await system.advance(0)),
  };
  const digest = createHash("sha256").update(JSON.stringify(payload)).digest("hex");
  const sent = () => send({ event: "installation", payload, id: `body:${digest}` });
  expect((await sent()).body.status).toBe("accepted");
  expect((await sent()).body.status).toBe("duplicate");
});

/** A connection and its status after each event that tells its own times, from ten minutes ago on. */
async function timedInstallation(name: string) {
  const tenant = await newTenant(system, name);
  const own = await connectSourcehost(tenant);
  const begin = Math.floor(Date.parse(await system.advance(0)) / 1000) - 600;
  const at = (seconds: number) => new Date((begin + seconds) * 1000).toISOString();
  const told = async (action: string, times: Record<string, unknown>) => {
    const installation = { id: Number(own.installation_id), ...times };
    const payload = { ...bodyOf("installation", own.installation_id, { action }), installation };
    expect((await send({ event: "installation", payload }, tenant.id)).body.status).toBe(
      "accepted",
    );
    return (await tenant.member("GET", `/connections/${own.id}`)).body.status;
  };
  return { begin, at, told };
}

test("an event from before a deletion does not wake the installation; a later one does", async () => {
  const { at, told } = await timedInstallation("Deleted");
  expect(await told("suspend", { suspended_at: at(10) })).toBe("inactive");
  // The host's body of a deletion has the time of the change before it.
  expect(await told("deleted", { updated_at: at(200) })).toBe("inactive");
  expect(await told("created", { updated_at: at(0) })).toBe("inactive");
  expect(await told("unsuspend", { updated_at: at(200) })).toBe("inactive");
  expect(await told("created", { updated_at: at(300) })).toBe("active");
  expect(await told("deleted", { updated_at: at(250) })).toBe("inactive");
  expect(await told("unsuspend", { updated_at: at(300) })).toBe("inactive");
});

test("a suspension that arrives after its own end changes nothing; a later one is believed", async () => {
  const { begin, at, told } = await timedInstallation("Late");
  // The host writes some times as text and others as seconds.
  expect(await told("unsuspend", { updated_at: begin + 100, suspended_at: null })).toBe("active");
  for (const late of [50, 100]) {
    expect(await told("suspend", { updated_at: at(late), suspended_at: at(late) })).toBe("active");
  }
  expect(await told("suspend", { suspended_at: at(101) })).toBe("inactive");
  expect(await told("unsuspend", { updated_at: at(200), suspended_at: null })).toBe("active");
  expect(await told("suspend", { suspended_at: at(150) })).toBe("active");
  expect(await told("unsuspend", { updated_at: at(120), suspended_at: null })).toBe("active");
  expect(await told("suspend", { suspended_at: at(160) })).toBe("active");
});

/** Every event's bodies may have these members, so a body with no other may be of any event. */
const isOfAnyEvent = (payload: object): boolean =>
  Object.keys(payload).every((member) =>
    ["action", "installation", "repository", "sender", "organization"].includes(member),
  );

describe("the header is not signed: a body sent under another event's name changes nothing", () => {
  const dispatched = [
    "push",
    "pull_request",
    "issues",
    "installation",
    "installation_repositories",
  ] as const;
  /** The example as the host would send it to this installation, with an action that matters. */
  const replayed = (example: Example, action: string) => ({
    ...example,
    action,
    installation: { ...example.installation, id: Number(connection.installation_id) },
  });

  test.each(dispatched)("%s", async (event) => {
    const statusOf = async () =>
      (await acme.member("GET", `/connections/${connection.id}`)).body.status;
    const cases = exampleKinds
      // The body of `github_app_authorization` names no installation.
      .filter(({ name }) => name !== event && name !== "github_app_authorization")
      .flatMap(({ name, examples }) =>
        ["suspend", "deleted"].map((action) => ({ name, example: examples[0], action })),
      );
    // Every eleventh case: this covers both actions, and tries other samples for each event.
    const tried = sampled(cases, 11, dispatched.indexOf(event));
    expect(tried.length).toBeGreaterThanOrEqual(10);
    for (const { name, example, action } of tried) {
      const payload = replayed(example as Example, action);
      const { status, body } = await send({ event, payload });
      const isBelieved = /^(pull_request|issues|installation_repositories)$/.test(event);
      const outcome =
        isBelieved && isOfAnyEvent(payload)
          ? { status: "accepted", job_id: null }
          : { status: "ignored", reason: "event_not_dispatchable" };
      expect([name, status, body]).toEqual([name, 202, expect.objectContaining(outcome)]);
    }
    noteSweep(`source host: other events' bodies sent as ${event}, without effect`, tried.length);
    expect(await statusOf()).toBe("active");
  });

  test("a complete installation event is believed, whatever field the host adds to it", async () => {
    const tenant = await newTenant(system, "Whole");
    const own = await connectSourcehost(tenant);
    const kind = exampleKinds.find(({ name }) => name === "installation");
    const [example] = kind?.examples ?? [];
    for (const [action, status] of [
      ["suspend", "inactive"],
      ["unsuspend", "active"],
    ]) {
      const installation = { ...example?.installation, id: Number(own.installation_id) };
      const payload = { ...example, installation, action, something_new: {} };
      const { body } = await send({ event: "installation", payload }, tenant.id);
      expect(body.status).toBe("accepted");
      expect((await tenant.member("GET", `/connections/${own.id}`)).body.status).toBe(status);
    }
  });
});

test.each([
  ["pull_request", "closed", { status: "ignored", reason: "action_closed" }],
  ["issues", "closed", { status: "ignored", reason: "action_closed" }],
  ["pull_request", "opened", { status: "accepted", job_id: null }],
  ["issues", "opened", { status: "accepted", job_id: null }],
  ["installation_repositories", "added", { status: "accepted", job_id: null }],
])(
  "%s %s has its outcome, also with a body without the subject",
  async (event, action, outcome) => {
    const { installation, repository } = push(connection.installation_id);
    for (const more of [{}, { repository }]) {
      const { body } = await send({ event, payload: { action, installation, ...more } });
      expect(body).toMatchObject(outcome);
    }
  },
);

describe("signatures", () => {
  const body = Buffer.from(JSON.stringify({ zen: "Keep it logically awesome." }));

  test.each([
    ["none", undefined],
    ["an empty one", ""],
    ["one of another secret", `sha256=${"0".repeat(64)}`],
    ["the SHA-1 form", `sha1=${"0".repeat(40)}`],
    ["no hexadecimal", `sha256=${"z".repeat(64)}`],
    ["too short", "sha256=00"],
  ])("%s is a mismatch, and stores only digest and id", async (_, signature) => {
    const id = randomUUID();
    const answer = await send({
      id,
      event: "ping",
      payload: body,
      headers: { "x-hub-signature-256": signature },
    });
    expect([answer.status, answer.body.code]).toEqual([401, "signature_mismatch"]);
    const rows = await rowsOf(id);
    expect(rows).toMatchObject([
      {
        action: "sourcehost_webhook.rejected",
        tenant_id: acme.id,
        context: {
          delivery_id: id,
          payload_digest: createHash("sha256").update(body).digest("hex"),
        },
      },
    ]);
    expect(JSON.stringify(rows) + system.rawLines.join("\n")).not.toContain("logically");
  });

  test("a correct signature in upper case is refused", async () => {
    const good = await send({ event: "ping", payload: body });
    expect(good.status).toBe(202);
    const { sign } = await import("@octokit/webhooks-methods");
    const signature = await sign(secret, body.toString());
    const headers = { "x-hub-signature-256": `sha256=${signature.slice(7).toUpperCase()}` };
    expect((await send({ event: "ping", payload: body, headers })).status).toBe(401);
  });

  test("a refused delivery does not make its id a duplicate", async () => {
    const id = randomUUID();
    expect((await send({ id, secret: "forged" })).status).toBe(401);
    expect((await send({ id })).body.status).toBe("accepted");
  });

  test("only a caller who can sign learns whether a tenant exists", async () => {
    for (const tenantId of [randomUUID(), "nobody"]) {
      expect((await send({ secret: "forged" }, tenantId)).status).toBe(401);
      const { status, body: problem } = await send({}, tenantId);
      expect([status, problem.code]).toEqual([404, "not_found"]);
    }
  });
});

describe("bodies that reference receivers stumble over", () => {
  test("a byte-order mark before the object does not break a valid signature", async () => {
    const text = JSON.stringify(push(connection.installation_id));
    const payload = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]);
    expect((await send({ payload })).body.status).toBe("accepted");
  });

  test.each([
    ["invalid UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ["a number", "5"],
    ["null", "null"],
    ["a list", "[]"],
    ["a string", '"x"'],
    ["half an object", '{"ref":'],
    ["form data", "payload=%7B%7D"],
  ])("%s, correctly signed, is malformed_payload and stores nothing", async (_, payload) => {
    const id = randomUUID();
    const { status, body } = await send({ id, payload });
    expect([status, body.code]).toEqual([400, "malformed_payload"]);
    expect(await rowsOf(id)).toEqual([]);
    expect((await send({ id })).body.status).toBe("accepted");
  });

  test("an empty body, correctly signed, is malformed_payload", async () => {
    const { status, body } = await send({ payload: Buffer.alloc(0) });
    expect([status, body.code]).toEqual([400, "malformed_payload"]);
  });

  test.each([
    "Application/JSON; charset=utf-8",
    "application/json;charset=UTF-8",
    "APPLICATION/JSON",
  ])("media type %s is JSON", async (type) => {
    expect((await send({ headers: { "content-type": type } })).body.status).toBe("accepted");
  });

  test.each(["application/x-www-form-urlencoded", "text/plain", ""])(
    "media type %s is refused",
    async (type) => {
      const { status, body } = await send({ headers: { "content-type": type } });
      expect([status, body.code]).toEqual([415, "unsupported_media_type"]);
    },
  );

  test("a base64-encoded body is verified over its decoded bytes", async () => {
    const payload = Buffer.from(
      JSON.stringify(push(connection.installation_id, { note: "Grüße \u{1f680}" })),
    );
    const headers = { "content-type": "application/json; charset=latin1" };
    expect((await send({ payload, headers })).body.status).toBe("accepted");
  });

  test("a delivery without an id is refused with its own error code", async () => {
    const { status, body } = await send({ headers: { "x-github-delivery": undefined } });
    expect([status, body.code]).toEqual([400, "missing_delivery_id"]);
  });
});

describe("duplicates", () => {
  test("a repeat within 10 minutes is a duplicate; after that it is processed again", async () => {
    const id = randomUUID();
    expect((await send({ id })).body.status).toBe("accepted");
    const repeat = await send({ id });
    expect(repeat.status).toBe(200);
    expect(repeat.body).toEqual({ status: "duplicate", delivery_id: id });
    await system.advance(599);
    expect((await send({ id })).status).toBe(200);
    await system.advance(2);
    expect((await send({ id })).body.status).toBe("accepted");
    expect(await rowsOf(id)).toHaveLength(2);
  });

  test("one id at two tenants is two deliveries", async () => {
    const other = await newTenant(system, "Other");
    const theirs = await connectSourcehost(other);
    const id = randomUUID();
    expect((await send({ id })).body.status).toBe("accepted");
    const second = await send({ id, payload: push(theirs.installation_id) }, other.id);
    expect(second.body.status).toBe("accepted");
  });

  test("a repeat of an ignored delivery is a duplicate too", async () => {
    const payload = push(connection.installation_id, { ref: "refs/heads/topic" });
    const id = randomUUID();
    expect((await send({ id, payload })).body.status).toBe("ignored");
    expect((await send({ id, payload })).status).toBe(200);
    expect(await rowsOf(id)).toHaveLength(1);
  });

  test("many simultaneous copies start one run", async () => {
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: COPIES }, () => send({ id })));
    const accepted = answers.filter(({ status }) => status === 202);
    expect(accepted).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(COPIES - 1);
    noteSweep("source host: copies of a delivery at once, one run", COPIES);
    expect(await rowsOf(id)).toHaveLength(1);
    const runs: { created_at: string; id: string }[] = (
      await acme.member("GET", `/connections/${connection.id}/discovery-runs?limit=200`)
    ).body.items;
    const [row] = await rowsOf(id);
    expect(runs.filter((run) => run.created_at === row.created_at).map((run) => run.id)).toEqual([
      accepted[0]?.body.job_id,
    ]);
  });
});

test("the health card counts the last 24 hours by outcome, to the minute", async () => {
  const tenant = await newTenant(system, "Healthy");
  const own = await connectSourcehost(tenant);
  const id = randomUUID();
  const good = () => send({ id, payload: push(own.installation_id) }, tenant.id);
  await good();
  await good();
  await send({ event: "ping", payload: {} }, tenant.id);
  await send({ payload: push(own.installation_id, { ref: "x" }) }, tenant.id);
  await send({ secret: "forged", payload: push(own.installation_id) }, tenant.id);
  const card = await health(system, tenant.id, own.id);
  expect(card).toMatchObject({
    deliveries_24h: 3,
    outcomes_24h: { accepted: 1, ignored: 2, duplicate: 1, rejected: 1 },
  });
  const received = card.last_received_at;
  await system.advance(23 * 3600 + 58 * 60);
  expect(await health(system, tenant.id, own.id)).toEqual(card);
  await system.advance(121);
  expect(await health(system, tenant.id, own.id)).toEqual({
    last_received_at: received,
    deliveries_24h: 0,
    outcomes_24h: { accepted: 0, ignored: 0, duplicate: 0, rejected: 0 },
  });
  await system.advance(40 * 24 * 3600);
  expect((await health(system, tenant.id, own.id)).last_received_at).toBe(received);
});
