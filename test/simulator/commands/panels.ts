import * as fc from "fast-check";
import { command } from "../command.ts";
import { RULES } from "../ground.ts";
import { World } from "../world.ts";

const askPanel = command({
  weight: 3,
  asked: fc.record({
    members: fc.constantFrom([0, 1], [1, 2], [0, 1, 2]),
    need: fc.integer({ min: 1, max: 3 }),
    on_reject: fc.constantFrom("ends", "outvoted"),
    days: fc.integer({ min: 1, max: 9 }),
  }),
  async take(world, { members, need, on_reject, days }) {
    const attempt = await world.asAdmin(
      { act: "ask a panel", about: null },
      "POST",
      "/admin/review-panels",
      {
        framework_id: world.book,
        rule_use_case_ids: RULES,
        counsel_ids: members.map((one) => world.counsel[one]?.id),
        need: Math.min(need, members.length),
        ...{ on_reject, expiry_days: days, may_delegate: true },
      },
    );
    if (attempt.status !== 201) return attempt;
    world.panels.push(attempt.body.panel.id);
    for (const { id, magic_link_url } of attempt.body.reviews) {
      world.holds(id, magic_link_url);
      world.inPanels.add(id);
    }
    return attempt;
  },
});

const cancelPanel = command({
  weight: 1,
  asked: fc.record({ which: fc.nat(5) }),
  take(world, { which }) {
    const id = World.pick(world.panels, which);
    if (id === undefined) return null;
    const act = { act: "withdraw the panel", about: id };
    return world.asAdmin(act, "POST", `/admin/review-panels/${id}/cancel`);
  },
});

export const panelsCommands = { askPanel, cancelPanel };
