import {
  busOf,
  deprovision,
  newCustomer,
  provision,
  provisionedSecret,
  send,
} from "#test/support/eventbus-fixture.ts";
import { createEndpoint } from "#test/support/sample-events.ts";
import { type ScenarioSystem, type Scenarios, saying, type Variants } from "./scenario.ts";

/** A customer, and a function that delivers one of their events to the webhook. */
async function customerWithSecret(system: ScenarioSystem) {
  const secret = await provisionedSecret(system);
  const customer = await newCustomer(system);
  const deliver = (event = createEndpoint(), status = "accepted") =>
    saying(send(system, customer.id, { event, secrets: [secret] }), { status });
  return { customer, deliver };
}

export const eventbusScenarios = {
  provisionEventbus: async (system) => {
    const customer = await newCustomer(system);
    return () => saying(provision(system, customer), { status: "provisioned" });
  },
  deprovisionEventbus: async (system) => {
    const customer = await newCustomer(system);
    await provision(system, customer);
    return () => saying(deprovision(system, customer), { status: "deprovisioned" });
  },
  getEventbusStats: async (system) => {
    const { customer, deliver } = await customerWithSecret(system);
    await deliver();
    const says = { deliveries_24h: 1 };
    return { by: customer.org, params: { id: customer.connectionId }, says };
  },
  receiveEventbusWebhook: async (system) => {
    const { deliver } = await customerWithSecret(system);
    return () => deliver();
  },
  forwardCustomerEvent: async (system) => {
    const { customer } = await customerWithSecret(system);
    await provision(system, customer);
    const event = { ...createEndpoint(), event_bus_name: busOf(customer) };
    return () => saying(system.api()("POST", "/_local/events", event), { delivered: 1 });
  },
} satisfies Scenarios;

export const eventbusVariants = {
  receiveEventbusWebhook: {
    "a duplicate": async (system) => {
      const { deliver } = await customerWithSecret(system);
      const event = createEndpoint();
      await deliver(event);
      return () => deliver(event, "duplicate");
    },
  },
} satisfies Variants;
