import { isDeepStrictEqual } from "node:util";
import type { Decision } from "#shared/domain/reviews/statuses.ts";
import { type PanelStep, type PlayedPanel, playPanel } from "#test/support/panel-model.ts";
import type { Facts } from "#test/support/standing/facts.ts";
import type { Json, World } from "../world.ts";
import { differ } from "./differ.ts";

export const panelsOf = async (world: World): Promise<Json[]> =>
  (await world.read(`/admin/review-panels?framework_id=${world.book}&limit=200`)).items;

/** Requests that ended because their panel did. */
export async function endedByPanels(world: World): Promise<ReadonlySet<string>> {
  const { items } = await world.read(`/admin/rule-reviews?framework_id=${world.book}&limit=200`);
  const reasons = new Set(["panel_decided", "panel_cancelled"]);
  return new Set(
    items.filter((one: Json) => reasons.has(one.cancel_reason)).map(({ id }: Json) => id),
  );
}

/** A panel's result follows from its members' votes, rule by rule, in the order of the votes. */
export function panelsAreTheirVotes(
  { requests }: Facts,
  panels: Json[],
  byPanel: ReadonlySet<string>,
  now: string,
): void {
  for (const panel of panels) {
    // A member may have passed the request on, and the seat then belongs to the successor.
    const members = requests.filter(({ id }) =>
      panel.members.some(({ review_id }: Json) => review_id === id),
    );
    const endOf = ({ decidedAt, endedAt }: Facts["requests"][number]) => decidedAt ?? endedAt;
    const steps: PanelStep[] = members
      .filter((one) => !byPanel.has(one.id))
      .filter((one) => endOf(one) !== null || one.expiresAt <= now)
      .toSorted((a, b) => ((endOf(a) ?? a.expiresAt) < (endOf(b) ?? b.expiresAt) ? -1 : 1))
      .map((one) =>
        one.decision === null
          ? "ends"
          : {
              votes: one.rules.map(
                (rule) =>
                  (one.verdicts.find(({ use_case_id }) => use_case_id === rule)?.verdict ??
                    one.decision) as Decision,
              ),
            },
      );
    const rules = { ...panel, ruleIds: panel.rule_use_case_ids, members: members.length };
    const ways = ordersOf(steps).map((order) =>
      playPanel(rules, panel.status === "cancelled" ? [...order, "withdraws the panel"] : order),
    );
    // Two members who decide at once may be counted in either order. The result is the same, but not
    // whether the panel still heard the other one.
    const played =
      ways.find((way) => isDeepStrictEqual(panel.rules, way.rules)) ?? (ways[0] as PlayedPanel);
    differ(
      `panel ${panel.need} of ${members.length} ${panel.on_reject}`,
      panel.status,
      played.status,
    );
    differ("the panel's rules", panel.rules, played.rules);
  }
}

/** Every order of these, the given one first. */
const ordersOf = <T>(some: readonly T[]): T[][] =>
  some.length < 2
    ? [[...some]]
    : some.flatMap((one, i) => ordersOf(some.toSpliced(i, 1)).map((rest) => [one, ...rest]));
