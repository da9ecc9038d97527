import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EventbusConnection } from "#shared/domain/connections/connection.ts";
import { newConnection } from "#shared/domain/connections/new-connection.ts";
import {
  type BusClaim,
  busClaim,
  claimedBy,
  lasting,
  objectionTo,
  recordOf,
  released,
  stateAfter,
  unbuilt,
} from "#shared/domain/eventbus/bus-claim.ts";
import type { BusChangeKind } from "#shared/domain/eventbus/bus-state.ts";

const START = Date.UTC(2026, 0, 1);
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();
/** 35 s, rounded up to a multiple of ten seconds. */
const LEASE = 40;

const fresh = (): EventbusConnection =>
  newConnection(
    { kind: "eventbus", display_name: "d", remote_tenant_id: "111122223333" },
    { id: "c", tenant_id: "t", created_at: at(0) },
    "unused",
  ) as EventbusConnection;

const objection = (connection: EventbusConnection, kind: BusChangeKind, now: string) =>
  objectionTo(connection, busClaim("any", kind, now));

const taken = (connection: EventbusConnection, claim: BusClaim): EventbusConnection => {
  expect(objectionTo(connection, claim)).toBeNull();
  return claimedBy(connection, claim);
};

/** The connection after the first caller has recorded the claim's work. */
const recorded = (connection: EventbusConnection, claim: BusClaim): EventbusConnection => {
  expect(recordOf(connection, claim)).toBe("open");
  return { ...released(connection, claim), ...stateAfter(claim, "t") };
};

describe("a claim", () => {
  test("is refused while the opposite is in progress, but not once that has expired", () => {
    const building = taken(fresh(), busClaim("a", "provision", at(0)));
    expect(objection(building, "deprovision", at(LEASE - 1))).toEqual({
      reason: "occupied",
      until: at(LEASE),
    });
    expect(objection(building, "deprovision", at(LEASE))).toBeNull();
  });

  test("is not needed when the bus is already in the wanted state", () => {
    expect(objection(fresh(), "deprovision", at(0))).toEqual({ reason: "reached" });
  });

  test("lasts 35 to 45 s, and claims made within the same ten seconds end together", () => {
    const until = (seconds: number) => busClaim("a", "provision", at(seconds)).lease.until;
    expect([until(5.001), until(9), until(15)]).toEqual([at(50), at(50), at(50)]);
    expect([until(5), until(15.001)]).toEqual([at(40), at(60)]);
  });

  test("that arrives late never shortens one that arrived earlier", () => {
    const standing = taken(fresh(), busClaim("a", "provision", at(20)));
    const late = busClaim("b", "provision", at(1));
    expect(objectionTo(standing, late)).toEqual({ reason: "outlasted", until: at(60) });
    expect(taken(standing, lasting(late, at(60))).eventbus_operations).toEqual({
      a: at(60),
      b: at(60),
    });
  });

  test("of a straggler blocks the opposite after the first has finished", () => {
    const [a, b] = [busClaim("a", "provision", at(0)), busClaim("b", "provision", at(1))];
    const done = recorded(taken(taken(fresh(), a), b), a);
    expect(objection(done, "deprovision", at(3))).toMatchObject({ reason: "occupied" });
    expect(recordOf(done, b)).toBe("recorded");
    expect(objection(released(done, b), "deprovision", at(3))).toBeNull();
  });

  test("that was taken over cannot complete, even once the bus is wanted again", () => {
    const dead = busClaim("a", "provision", at(0));
    const other = busClaim("b", "deprovision", at(LEASE));
    const removing = taken(taken(fresh(), dead), other);
    expect(recordOf(removing, dead)).toBe("taken_over");
    const again = taken(recorded(removing, other), busClaim("c", "provision", at(LEASE + 1)));
    expect(again.eventbus_status).toBe("provisioning");
    expect(recordOf(again, dead)).toBe("taken_over");
  });

  test("released clears expired claims, and none that are in progress", () => {
    const dead = taken(fresh(), busClaim("dead", "provision", at(0)));
    const both = taken(dead, busClaim("other", "provision", at(LEASE)));
    const mine = busClaim("mine", "provision", at(LEASE + 1));
    expect(Object.keys(released(taken(both, mine), mine).eventbus_operations)).toEqual(["other"]);
  });

  test("released after a refused creation leaves the connection unchanged, unless others are working on it", () => {
    const [a, b] = [busClaim("a", "provision", at(0)), busClaim("b", "provision", at(1))];
    const one = taken(fresh(), a);
    expect(unbuilt(one, a).eventbus_status).toBe("none");
    const two = taken(one, b);
    expect(unbuilt(two, a).eventbus_status).toBe("provisioning");
    expect(unbuilt(released(two, a), b).eventbus_status).toBe("none");
    const late = busClaim("c", "provision", at(LEASE));
    expect(unbuilt(taken(one, late), late).eventbus_status).toBe("none");
  });
});

/** What one admin's call does next; `die` is a crash. */
type Step = {
  who: number;
  what: "call" | "claim" | "work" | "finish" | "die";
  kind: BusChangeKind;
};

interface Call {
  /** The claim as it was made when the request arrived. It may reach the table seconds later. */
  claim: BusClaim;
  calledAt: number;
  isClaimed: boolean;
  hasWorked: boolean;
}

/** The claim as the functions make it: extended if an existing one would outlast it. */
function fitting(connection: EventbusConnection, claim: BusClaim): BusClaim | null {
  const against = objectionTo(connection, claim);
  if (against === null) return claim;
  return against.reason === "outlasted" ? lasting(claim, against.until) : null;
}

test("however calls of both kinds interleave, the bus exists exactly when the connection says so", () => {
  const step = fc.record({
    who: fc.nat(3),
    what: fc.constantFrom<Step["what"]>("call", "claim", "work", "finish", "die"),
    kind: fc.constantFrom<BusChangeKind>("provision", "deprovision"),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(step, fc.nat(12)), { maxLength: 80 }), (steps) => {
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
          const claim = busClaim(`${who}-${seconds}-${calls.size}`, kind, at(seconds));
          calls.set(who, { claim, calledAt: seconds, isClaimed: false, hasWorked: false });
        } else if (what === "claim" && call?.isClaimed === false) {
          const claim = fitting(connection, call.claim);
          if (claim === null) calls.delete(who);
          else {
            connection = taken(connection, claim);
            Object.assign(call, { claim, isClaimed: true });
          }
        } else if (what === "work" && call?.isClaimed) {
          busStands = call.claim.lease.kind === "provision";
          call.hasWorked = true;
        } else if (what === "die") {
          calls.delete(who);
        } else if (what === "finish" && call?.hasWorked) {
          const record = recordOf(connection, call.claim);
          expect(record).not.toBe("taken_over");
          connection =
            record === "open" ? recorded(connection, call.claim) : released(connection, call.claim);
          calls.delete(who);
        }
        const { eventbus_status: status, eventbus_lease, eventbus_operations } = connection;
        if (status === "provisioned") expect(busStands).toBe(true);
        if (status === "none") expect(busStands).toBe(false);
        const last = Object.values(eventbus_operations).toSorted().at(-1) ?? "";
        expect((eventbus_lease?.until ?? "") >= last).toBe(true);
        const atWork = [...calls.values()].filter(({ isClaimed }) => isClaimed);
        expect(new Set(atWork.map(({ claim }) => claim.lease.kind)).size).toBeLessThan(2);
      }
    }),
    { numRuns: 2000 },
  );
});
