import { describe, expect, test } from "vitest";
import {
  type EnforcementEvent,
  enforcementAt,
  enforcementKinds,
  lawChanges,
} from "#shared/domain/frameworks/enforcement.ts";

const event = (
  id: string,
  kind: EnforcementEvent["kind"],
  on: string,
  more: Partial<EnforcementEvent> = {},
): EnforcementEvent => ({
  id,
  kind,
  on,
  until: null,
  ends: null,
  use_case_ids: null,
  authority: "A court",
  citation_url: "https://court.example/1",
  note: "A note.",
  ...more,
});

/** A small generator, so that a failing case can be repeated (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The rules of the contract, word by word, for one rule, one day and all events. */
function expected(
  rule: { use_case_id: string; applies_from?: string; applies_until?: string },
  events: readonly EnforcementEvent[],
  day: string,
): [string, string | null] {
  const acts = (one: EnforcementEvent) => one.on <= day && (one.until === null || day <= one.until);
  const names = (one: EnforcementEvent) =>
    one.use_case_ids === null || one.use_case_ids.includes(rule.use_case_id);
  const stands = (one: EnforcementEvent) =>
    acts(one) &&
    names(one) &&
    !events.some(
      (other) =>
        (other.kind === "lifted" || other.kind === "resumed") &&
        acts(other) &&
        names(other) &&
        (other.ends === null ? one.on <= other.on : other.ends.includes(one.id)),
    );
  const latest = (kinds: string[]) =>
    events
      .filter((one) => kinds.includes(one.kind) && stands(one))
      .sort((a, b) => (`${a.on} ${a.id}` < `${b.on} ${b.id}` ? -1 : 1))
      .at(-1)?.id ?? null;
  if (rule.applies_until !== undefined && day > rule.applies_until) return ["ended", null];
  const delay = latest(["delayed"]);
  if (delay !== null) return ["delayed", delay];
  if (rule.applies_from !== undefined && day < rule.applies_from) return ["not_yet", null];
  const stay = latest(["stayed", "enjoined", "preempted"]);
  return stay === null ? ["in_force", null] : ["suspended", stay];
}

describe("whether a law applies", () => {
  test("agrees with the contract, word by word, for 500 random books of events", () => {
    const next = random(20_261_122);
    const pick = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T;
    const days = Array.from({ length: 12 }, (_, i) => `2027-01-${String(i + 1).padStart(2, "0")}`);
    const rules = ["r.a", "r.b", "r.c"];
    for (let round = 0; round < 500; round += 1) {
      const ids = Array.from({ length: 1 + Math.floor(next() * 6) }, (_, i) => `e${i}`);
      const events = ids.map((id) => {
        const on = pick(days);
        const kind = pick(enforcementKinds);
        const canEnd = kind === "lifted" || kind === "resumed";
        return event(id, kind, on, {
          until: next() < 0.4 ? pick(days.filter((day) => day >= on)) : null,
          ends: canEnd && next() < 0.5 ? [pick(ids)] : null,
          use_case_ids: next() < 0.5 ? [pick(rules), pick(rules)] : null,
        });
      });
      const dates = {
        ...(next() < 0.5 ? { applies_from: pick(days.slice(0, 6)) } : {}),
        ...(next() < 0.3 ? { applies_until: pick(days.slice(6)) } : {}),
      };
      for (const day of days) {
        const standing = enforcementAt(events, `${day}T12:00:00.000Z`);
        for (const use_case_id of rules) {
          const rule = { use_case_id, ...dates };
          const { in_force, enforcement } = standing(rule);
          const seen = [in_force, enforcement?.id ?? null];
          const wanted = expected(rule, events, day);
          if (seen.join() === wanted.join()) continue;
          expect({ day, rule, events, seen }).toEqual({ day, rule, events, seen: wanted });
        }
      }
    }
  });
});

describe("the days on which a law changes", () => {
  test("name the event that suspends, the one that lifts, and the one whose last day it was", () => {
    const rules = [
      { use_case_id: "r.a", applies_from: "2027-01-01" },
      { use_case_id: "r.b", applies_until: "2027-12-31" },
    ];
    const events = [
      event("stay", "stayed", "2027-02-01"),
      event("lift", "lifted", "2027-03-01", { ends: ["stay"] }),
      event("pause", "enjoined", "2027-05-01", { until: "2027-05-31", use_case_ids: ["r.a"] }),
    ];
    const changes = lawChanges(rules, events, { after: "2026-06-01", by: "2028-06-01" });
    expect(
      changes.map(({ day, from, to, event: by, use_case_ids }) =>
        [day, from, to, by?.id ?? "dates", use_case_ids.join("+")].join(" "),
      ),
    ).toEqual([
      "2027-01-01 not_yet in_force dates r.a",
      "2027-02-01 in_force suspended stay r.a+r.b",
      "2027-03-01 suspended in_force lift r.a+r.b",
      "2027-05-01 in_force suspended pause r.a",
      "2027-06-01 suspended in_force pause r.a",
      "2028-01-01 in_force ended dates r.b",
    ]);
    expect(lawChanges(rules, [], { after: "2027-01-01", by: "2027-12-31" })).toEqual([]);
    expect(
      lawChanges([{ use_case_id: "r.z", applies_until: "9999-12-31" }], [], {
        after: "0000-01-01",
        by: "9999-12-31",
      }),
    ).toEqual([]);
  });
});
