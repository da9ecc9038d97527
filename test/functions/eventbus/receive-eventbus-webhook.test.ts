import { createHash, randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { beforeAll, describe, expect, test } from "vitest";
import { signDelivery } from "#shared/domain/eventbus/delivery-signature.ts";
import {
  ACCOUNT,
  auditOf,
  type Customer,
  ENTRY,
  newCustomer,
  provisionedSecret,
  send,
} from "#test/support/eventbus-fixture.ts";
import { noteSweep, sized } from "#test/support/full-size.ts";
import { call, createEndpoint, noise, type Sample, samples } from "#test/support/sample-events.ts";
import { secretStoreOf } from "#test/support/secret-store.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { startTestSystem } from "#test/support/system.ts";
import { newTenant } from "#test/support/tenant-fixture.ts";

const system = suiteSystem({ settings: { WORKER_INVOKE_ENABLED: "false" } });
let secret: string;
let customer: Customer;

beforeAll(async () => {
  secret = await provisionedSecret(system);
  customer = await newCustomer(system);
});

const deliver = (event: Sample | Record<string, unknown>, more = {}) =>
  send(system, customer.id, { event, secrets: [secret], ...more });

const rowsOf = (word: string, tenantId = customer.id) =>
  auditOf(system, tenantId, `cloudb_eventbus.${word}`);

const stats = async ({ org, connectionId }: Customer = customer) =>
  (await org("GET", `/connections/${connectionId}/cloudb-eventbus-stats`)).body;

describe("a relevant event", () => {
  /** What the rows of the accepted events must contain, by event id. */
  const expected = new Map<string, object>();

  test.each(samples)("$name is accepted with a job", async ({ event }) => {
    const sample = event();
    const { status, body } = await deliver(sample);
    const scope = sample.detail.eventName ?? sample["detail-type"];
    expect([status, body]).toEqual([
      202,
      { status: "accepted", delivery_id: sample.id, scope, job_id: expect.any(String) },
    ]);
    const run = (await customer.org("GET", `/discovery-runs/${body.job_id}`)).body;
    expect(run).toMatchObject({ kind: "partial", trigger: "cloudb_eventbus", status: "queued" });
    expected.set(sample.id, {
      delivery_id: sample.id,
      event: sample.source,
      scope,
      job_id: body.job_id,
    });
  });

  test("has an audit row that names it, its account, connection and job", async () => {
    const rows = (await rowsOf("received")).filter(({ resource_id }) => expected.has(resource_id));
    expect(rows).toHaveLength(samples.length);
    for (const row of rows) {
      expect(row).toMatchObject({
        actor_type: "system",
        context: {
          ...expected.get(row.resource_id),
          account: ACCOUNT,
          connection_id: customer.connectionId,
          secret: "current",
        },
      });
    }
  });

  test("signed by the reference library is accepted", async () => {
    const event = createEndpoint();
    const body = JSON.stringify({ tenant_id: customer.id, event });
    const now = new Date(await system.advance(0));
    const signature = new Webhook(secret, { format: "raw" }).sign(event.id, now, body);
    const answer = await send(system, customer.id, {
      event,
      body,
      secrets: [],
      headers: {
        "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
        "webhook-signature": signature,
      },
    });
    expect(answer.body.status).toBe("accepted");
  });

  test("delivered many times at once creates one run", async () => {
    const event = createEndpoint();
    const times = sized(100, 12);
    const answers = await Promise.all(Array.from({ length: times }, () => deliver(event)));
    noteSweep("event bus: copies of an event at once, one run", times);
    const words = answers.map(({ body }) => body.status).sort();
    expect(words).toEqual(["accepted", ...Array.from({ length: times - 1 }, () => "duplicate")]);
    expect(answers.every(({ body }) => body.delivery_id === event.id)).toBe(true);
    const rows = (await rowsOf("received")).filter(({ resource_id }) => resource_id === event.id);
    expect(rows).toHaveLength(1);
  });
});

describe("customer text that the table cannot store as it is", () => {
  const emoji = "\u{1f680}";
  const model = (name: string) => call("sagemaker", "CreateModel", { modelName: name }, null);
  test.each([
    ["a name with an emoji across its 1,024th place", () => model(`${"m".repeat(1023)}${emoji}`)],
    ["a name with half a surrogate pair", () => model("m\ud83d")],
    ["a region with half a surrogate pair", () => ({ ...model("m"), region: "\udc00" })],
    [
      "a kind of its own with half a surrogate pair",
      () => ({ ...model("m"), "detail-type": "\ud83d" }),
    ],
  ])("%s does not cause a failure", async (_, event) => {
    const { status, body } = await deliver(event() as Sample, { headers: {} });
    expect([status, body.code]).toEqual([202, undefined]);
    expect(JSON.stringify(body).isWellFormed()).toBe(true);
  });
});

describe("an event that needs no work", () => {
  test.each(noise.map((event) => [`${event["detail-type"]}: ${event.detail.eventName}`, event]))(
    "%s is ignored as unknown",
    async (_, event) => {
      const { status, body } = await deliver(event as Sample);
      expect([status, body.status, body.reason]).toEqual([202, "ignored", "unknown_event"]);
      const [row] = await rowsOf("ignored");
      expect(row.context).toMatchObject({ reason: "unknown_event", delivery_id: body.delivery_id });
    },
  );

  test("from a failed call is ignored, whatever it would have created", async () => {
    const failed = call("sagemaker", "CreateModel", { modelName: "m" }, null, {
      errorCode: "AccessDenied",
      errorMessage: "not authorized",
    });
    const { status, body } = await deliver(failed);
    expect([status, body]).toEqual([
      202,
      { status: "ignored", reason: "call_failed", delivery_id: failed.id, scope: "CreateModel" },
    ]);
  });

  test("for a tenant without an eventbus connection is ignored, known and unknown tenant alike", async () => {
    const tenant = await newTenant(system);
    for (const id of [tenant.id, randomUUID()]) {
      const event = createEndpoint();
      const { status, body } = await send(system, id, { event, secrets: [secret] });
      expect([status, body.reason]).toEqual([202, "connection_not_found"]);
      expect(await rowsOf("ignored", id)).toHaveLength(1);
    }
  });

  test("repeated is a duplicate and leaves one audit row", async () => {
    const event = noise[0] as Sample;
    const fresh = { ...event, id: randomUUID() };
    expect((await deliver(fresh)).body.status).toBe("ignored");
    expect((await deliver(fresh)).body.status).toBe("duplicate");
    const rows = (await rowsOf("ignored")).filter(({ resource_id }) => resource_id === fresh.id);
    expect(rows).toHaveLength(1);
  });
});

describe("an event of another account", () => {
  test("is refused and recorded with both accounts, and stays refused when repeated", async () => {
    const event = { ...createEndpoint(), account: "999900001111" };
    for (const _ of ["first", "repeated"]) {
      const { status, body } = await deliver(event);
      expect([status, body.code]).toEqual([403, "account_mismatch"]);
      expect(JSON.stringify(body)).not.toContain(ACCOUNT);
    }
    const rows = await rowsOf("account_mismatch");
    expect(rows).toHaveLength(2);
    expect(rows[0].context).toMatchObject({ account: event.account, expected_account: ACCOUNT });
  });

  test("and the same event with the right account are separate deliveries", async () => {
    const event = createEndpoint();
    expect((await deliver({ ...event, account: "999900001111" })).status).toBe(403);
    expect((await deliver(event)).body.status).toBe("accepted");
  });

  test("at another tenant's URL reaches that tenant's connection, never this one's", async () => {
    const other = await newCustomer(system, "444455556666");
    const event = createEndpoint();
    const crossed = await send(system, other.id, { event, secrets: [secret] });
    expect([crossed.status, crossed.body.code]).toEqual([403, "account_mismatch"]);
    const twoNames = await send(system, other.id, {
      event,
      tenantInBody: customer.id,
      secrets: [secret],
    });
    expect([twoNames.status, twoNames.body.code]).toEqual([400, "tenant_mismatch"]);
  });
});

describe("a refused delivery", () => {
  const good = () => createEndpoint();
  const day = 24 * 3600 * 1000;

  /** The rows about rejected bytes, which no other test sends. */
  async function rejectedWith(bytes: string | Uint8Array) {
    const digest = createHash("sha256").update(bytes).digest("hex");
    return (await rowsOf("rejected")).filter(({ context }) => context.payload_digest === digest);
  }

  const forged: [string, () => Promise<object>][] = [
    ["signed with another secret", async () => ({ secrets: ["0".repeat(64)] })],
    [
      "signed with the secret's bytes instead of its text",
      async () => ({ secrets: [Buffer.from(secret, "hex").toString("latin1")] }),
    ],
    ["without a signature", async () => ({ headers: { "webhook-signature": undefined } })],
    ["without an id", async () => ({ headers: { "webhook-id": undefined } })],
    ["without a timestamp", async () => ({ headers: { "webhook-timestamp": undefined } })],
    ["with another id than was signed", async () => ({ headers: { "webhook-id": "other" } })],
    [
      "with a signature of another version",
      async () => ({ headers: { "webhook-signature": "v2,AAAA" } }),
    ],
    ["signed six minutes ago", async () => ({ at: Date.parse(await system.advance(0)) - 360_000 })],
    [
      "signed for six minutes from now",
      async () => ({ at: Date.parse(await system.advance(0)) + 360_000 }),
    ],
    ["signed a day ago", async () => ({ at: Date.parse(await system.advance(0)) - day })],
    [
      "with a timestamp that is no number",
      async () => ({ headers: { "webhook-timestamp": "1e9" } }),
    ],
  ];
  test.each(forged)(
    "%s gets 401 and an audit row with the digest of its bytes",
    async (_, more) => {
      const event = good();
      const { status, body } = await deliver(event, await more());
      expect([status, body.code]).toEqual([401, "signature_mismatch"]);
      const rows = await rejectedWith(JSON.stringify({ tenant_id: customer.id, event }));
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain("endpointName");
    },
  );

  test("with one byte changed after signing gets 401", async () => {
    const event = good();
    const signed = JSON.stringify({ tenant_id: customer.id, event });
    const now = Date.parse(await system.advance(0));
    const headers = signDelivery([secret], event.id, now, Buffer.from(signed));
    const changed = signed.replace("Credit-Score", "Credit-Scora");
    expect((await deliver(event, { body: changed, headers: { ...headers } })).status).toBe(401);
    expect((await deliver(event, { body: signed, headers: { ...headers } })).status).toBe(202);
  });

  const malformed: [string, string | Uint8Array, string][] = [
    ["no JSON", "{", "malformed_payload"],
    ["an array", "[]", "malformed_payload"],
    ["null", "null", "malformed_payload"],
    ["bytes that are no UTF-8", Uint8Array.of(0x7b, 0xff, 0x7d), "malformed_payload"],
    ["no event", '{"tenant_id":"x"}', "malformed_payload"],
    ["an empty body", "", "malformed_payload"],
  ];
  test.each(malformed)("%s gets 400 and an audit row", async (_, body, code) => {
    const answer = await deliver({}, { body });
    expect([answer.status, answer.body.code]).toEqual([400, code]);
    expect(await rejectedWith(body)).toHaveLength(1);
  });

  const faulty: [string, (event: Sample) => object, string][] = [
    ["without an envelope id", ({ id: _, ...rest }) => rest, "malformed_payload"],
    ["with a detail that is a list", (event) => ({ ...event, detail: [] }), "malformed_payload"],
    ["without an account", ({ account: _, ...rest }) => rest, "missing_account"],
    [
      "with an account of eleven digits",
      (event) => ({ ...event, account: "1".repeat(11) }),
      "missing_account",
    ],
    [
      "with a number for an account",
      (event) => ({ ...event, account: 111122223333 }),
      "missing_account",
    ],
  ];
  test.each(faulty)("%s gets 400 and an audit row with the reason", async (_, change, code) => {
    const answer = await deliver(change(good()) as Sample);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
    expect((await rowsOf("rejected"))[0].context.reason).toBe(code);
  });

  test("of another media type gets 415; a path that names no tenant 404", async () => {
    const text = await deliver(good(), { headers: { "content-type": "text/plain" } });
    expect([text.status, text.body.code]).toEqual([415, "unsupported_media_type"]);
    const nobody = await send(system, "not-a-tenant", { event: good(), secrets: [secret] });
    expect([nobody.status, nobody.body.code]).toEqual([404, "not_found"]);
  });

  test("names of prototype members are not events", async () => {
    for (const name of ["__proto__", "constructor", "toString"]) {
      const byName = await deliver(call("sagemaker", name, {}, {}));
      expect(byName.body.reason).toBe("unknown_event");
      const bySource = await deliver({ ...good(), source: name });
      expect(bySource.body.reason).toBe("unknown_event");
    }
  });
});

describe("before the secret is provisioned", () => {
  test("the webhook answers 503, and the stats still work", async () => {
    const fresh = await startTestSystem();
    try {
      const early = await newCustomer(fresh);
      const { status, body, headers } = await send(fresh, early.id, {
        event: createEndpoint(),
        secrets: ["x"],
      });
      expect([status, body.code]).toEqual([503, `${ENTRY.replaceAll("-", "_")}_not_configured`]);
      expect(headers.get("retry-after")).not.toBeNull();
      expect(await stats(early)).toEqual({
        last_delivery_at: null,
        deliveries_24h: 0,
        receiver_url: `${fresh.baseUrl}/webhooks/cloudb-eventbus/${early.id}`,
      });
      const first = await provisionedSecret(fresh);
      const next = await send(fresh, early.id, { event: createEndpoint(), secrets: [first] });
      expect(next.status).toBe(202);
    } finally {
      await fresh.close();
    }
  });
});

describe("the stats", () => {
  test("are for organisation admins, on their own tenant's eventbus connections", async () => {
    const other = await newTenant(system);
    const path = `/connections/${customer.connectionId}/cloudb-eventbus-stats`;
    expect((await customer.member("GET", path)).status).toBe(403);
    expect((await other.org("GET", path)).status).toBe(404);
    const unknown = `/connections/${randomUUID()}/cloudb-eventbus-stats`;
    expect((await customer.org("GET", unknown)).status).toBe(404);
  });
});

test("the secret is in no answer, log line or audit row", async () => {
  await deliver(createEndpoint());
  const value = await secretStoreOf(system).value(ENTRY);
  const rows = JSON.stringify((await system.admin("GET", "/admin/audit?limit=200")).body);
  expect(system.rawLines.join("\n") + rows).not.toContain(value);
});

/* These come last in the file: a day later the access tokens of the tests above have expired. */
describe("a day later", () => {
  test("the stats count accepted and ignored deliveries of 24 hours, not duplicates or refused ones", async () => {
    const mine = await newCustomer(system, "777788889999");
    const from = (event: Sample) => ({ ...event, account: mine.account });
    const to = (event: Sample) => send(system, mine.id, { event, secrets: [secret] });
    const accepted = from(createEndpoint());
    await to(accepted);
    await to(accepted);
    await to(from({ ...(noise[0] as Sample), id: randomUUID() }));
    await to(createEndpoint());
    await send(system, mine.id, { event: accepted, secrets: ["ab".repeat(32)] });
    const last = (await rowsOf("ignored", mine.id))[0].created_at;
    expect(await stats(mine)).toMatchObject({ last_delivery_at: last, deliveries_24h: 2 });
    const connection = (await mine.member("GET", `/connections/${mine.connectionId}`)).body;
    expect(connection.webhook_health).toMatchObject({
      last_received_at: last,
      deliveries_24h: 2,
      outcomes_24h: { accepted: 1, ignored: 1, duplicate: 1, rejected: 2 },
    });
    await system.advance(24 * 3600 + 60);
    const org = system.api(await system.token({ tenant_id: mine.id, org_role: "admin" }));
    const later = await stats({ ...mine, org });
    expect(later).toMatchObject({ last_delivery_at: last, deliveries_24h: 0 });
  });

  test("an event counts once within 24 hours, and again afterwards", async () => {
    const event = createEndpoint();
    expect((await deliver(event)).body.status).toBe("accepted");
    await system.advance(24 * 3600 - 5);
    const repeated = await deliver(event);
    expect([repeated.status, repeated.body]).toEqual([
      200,
      { status: "duplicate", delivery_id: event.id },
    ]);
    await system.advance(10);
    expect((await deliver(event)).body.status).toBe("accepted");
  });
});
