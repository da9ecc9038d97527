import { clearanceAt, coverageAt } from "#test/support/standing/expected.ts";
import type { Facts } from "#test/support/standing/facts.ts";
import { RULES } from "../ground.ts";
import type { Json, World } from "../world.ts";
import { differ } from "./differ.ts";

/** What the service says of a rule follows from what was decided, and from nothing else. */
export async function standingIsTheModels(world: World, facts: Facts, now: string): Promise<void> {
  const report = await world.read(`/admin/frameworks/${world.book}/coverage`);
  const due = coverageAt(facts, now);
  differ("totals", report.totals, { ...report.totals, ...due.totals });
  for (const [i, row] of due.rules.entries()) {
    const shown = report.rules[i];
    const same = Object.fromEntries(Object.keys(row).map((name) => [name, shown[name]]));
    differ(`coverage of ${row.use_case_id}`, same, row);
  }
  const asked = { framework_id: world.book, use_case_ids: RULES };
  const act = { act: "ask for clearance", about: null };
  const { body } = await world.asAdmin(act, "POST", "/clearance", asked);
  const expected = clearanceAt(facts, now, null);
  differ("cleared", body.cleared, expected.cleared);
  const reasons = ({ blockers }: Json) =>
    blockers.map(({ use_case_id, reason }: Json) => [use_case_id, reason]);
  differ("reasons", reasons(body), reasons(expected));
}
