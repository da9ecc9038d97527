import * as fc from "fast-check";
import { command } from "../command.ts";
import { COUNSEL } from "../ground.ts";

const rename = command({
  weight: 1,
  asked: fc.record({ counsel: fc.nat(COUNSEL - 1), name: fc.constantFrom("Ada", "Grace") }),
  take: (world, { counsel, name }) =>
    world.asAdmin(
      { act: "rename counsel", about: world.counsel[counsel]?.id ?? null },
      "PATCH",
      `/admin/counsel/${world.counsel[counsel]?.id}`,
      { display_name: `Dr. ${name}` },
    ),
});

export const counselCommands = { rename };
