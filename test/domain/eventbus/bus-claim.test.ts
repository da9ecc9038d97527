import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type ConnectionRecord,
  newConnection,
  shown,
} from "../../../shared/domain/connections/connection.ts";
import {
  busClaim,
  claimedBy,
  deprovisioned,
  lasting,
  objectionTo,
  provisioned,
  released,
  unbuilt,
} from "../../../shared/domain/eventbus/bus-claim.ts";

const START = Date.UTC(2026, 0, 1);
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();
/** 35 s, rounded up to whole ten seconds. */
const LEASE = 40;

const fresh = (): ConnectionRecord =>
  newConnection({
    id: "c",
    tenant_id: "t",
    provider: "cloudb",
    subtype: "eventbus",
    display_name: "d",
    created_at: at(0),
  });

type Kind = "provision" | "deprovision";

const objection = (connection: ConnectionRecord, kind: Kind, now: string) =>
  objectionTo(connection, busClaim({ id: "any", kind }, now));

const claimed = (connection: ConnectionRecord, id: string, kind: Kind, now: string) => {
  const claim = busClaim({ id, kind }, now);
  expect(objectionTo(connection, claim)).toBeNull();
  return claimedBy(connection, claim);
};

describe("a claim", () => {
  test("is refused while the opposite is under way, and not once its time has ended", () => {
    const building = claimed(fresh(), "a", "provision", at(0));
    expect(objection(building, "deprovision", at(LEASE - 1))).toEqual({
      reason: "occupied",
      until: at(LEASE),
    });
    expect(objection(building, "deprovision", at(LEASE))).toBeNull();
  });

  test("is not needed where the bus already stands as wanted", () => {
    expect(objection(fresh(), "deprovision", at(0))).toEqual({ reason: "settled" });
  });

  test("is of an eventbus connection only", () => {
    const other: ConnectionRecord = { ...fresh(), subtype: "wif", eventbus_status: "provisioned" };
    for (const kind of ["provision", "deprovision"] as const) {
      expect(objection(other, kind, at(0))).toEqual({ reason: "not_an_eventbus_connection" });
    }
  });

  test("lasts 35 to 45 s, and alike for those made within the same ten seconds", () => {
    const until = (seconds: number) =>
      busClaim({ id: "a", kind: "provision" }, at(seconds)).operation.until;
    expect([until(5.001), until(9), until(15)]).toEqual([at(50), at(50), at(50)]);
    expect([until(5), until(15.001)]).toEqual([at(40), at(60)]);
  });

  test("that arrives late never ends before one that arrived earlier", () => {
    const standing = claimed(fresh(), "a", "provision", at(20));
    const late = busClaim({ id: "b", kind: "provision" }, at(1));
    expect(objectionTo(standing, late)).toEqual({ reason: "outlasted", until: at(60) });
    const longer = lasting(late, at(60));
    expect(objectionTo(standing, longer)).toBeNull();
    expect(claimedBy(standing, longer).eventbus_operations?.map(({ id }) => id)).toEqual([
      "b",
      "a",
    ]);
  });

  test("of a straggler holds the opposite up after the first has finished", () => {
    const both = claimed(claimed(fresh(), "a", "provision", at(0)), "b", "provision", at(1));
    const place = { busId: "bus", ruleId: "rule", at: at(2) };
    const done = provisioned(both, "a", place) as ConnectionRecord;
    expect(objection(done, "deprovision", at(3))).toMatchObject({ reason: "occupied" });
    const left = released(done, "b", at(3));
    expect(objection(left, "deprovision", at(3))).toBeNull();
    expect(provisioned(done, "b", place)).toBeNull();
  });

  test("given back after a refused creation leaves the connection as it was, unless others are at it", () => {
    const one = claimed(fresh(), "a", "provision", at(0));
    expect(unbuilt(one, "a", at(1)).eventbus_status).toBe("none");
    const two = claimed(one, "b", "provision", at(1));
    expect(unbuilt(two, "a", at(2)).eventbus_status).toBe("provisioning");
    expect(unbuilt(two, "a", at(LEASE + 10)).eventbus_status).toBe("none");
  });

  test("is never shown", () => {
    expect(Object.keys(shown(claimed(fresh(), "a", "provision", at(0))))).toEqual(
      Object.keys(shown(fresh())),
    );
  });
});

/** What one admin's call does next; `die` is a crash. */
type Step = {
  who: number;
  what: "call" | "claim" | "work" | "finish" | "die";
  kind: Kind;
};

interface Call {
  id: string;
  kind: Kind;
  /** When the request came; the claim may arrive seconds later. */
  calledAt: number;
  isClaimed: boolean;
  hasWorked: boolean;
}

/** The claim as the functions take it: again for longer where one that stands would outlast it. */
function afterClaim(connection: ConnectionRecord, { id, kind, calledAt }: Call) {
  const claim = busClaim({ id, kind }, at(calledAt));
  const against = objectionTo(connection, claim);
  if (against === null) return claimedBy(connection, claim);
  if (against.reason !== "outlasted") return null;
  const longer = lasting(claim, against.until);
  expect(objectionTo(connection, longer)).toBeNull();
  return claimedBy(connection, longer);
}

function afterFinish(connection: ConnectionRecord, { id, kind }: Call, now: string) {
  const place = { busId: "b", ruleId: "r", at: now };
  const after =
    kind === "provision" ? provisioned(connection, id, place) : deprovisioned(connection, id, now);
  return after ?? released(connection, id, now);
}

test("whatever two kinds of calls do side by side, the bus is there exactly when the connection says so", () => {
  const step = fc.record({
    who: fc.nat(3),
    what: fc.constantFrom<Step["what"]>("call", "claim", "work", "finish", "die"),
    kind: fc.constantFrom<Kind>("provision", "deprovision"),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(step, fc.nat(8)), { maxLength: 80 }), (steps) => {
      let connection = fresh();
      let busStands = false;
      let seconds = 0;
      const calls = new Map<number, Call>();
      for (const [{ who, what, kind }, wait] of steps) {
        seconds += wait;
        // A function never outlives its timeout, which is shorter than a lease.
        for (const [key, { calledAt }] of calls) if (seconds - calledAt >= 30) calls.delete(key);
        const call = calls.get(who);
        if (what === "call" && call === undefined) {
          const id = `${who}-${seconds}-${calls.size}`;
          calls.set(who, { id, kind, calledAt: seconds, isClaimed: false, hasWorked: false });
        } else if (what === "claim" && call?.isClaimed === false) {
          const after = afterClaim(connection, call);
          call.isClaimed = after !== null;
          if (after === null) calls.delete(who);
          connection = after ?? connection;
        } else if (what === "work" && call?.isClaimed) {
          busStands = call.kind === "provision";
          call.hasWorked = true;
        } else if (what === "die") {
          calls.delete(who);
        } else if (what === "finish" && call?.hasWorked) {
          connection = afterFinish(connection, call, at(call.calledAt));
          calls.delete(who);
        }
        const { eventbus_status: status, eventbus_operations: operations = [] } = connection;
        if (status === "provisioned") expect(busStands).toBe(true);
        if (status === "none") expect(busStands).toBe(false);
        const ends = operations.map(({ until }) => until);
        expect(ends).toEqual(ends.toSorted().toReversed());
      }
    }),
    { numRuns: 2000 },
  );
});
