import * as fc from "fast-check";
import { command } from "../command.ts";
import { COUNSEL } from "../ground.ts";
import type { World } from "../world.ts";

/** Whoever registers counsel and renames them, and a second person. */
const writer = { is_platform_admin: true };
const second = { is_platform_admin: true, sub: "second", email: "second@bank.example" };

const rename = command({
  weight: 2,
  asked: fc.record({ counsel: fc.nat(COUNSEL - 1), name: fc.constantFrom("Ada", "Grace") }),
  take: (world, { counsel, name }) =>
    world.asAdmin(
      { act: "rename counsel", about: world.counsel[counsel]?.id ?? null },
      "PATCH",
      `/admin/counsel/${world.counsel[counsel]?.id}`,
      { display_name: `Dr. ${name}` },
    ),
});

/** Somebody confirms who a counsel is: as they see it now, or as they saw it some time ago. */
const confirm = command({
  weight: 2,
  asked: fc.record({
    counsel: fc.nat(COUNSEL - 1),
    isSecond: fc.boolean(),
    looksAgain: fc.nat(3).map((n) => n > 0),
  }),
  async take(world: World, { counsel, isSecond, looksAgain }) {
    const who = isSecond ? second : writer;
    const id = world.counsel[counsel]?.id as string;
    const path = `/admin/counsel/${id}`;
    let identity_sha256 = looksAgain ? undefined : world.identities.get(id);
    if (identity_sha256 === undefined) {
      const look = await world.ask(who, { act: "look at counsel", about: id }, ["GET", path]);
      if (look.status !== 200) return look;
      identity_sha256 = String(look.body.identity_sha256);
      world.identities.set(id, identity_sha256);
    }
    const act = { act: "confirm counsel", about: id };
    const attempt = await world.ask(who, act, ["POST", `${path}/confirm`, { identity_sha256 }]);
    world.confirmations.push({ counsel: id, identity_sha256, isSecond, status: attempt.status });
    return attempt;
  },
});

export const counselCommands = { rename, confirm };
