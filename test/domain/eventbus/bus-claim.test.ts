import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type ConnectionRecord,
  newConnection,
  shown,
} from "../../../shared/domain/connections/connection.ts";
import {
  claimBus,
  deprovisioned,
  provisioned,
  released,
  unbuilt,
} from "../../../shared/domain/eventbus/bus-claim.ts";

const START = Date.UTC(2026, 0, 1);
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();
const LEASE = 35;

const fresh = (): ConnectionRecord =>
  newConnection({
    id: "c",
    tenant_id: "t",
    provider: "cloudb",
    subtype: "eventbus",
    display_name: "d",
    created_at: at(0),
  });

const claimed = (
  connection: ConnectionRecord,
  id: string,
  kind: "provision" | "deprovision",
  now: string,
) => {
  const claim = claimBus(connection, { id, kind }, now);
  if (!claim.claimed) throw new Error(claim.reason);
  return claim.after;
};

describe("a claim", () => {
  test("is refused while the opposite is under way, and not once its time has ended", () => {
    const building = claimed(fresh(), "a", "provision", at(0));
    expect(claimBus(building, { id: "b", kind: "deprovision" }, at(LEASE - 1))).toEqual({
      claimed: false,
      reason: "occupied",
      until: at(LEASE),
    });
    expect(claimBus(building, { id: "b", kind: "deprovision" }, at(LEASE)).claimed).toBe(true);
  });

  test("is not needed where the bus already stands as wanted", () => {
    expect(claimBus(fresh(), { id: "a", kind: "deprovision" }, at(0))).toEqual({
      claimed: false,
      reason: "settled",
    });
  });

  test("of a straggler holds the opposite up after the first has finished", () => {
    const both = claimed(claimed(fresh(), "a", "provision", at(0)), "b", "provision", at(1));
    const place = { busId: "bus", ruleId: "rule", at: at(2) };
    const done = provisioned(both, "a", place) as ConnectionRecord;
    expect(claimBus(done, { id: "c", kind: "deprovision" }, at(3))).toMatchObject({
      claimed: false,
      reason: "occupied",
    });
    const left = released(done, "b");
    expect(claimBus(left, { id: "c", kind: "deprovision" }, at(3)).claimed).toBe(true);
    expect(provisioned(done, "b", place)).toBeNull();
  });

  test("given back after a refused creation leaves the connection as it was, unless others are at it", () => {
    const one = claimed(fresh(), "a", "provision", at(0));
    expect(unbuilt(one, "a").eventbus_status).toBe("none");
    const two = claimed(one, "b", "provision", at(1));
    expect(unbuilt(two, "a").eventbus_status).toBe("provisioning");
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
  what: "begin" | "work" | "finish" | "die";
  kind: "provision" | "deprovision";
};

test("whatever two kinds of calls do side by side, the bus is there exactly when the connection says so", () => {
  const step = fc.record({
    who: fc.nat(3),
    what: fc.constantFrom<Step["what"]>("begin", "work", "finish", "die"),
    kind: fc.constantFrom<Step["kind"]>("provision", "deprovision"),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(step, fc.nat(8)), { maxLength: 60 }), (steps) => {
      let connection = fresh();
      let busStands = false;
      let seconds = 0;
      const calls = new Map<
        number,
        { id: string; kind: Step["kind"]; begun: number; worked: boolean }
      >();
      for (const [{ who, what, kind }, wait] of steps) {
        seconds += wait;
        // A function never outlives its timeout, which is shorter than a lease.
        for (const [key, call] of calls) if (seconds - call.begun >= 30) calls.delete(key);
        const call = calls.get(who);
        if (what === "begin" && call === undefined) {
          const id = `${who}-${seconds}-${calls.size}`;
          const claim = claimBus(connection, { id, kind }, at(seconds));
          if (!claim.claimed) continue;
          connection = claim.after;
          calls.set(who, { id, kind, begun: seconds, worked: false });
        } else if (what === "work" && call !== undefined) {
          busStands = call.kind === "provision";
          call.worked = true;
        } else if (what === "die") {
          calls.delete(who);
        } else if (what === "finish" && call?.worked) {
          const place = { busId: "b", ruleId: "r", at: at(seconds) };
          const after =
            call.kind === "provision"
              ? provisioned(connection, call.id, place)
              : deprovisioned(connection, call.id);
          connection = after ?? released(connection, call.id);
          calls.delete(who);
        }
        const { eventbus_status: status } = connection;
        if (status === "provisioned") expect(busStands).toBe(true);
        if (status === "none") expect(busStands).toBe(false);
      }
    }),
    { numRuns: 2000 },
  );
});
