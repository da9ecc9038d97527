import * as fc from "fast-check";
import { command } from "../command.ts";
import { type Attempt, World } from "../world.ts";

const org = (tenant_id: string) => ({ tenant_id, org_role: "admin" });

async function add(world: World, which: number): Promise<Attempt> {
  const tenant = world.ground.tenants[which] as string;
  const body = {
    ...{ url: `${world.ground.hooks.url}/${world.book}`, description: world.book },
    ...{ events: ["artifact.found"], enabled: true },
  };
  const act = { act: "add an endpoint", about: tenant };
  const path = "/tenant/webhook-endpoints";
  const attempt = await world.ask(org(tenant), act, ["POST", path, body]);
  if (attempt.status === 201) world.endpoints.push({ id: attempt.body.id, tenant });
  return attempt;
}

const addEndpoint = command({
  weight: 1,
  asked: fc.record({ tenant: fc.nat(1) }),
  take: (world, { tenant }) => add(world, tenant),
});

/** A member of one tenant reaches for another tenant's endpoint, made for that if there is none. */
const reachForOthers = command({
  weight: 2,
  asked: fc.record({ which: fc.nat(9), isDeleted: fc.boolean() }),
  async take(world, { which, isDeleted }) {
    const made = world.endpoints.length === 0 ? await add(world, which % 2) : null;
    const endpoint = World.pick(world.endpoints, which);
    // This happens only if the process ended before it answered.
    if (endpoint === undefined) return made as Attempt;
    const other = world.ground.tenants.find((one) => one !== endpoint.tenant) as string;
    const act = { act: "reach for another tenant's", about: endpoint.id };
    const path = `/tenant/webhook-endpoints/${endpoint.id}`;
    return isDeleted
      ? world.ask(org(other), act, ["DELETE", path])
      : world.ask(org(other), act, ["PATCH", path, { description: "mine" }]);
  },
});

const removeEndpoint = command({
  weight: 1,
  asked: fc.record({ which: fc.nat(9) }),
  take(world, { which }) {
    const endpoint = World.pick(world.endpoints, which);
    if (endpoint === undefined) return null;
    const act = { act: "remove an endpoint", about: endpoint.id };
    const path = `/tenant/webhook-endpoints/${endpoint.id}`;
    return world.ask(org(endpoint.tenant), act, ["DELETE", path]);
  },
});

export const tenantsCommands = { addEndpoint, reachForOthers, removeEndpoint };
