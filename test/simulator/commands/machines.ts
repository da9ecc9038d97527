import * as fc from "fast-check";
import { command } from "../command.ts";
import { RULES } from "../ground.ts";
import type { World } from "../world.ts";

const PATH = "/admin/machines/ci";

const register = command({
  weight: 1,
  asked: fc.record({}),
  async take(world) {
    const { system, issuer } = world.ground;
    const body = {
      ...{ display_name: "ci", issuer: issuer.url, audience: system.baseUrl },
      ...{ claims: { sub: "ci" }, scopes: ["clearance:ask"] },
    };
    world.machine.registered = world.now();
    const act = { act: "register a machine", about: null };
    const attempt = await world.asAdmin(act, "PUT", PATH, body);
    world.machine.registered = world.now();
    return attempt;
  },
});

const remove = command({
  weight: 1,
  asked: fc.record({}),
  async take(world) {
    const from = world.now();
    const attempt = await world.asAdmin({ act: "remove the machine", about: null }, "DELETE", PATH);
    if (attempt.status === 204) world.machine.removed = { from, to: world.now() };
    return attempt;
  },
});

/** Longer than a function still knows a machine after its removal. */
const STILL_KNOWN_MS = 31_000;

/** Whether it may be registered: two simultaneous acts may have come in either order. */
function mayAsk({ machine: { registered, removed }, now }: World): boolean {
  if (registered === null || removed === null) return registered !== null;
  const isStillKnown = Date.parse(now()) - Date.parse(removed.to) <= STILL_KNOWN_MS;
  return registered >= removed.from || isStillKnown;
}

const askAsMachine = command({
  weight: 1,
  asked: fc.record({}),
  async take(world) {
    const { system, issuer } = world.ground;
    const mightAsk = mayAsk(world);
    const token = await issuer.token({ sub: "ci", aud: system.baseUrl });
    const body = { framework_id: world.book, use_case_ids: RULES };
    const act = { act: "ask as a machine", about: null };
    const attempt = await world.askWith(token, act, ["POST", "/machine/clearance", body]);
    if (attempt.status === 200 && !mightAsk && !mayAsk(world)) {
      throw new Error("A machine asked that nobody had let in.");
    }
    return attempt;
  },
});

export const machinesCommands = { register, remove, askAsMachine };
