import * as fc from "fast-check";
import { ruleText } from "#test/support/review-fixture.ts";
import { command } from "../command.ts";
import { RULES, TITLES } from "../ground.ts";

const amend = command({
  weight: 2,
  asked: fc.record({ rule: fc.constantFrom(...RULES), title: fc.constantFrom(...TITLES) }),
  take: (world, { rule, title }) =>
    world.asAdmin(
      { act: "amend a rule", about: rule, said: title },
      "PUT",
      `/admin/frameworks/${world.book}/rules`,
      { rules: [ruleText(rule, { title })] },
    ),
});

export const rulesCommands = { amend };
