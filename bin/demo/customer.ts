import { setTimeout as wait } from "node:timers/promises";
import { endpointCreated } from "#infra/local/sample/endpoint-created.ts";
import type { Json } from "#shared/platform/http/ask.ts";
import type { SystemClient } from "./client.ts";
import { type Customer, expectThat } from "./step.ts";

const POLL_MS = 50;
const MAX_POLLS = 400;

const twelveDigits = (): string => String(Date.now()).slice(-12).padStart(12, "1");

/**
 * A new tenant with a connection that receives its account's events, and the mock extractor.
 * @returns null if no token can be had, because only a local run issues them
 */
export async function newCustomer(client: SystemClient): Promise<Customer | null> {
  const { body: tenant } = await client.admin("POST", "/admin/tenants", {
    name: "Demo: an organisation",
  });
  const claims = { tenant_id: tenant.id, org_role: "admin" };
  const token = await client.token(claims).catch(() => null);
  if (token === null) return null;
  const org = client.as(token);
  const account = twelveDigits();
  await client.admin("POST", "/admin/setup/cloudb-eventbus-webhook-secret/provision-secret");
  const connection = await org("POST", "/connections", {
    provider: "cloudb",
    subtype: "eventbus",
    display_name: "Demo: production account",
    remote_tenant_id: account,
  });
  expectThat(connection.status === 201, `connecting was answered ${connection.text}`);
  const connectionId: string = connection.body.id;
  await client.admin("POST", `/admin/connections/${connectionId}/provision-eventbus`);
  return { id: tenant.id, account, connectionId, org, artifactId: "" };
}

export async function useExtractor({ org }: Customer, settings: Json): Promise<void> {
  const { status, text } = await org("PATCH", "/tenant/settings/extractor", settings);
  expectThat(status === 200, `the extractor's settings were answered ${text}`);
}

/**
 * Puts the creation of an endpoint on the customer's bus, as the cloud's audit service reports it.
 * @returns the discovery run that it caused, once the run has ended, and the artifact
 */
export async function discover(
  client: SystemClient,
  customer: Customer,
  name: string,
): Promise<{ run: Json; artifact: Json }> {
  const { id, account, org, connectionId } = customer;
  const runs = async (): Promise<Json[]> =>
    (await org("GET", `/connections/${connectionId}/discovery-runs`)).body.items;
  const before = (await runs()).length;
  const eventTime = `${new Date().toISOString().slice(0, 19)}Z`;
  const event = endpointCreated(account, name, { eventTime });
  const { delivered } = await client.local("/_local/events", {
    event_bus_name: `customer-${id}`,
    ...event,
  });
  expectThat(delivered === 1, "the bus delivered nothing");
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    const all = await runs();
    const run = all.length > before ? all[0] : undefined;
    if (run?.status === "completed") {
      const { items } = (await org("GET", `/artifacts?connection_id=${connectionId}`)).body;
      return { run, artifact: items.find((one: Json) => one.name === name) };
    }
    expectThat(run?.status !== "failed", "the discovery run failed");
    await wait(POLL_MS);
  }
  throw new Error("no discovery run ended within 20 seconds");
}
