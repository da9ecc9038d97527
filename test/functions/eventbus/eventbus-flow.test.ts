import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { Webhook } from "standardwebhooks";
import { beforeAll, describe, expect, test } from "vitest";
import { startLocalServer } from "#infra/local/local-server.ts";
import { runToEnd } from "#test/support/cloudc-fixture.ts";
import {
  ACCOUNT,
  auditOf,
  busOf,
  type Customer,
  deprovision,
  ENTRY,
  newCustomer,
  provision,
  provisionedSecret,
  send,
} from "#test/support/eventbus-fixture.ts";
import { eventually } from "#test/support/eventually.ts";
import { noteSweep, sized } from "#test/support/full-size.ts";
import { expectKeptCounts } from "#test/support/kept-counts.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import {
  createEndpoint,
  createModel,
  deleteEndpoint,
  deleteModel,
  endpointState,
  modelChange,
  type Sample,
  samples,
} from "#test/support/sample-events.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { startTestSystem } from "#test/support/system.ts";

const system = suiteSystem({ functions: "deployed" });
let customer: Customer;

beforeAll(async () => {
  await provisionedSecret(system);
  customer = await newCustomer(system);
  await provision(system, customer);
});

const put = async (event: Sample, to: Customer = customer, on = system) =>
  (await on.api()("POST", "/_local/events", { ...event, event_bus_name: busOf(to) })).body;

const artifactsOf = async ({ member, connectionId }: Customer = customer) =>
  (await member("GET", `/artifacts?connection_id=${connectionId}&limit=200`)).body.items as {
    kind: string;
    name: string;
    provider_ref: string;
    retired_at: string | null;
  }[];

describe("from the customer's account to an artifact", () => {
  test.each(samples)("$name", async ({ event, kind, artifact, ref }) => {
    expect(await put(event())).toEqual({ delivered: 1 });
    await eventually(async () =>
      expect(await artifactsOf()).toContainEqual(
        expect.objectContaining({ kind, name: artifact, provider_ref: ref, retired_at: null }),
      ),
    );
  });

  test("the run completes and its audit rows name the connection", async () => {
    await put(createEndpoint("runs"));
    await eventually(async () => {
      const { items } = (
        await customer.member("GET", `/connections/${customer.connectionId}/discovery-runs`)
      ).body;
      expect(items[0]).toMatchObject({
        kind: "partial",
        trigger: "cloudb_eventbus",
        status: "completed",
        artifacts_count: 1,
      });
    });
    const [row] = await auditOf(system, customer.id, "discovery.run.completed");
    expect(row.context.connection_id).toBe(customer.connectionId);
  });

  test("a deletion retires the artifact that the creation recorded", async () => {
    const find = async () => (await artifactsOf()).find(({ name }) => name === "Short-Lived");
    await put(createEndpoint("Short-Lived"));
    await eventually(async () => expect(await find()).toMatchObject({ retired_at: null }));
    await put(deleteEndpoint("Short-Lived"));
    await eventually(async () => expect((await find())?.retired_at).toMatch(/Z$/));
  });

  test("the state changes that a deletion brings about do not bring its artifact back", async () => {
    const own = await newCustomer(system);
    await provision(system, own);
    let sent = 0;
    /** Delivers the event, and waits for its run. */
    const take = async (event: Sample) => {
      expect(await put(event, own)).toEqual({ delivered: 1 });
      sent += 1;
      await eventually(async () => {
        const path = `/connections/${own.connectionId}/discovery-runs?limit=50`;
        const { items } = (await own.member("GET", path)).body;
        const ended = items.filter(({ status }: { status: string }) => status === "completed");
        expect(ended).toHaveLength(sent);
      });
    };
    const retired = async () =>
      Object.fromEntries((await artifactsOf(own)).map((one) => [one.name, one.retired_at]));
    await take(endpointState("Scores", "IN_SERVICE"));
    await take(modelChange("Unheard-Of"));
    expect(await retired()).toEqual({ Scores: null, "Unheard-Of": null });
    await take(createModel("Scorer"));
    await take(deleteEndpoint("Scores"));
    await take(deleteModel("Scorer"));
    const deleted = await retired();
    expect(deleted).toEqual({
      Scores: expect.any(String),
      Scorer: expect.any(String),
      "Unheard-Of": null,
    });
    await take(endpointState("Scores", "DELETED"));
    await take(endpointState("Scores", "Deleting"));
    await take(modelChange("Scorer"));
    expect(await retired()).toEqual(deleted);
    await take(createEndpoint("Scores"));
    await take(endpointState("Scores", "DELETED"));
    expect((await retired()).Scores).toMatch(/Z$/);

    // The sender retries: what happened before a deletion may arrive after it.
    const begin = Math.floor(Date.parse(await system.advance(0)) / 1000) - 60;
    const at = (seconds: number, { detail, ...event }: Sample): Sample => ({
      ...event,
      detail: { ...detail, eventTime: new Date((begin + seconds) * 1000).toISOString() },
    });
    await take(at(20, deleteEndpoint("Brief")));
    await take(at(0, createEndpoint("Brief")));
    await take(deleteModel("Briefest"));
    await take(modelChange("Briefest"));
    expect(Object.keys(await retired()).filter((name) => name.startsWith("Brief"))).toEqual([]);
    await take(at(30, createEndpoint("Brief")));
    expect((await retired()).Brief).toBeNull();
    await take(at(40, deleteEndpoint("Brief")));
    await take({ ...endpointState("Brief", "IN_SERVICE"), time: String(begin + 35) });
    expect((await retired()).Brief).toMatch(/Z$/);

    // A deletion may arrive late as well: it does not end what was created again after it.
    await take(at(0, createModel("Returned")));
    await take(at(20, createModel("Returned")));
    await take(at(10, deleteModel("Returned")));
    expect((await retired()).Returned).toBeNull();
    // And it does not take the place of a deletion that happened later.
    await take(at(40, deleteModel("Ended")));
    await take(at(10, deleteModel("Ended")));
    await take(at(20, createModel("Ended")));
    expect(await retired()).not.toHaveProperty("Ended");
  });

  test("the same event delivered again leaves one artifact and one job", async () => {
    const event = createEndpoint("twice");
    await put(event);
    await put(event);
    const rows = await auditOf(system, customer.id, "cloudb_eventbus.received");
    expect(rows.filter(({ resource_id }) => resource_id === event.id)).toHaveLength(1);
  });

  test("a full run says that the account is known only through its events", async () => {
    const started = await customer.member(
      "POST",
      `/connections/${customer.connectionId}/discovery-runs`,
    );
    await eventually(async () => {
      const run = (await customer.member("GET", `/discovery-runs/${started.body.id}`)).body;
      expect(run.status).toBe("completed");
      expect(run.coverage).toEqual([
        expect.objectContaining({ status: "partial", code: "recorded_from_events" }),
      ]);
    });
  });

  test("a system that only events told of is not cleared by a run that listed nothing", async () => {
    const own = await newCustomer(system);
    await provision(system, own);
    await runToEnd(own, own.connectionId);
    await system.advance(1);
    expect(await put(createEndpoint("told"), own)).toEqual({ delivered: 1 });
    await eventually(async () => expect(await artifactsOf(own)).toHaveLength(1));
    const [{ id }] = (await artifactsOf(own)) as unknown as [{ id: string }];
    const classification = { class: "not_ai", reason: "It only sorts." };
    await expectStatus(own.org("PUT", `/artifacts/${id}/classification`, classification), 200);
    const asked = () => own.member("POST", "/clearance/systems", { artifact_ids: [id] });
    for (let again = 0; again < 2; again++) {
      const { body } = await expectStatus(asked(), 200);
      expect(body.blockers).toEqual([
        {
          artifact_id: id,
          reason: "not_scanned",
          detail: expect.stringContaining("recorded_from_events"),
        },
      ]);
      await system.advance(1);
      await runToEnd(own, own.connectionId);
    }
  });
});

describe("what is kept out", () => {
  test("another account is denied by the bus; so is everyone once the bus is gone", async () => {
    const denied = await put({ ...createEndpoint(), account: "999900001111" });
    expect(denied).toEqual({ delivered: 0, denied: expect.stringContaining("999900001111") });
    const gone = await newCustomer(system);
    await provision(system, gone);
    await deprovision(system, gone);
    expect((await put(createEndpoint(), gone)).denied).toContain(busOf(gone));
  });

  test("an account cannot pass itself off as AWS with PutEvents, nor write to another's bus", async () => {
    const client = new EventBridgeClient({
      endpoint: system.endpoints.events ?? "",
      region: "us-east-1",
      credentials: { accessKeyId: "444455556666", secretAccessKey: "x" },
    });
    const { source, detail } = createEndpoint();
    const entry = {
      Source: source,
      DetailType: "AWS API Call via CloudTrail",
      Detail: JSON.stringify(detail),
      EventBusName: busOf(customer),
    };
    const { Entries } = await client.send(
      new PutEventsCommand({ Entries: [entry, { ...entry, Source: "mine" }] }),
    );
    client.destroy();
    expect(Entries?.map(({ ErrorCode }) => ErrorCode)).toEqual([
      "NotAuthorizedForSourceException",
      "AccessDeniedException",
    ]);
  });

  test("each of two customers is recognised only by its own account and bus", async () => {
    const other = await newCustomer(system, "444455556666");
    await provision(system, other);
    expect(await put({ ...createEndpoint("theirs"), account: other.account }, other)).toEqual({
      delivered: 1,
    });
    expect((await put(createEndpoint("mine"), other)).denied).toContain(ACCOUNT);
    await eventually(async () => expect(await artifactsOf(other)).toHaveLength(1));
    expect((await artifactsOf()).map(({ name }) => name)).not.toContain("theirs");
  });
});

describe("the receiver function", () => {
  test("fails loudly without a secret: an event is kept once Lambda's retries are used up, and the next event gets through by itself if the secret is provisioned meanwhile", async () => {
    const fresh = await startTestSystem();
    try {
      const early = await newCustomer(fresh);
      await provision(fresh, early);
      const event = createEndpoint();
      expect(await put(event, early, fresh)).toEqual({ delivered: 0 });
      const attempts = () =>
        fresh.lines.filter(({ event: word }) => word === "eventbus_not_forwarded");
      for (const [seconds, made] of [
        [60, 2],
        [120, 3],
      ] as const) {
        await fresh.advance(seconds);
        await eventually(() => expect(attempts()).toHaveLength(made));
      }
      await eventually(() => expect(fresh.deadLetters).toHaveLength(1));
      expect(fresh.deadLetters[0]?.event.id).toBe(event.id);
      expect(await put(createEndpoint(), early, fresh)).toEqual({ delivered: 0 });
      await provisionedSecret(fresh);
      await fresh.advance(61);
      await eventually(async () => expect(await artifactsOf(early)).toHaveLength(1));
      expect(fresh.deadLetters).toHaveLength(1);
    } finally {
      await fresh.close();
    }
  });

  test("signs the exact bytes it posts, with its own setting if there is one, in a form that Standard Webhooks verify", async () => {
    const secret = "a".repeat(64);
    const seen: { headers: Record<string, string>; body: string; path: string }[] = [];
    const server = await startLocalServer(async (request, response) => {
      const headers = request.headers as Record<string, string>;
      seen.push({ headers, body: await text(request), path: request.url ?? "" });
      response.writeHead(202, { "content-type": "application/json" }).end("{}");
    });
    const apart = await startTestSystem({
      settings: {
        WEBHOOK_HMAC_SECRET: secret,
        BASE_URL: server.url,
      },
    });
    try {
      const mine = await newCustomer(apart);
      await provision(apart, mine);
      const event = createEndpoint("größe");
      expect(await put(event, mine, apart)).toEqual({ delivered: 1 });
      const [{ headers, body, path } = { headers: {}, body: "", path: "" }] = seen;
      expect(path).toBe(`/webhooks/cloudb-eventbus/${mine.id}`);
      expect(headers["webhook-id"]).toBe(event.id);
      const verified = new Webhook(secret, { format: "raw" }).verify(body, headers);
      expect(verified).toMatchObject({ tenant_id: mine.id, event: { id: event.id } });
    } finally {
      await apart.close();
      await server.close();
    }
  });
});

describe("a rotation", () => {
  test("during a stream of events loses none and sends none twice", async () => {
    const mine = await newCustomer(system, "222233334444");
    await provision(system, mine);
    const sent: string[] = [];
    // Rotates in the second of every three rounds; the previous secret ends within six rounds.
    const ROUNDS = sized(12, 8);
    for (let round = 0; round < ROUNDS; round += 1) {
      const batch = Array.from({ length: sized(5, 1) }, (_, i) => ({
        ...createEndpoint(`stream-${round}-${i}`),
        account: mine.account,
      }));
      const rotate = round % 3 === 1;
      const [answers] = await Promise.all([
        Promise.all(batch.map((event) => put(event, mine))),
        rotate ? system.admin("POST", `/admin/setup/${ENTRY}/rotate-secret`) : null,
      ]);
      expect(answers).toEqual(batch.map(() => ({ delivered: 1 })));
      sent.push(...batch.map(({ id }) => id));
      await system.advance(17);
    }
    const rows = await auditOf(system, mine.id, "cloudb_eventbus.received");
    expect(rows.map(({ resource_id }) => resource_id).sort()).toEqual([...sent].sort());
    noteSweep("event bus: events of a stream through rotations, each once", sent.length);
    expect(await auditOf(system, mine.id, "cloudb_eventbus.rejected")).toEqual([]);
    expect(system.deadLetters).toEqual([]);
  });

  test("ends the previous secret after ninety seconds", async () => {
    const before = await provisionedSecret(system);
    await system.admin("POST", `/admin/setup/${ENTRY}/rotate-secret`);
    const sendOld = () => send(system, customer.id, { event: createEndpoint(), secrets: [before] });
    expect((await sendOld()).status).toBe(202);
    await system.advance(91);
    expect((await sendOld()).status).toBe(401);
  });
});

test("a customer's bus survives a restart of the system", async () => {
  const folder = mkdtempSync(join(tmpdir(), "countersign-restart-"));
  try {
    const first = await startTestSystem({ stateDir: folder });
    await provisionedSecret(first);
    const mine = await newCustomer(first);
    await provision(first, mine);
    await first.close();
    const second = await startTestSystem({ stateDir: folder });
    expect(await put(createEndpoint(), mine, second)).toEqual({ delivered: 1 });
    await second.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("Home's counts match the artifacts that were found, are gone and came back", async () => {
  expect(await expectKeptCounts(system)).toBeGreaterThan(0);
});
