import * as fc from "fast-check";
import { command } from "../command.ts";
import { type Json, World } from "../world.ts";

const org = (tenant_id: string) => ({ tenant_id, org_role: "admin" });

const addEndpoint = command({
  weight: 1,
  asked: fc.record({ tenant: fc.nat(1) }),
  async take(world, asked) {
    const tenant = world.ground.tenants[asked.tenant] as string;
    const { hooks } = world.ground;
    const body: Json = {
      ...{ url: `${hooks.url}/${world.book}`, description: world.book },
      ...{ events: ["artifact.found"], enabled: true },
    };
    const attempt = await world.ask(org(tenant), { act: "add an endpoint", about: tenant }, [
      "POST",
      "/tenant/webhook-endpoints",
      body,
    ]);
    if (attempt.status === 201) world.endpoints.push({ id: attempt.body.id, tenant });
    return attempt;
  },
});

/** Somebody of one tenant reaches for what another one has. */
const reachForOthers = command({
  weight: 1,
  asked: fc.record({ which: fc.nat(9), isDeleted: fc.boolean() }),
  take(world, { which, isDeleted }) {
    const endpoint = World.pick(world.endpoints, which);
    if (endpoint === undefined) return null;
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
