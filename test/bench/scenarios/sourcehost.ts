import { randomUUID } from "node:crypto";
import { deliver, provisionedSecret, push } from "#test/support/sourcehost.ts";
import { connectSourcehost, newTenant } from "#test/support/tenant-fixture.ts";
import { type ScenarioSystem, type Scenarios, saying, type Variants } from "./scenario.ts";

/** A function that delivers pushes of a connected installation to the webhook. */
async function pushing(system: ScenarioSystem) {
  const secret = await provisionedSecret(system);
  const tenant = await newTenant(system);
  const { installation_id } = await connectSourcehost(tenant);
  const delivery = { secret, payload: push(installation_id) };
  return (id: string = randomUUID(), status = "accepted") =>
    saying(deliver(system, tenant.id, { ...delivery, id }), { status });
}

/** Secrets are cached for 30 s, during which no lookup precedes the signature check. */
export const sourcehostScenarios = {
  receiveSourcehostWebhook: async (system) => {
    const send = await pushing(system);
    await send();
    return send;
  },
} satisfies Scenarios;

export const sourcehostVariants = {
  receiveSourcehostWebhook: {
    "its secrets not known yet": pushing,
    "a duplicate": async (system) => {
      const send = await pushing(system);
      const id = randomUUID();
      await send(id);
      return () => send(id, "duplicate");
    },
  },
} satisfies Variants;
