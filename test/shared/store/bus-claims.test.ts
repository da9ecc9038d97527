import { randomUUID } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type LocalDatabase, startDatabase } from "#infra/local/aws/dynamodb/database.ts";
import { type EventbusConnection, subtypes } from "#shared/domain/connections/connection.ts";
import { newConnection } from "#shared/domain/connections/new-connection.ts";
import {
  busClaim,
  claimedBy,
  endingWith,
  lasting,
  objectionTo,
  recordOf,
  released,
  stateAfter,
} from "#shared/domain/eventbus/bus-claim.ts";
import type { BusChangeKind, EventbusStatus } from "#shared/domain/eventbus/bus-state.ts";
import { sized } from "#test/support/full-size.ts";

let database: LocalDatabase;
beforeAll(async () => {
  database = await startDatabase(null, "countersign");
  vi.stubEnv("TABLE_NAME", "countersign");
  vi.stubEnv("AWS_REGION", "us-east-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "test");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", database.endpoint);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.close();
});

/** The small runs draw the same cases each time, so that each outcome is among them. */
const drawn = sized({}, { seed: 7 });

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();

const kinds = fc.constantFrom<BusChangeKind>("provision", "deprovision");
const instants = fc.integer({ min: 0, max: 12 }).map((tens) => at(tens * 10));
const statuses = fc.constantFrom<EventbusStatus>(
  "none",
  "provisioning",
  "provisioned",
  "deprovisioning",
);

const eventbusConnection = (id: string): EventbusConnection =>
  newConnection(
    { kind: "eventbus", display_name: "d", remote_tenant_id: "111122223333" },
    { id, tenant_id: "t", created_at: at(0) },
    "unused",
  ) as EventbusConnection;

const connections = fc
  .record({
    eventbus_status: statuses,
    eventbus_lease: fc.option(fc.record({ kind: kinds, until: instants })),
    eventbus_operations: fc.dictionary(fc.constantFrom("mine", "other", "third"), instants),
    eventbus_interrupted: fc.boolean(),
  })
  .map(
    (fields): EventbusConnection => ({
      ...eventbusConnection(randomUUID()),
      ...fields,
      eventbus_operations: { ...fields.eventbus_operations },
    }),
  )
  .filter(
    ({ eventbus_lease, eventbus_operations }) =>
      eventbus_lease !== null || Object.keys(eventbus_operations).length === 0,
  );

const claims = fc
  .record({ kind: kinds, now: instants, until: instants })
  .map(({ kind, now, until }) => lasting(busClaim("mine", kind, now), until));

/** Stores a connection unchanged. */
async function put(connection: EventbusConnection): Promise<void> {
  const { connectionItem } = await import("#shared/store/connections.ts");
  const { documents } = await import("#shared/store/read.ts");
  await documents.send(
    new PutCommand({ TableName: "countersign", Item: connectionItem(connection) }),
  );
}

test("a claim is stored exactly when the domain allows it, and with the fields it gives", async () => {
  const { claimBus } = await import("#shared/store/bus-claims.ts");
  const { getAnyConnection } = await import("#shared/store/connections.ts");
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(connections, claims, async (connection, claim) => {
      await put(connection);
      const objection = objectionTo(connection, claim);
      seen.add(objection?.reason ?? "none");
      expect(await claimBus(connection.id, claim)).toEqual(
        objection === null
          ? { claimed: true, before: connection }
          : { claimed: false, present: connection },
      );
      expect(await getAnyConnection(connection.id)).toEqual(
        objection === null ? claimedBy(connection, claim) : connection,
      );
    }),
    { numRuns: sized(400, 40), ...drawn },
  );
  expect([...seen].sort()).toEqual(["none", "occupied", "outlasted", "reached"].sort());
});

test.each(subtypes.filter((subtype) => subtype !== "eventbus"))(
  "a connection of subtype %s has no bus to claim",
  async (subtype) => {
    const { claimBus } = await import("#shared/store/bus-claims.ts");
    const { getAnyConnection } = await import("#shared/store/connections.ts");
    const other = { ...eventbusConnection(randomUUID()), subtype } as never as EventbusConnection;
    await put(other);
    const stored = await getAnyConnection(other.id);
    const claim = busClaim("mine", "provision", at(0));
    expect(await claimBus(other.id, claim)).toEqual({ claimed: false, present: stored });
    expect(await getAnyConnection(other.id)).toEqual(stored);
  },
);

test("a claim on a connection that does not exist leaves nothing behind", async () => {
  const { claimBus } = await import("#shared/store/bus-claims.ts");
  const { getAnyConnection } = await import("#shared/store/connections.ts");
  const id = randomUUID();
  const claim = busClaim("mine", "provision", at(0));
  expect(await claimBus(id, claim)).toEqual({ claimed: false, present: null });
  expect(await getAnyConnection(id)).toBeNull();
});

/** Stands in for an audit row: an action that must be written with the record or not at all. */
const rowOf = (id: string) => [{ Put: { Item: { pk: `ROW#${id}`, sk: "ROW" } } }];

test("completion is recorded only while the operation is open, with its audit row, and ends no other operation", async () => {
  const { recordBus, endOperations } = await import("#shared/store/bus-claims.ts");
  const { getAnyConnection } = await import("#shared/store/connections.ts");
  const { getItem } = await import("#shared/store/read.ts");
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(connections, claims, async (connection, claim) => {
      await put(connection);
      const { id } = connection;
      const ending = endingWith(connection, claim);
      const state = stateAfter(claim, "t");
      const record = recordOf(connection, claim);
      seen.add(record);
      expect(await recordBus(id, claim, state, ending, rowOf(id))).toEqual(
        record === "open" ? { written: true } : { written: false, present: connection },
      );
      const after = record === "open" ? { ...released(connection, claim), ...state } : connection;
      expect(await getAnyConnection(id)).toEqual(after);
      expect((await getItem({ pk: `ROW#${id}`, sk: "ROW" })) !== null).toBe(record === "open");
      expect(await endOperations(id, ending)).toEqual(after);
      expect(await getAnyConnection(id)).toEqual(released(after, claim));
    }),
    { numRuns: sized(300, 30), ...drawn },
  );
  expect([...seen].sort()).toEqual(["open", "recorded", "taken_over"]);
});

test("any number of dead operations are cleared away, fifty each time that an operation ends", async () => {
  const { endOperations } = await import("#shared/store/bus-claims.ts");
  const { getAnyConnection } = await import("#shared/store/connections.ts");
  const dead = Object.fromEntries(Array.from({ length: 120 }, () => [randomUUID(), at(1)]));
  const id = randomUUID();
  const connection = eventbusConnection(id);
  await put({ ...connection, eventbus_operations: dead });
  const left: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const standing = await getAnyConnection(id);
    if (standing?.subtype !== "eventbus") throw new Error("The connection is gone.");
    await endOperations(id, endingWith(standing, busClaim("mine", "provision", at(2))));
    const after = (await getAnyConnection(id)) as EventbusConnection;
    left.push(Object.keys(after.eventbus_operations).length);
  }
  expect(left).toEqual([70, 20, 0]);
});

test("ending operations of a deleted connection leaves nothing behind", async () => {
  const { endOperations } = await import("#shared/store/bus-claims.ts");
  const { getAnyConnection } = await import("#shared/store/connections.ts");
  const id = randomUUID();
  expect(await endOperations(id, ["mine"])).toBeNull();
  expect(await getAnyConnection(id)).toBeNull();
});
