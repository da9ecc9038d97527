import { generateKeyPairSync, randomUUID } from "node:crypto";
import { connectWif, provisionIssuer, wifAudience } from "#test/support/cloudc-fixture.ts";
import { provisionedSecret, push } from "#test/support/sourcehost.ts";
import { connectSourcehost, newTenant } from "#test/support/tenant-fixture.ts";
import { type Asked, after, alone, type ScenarioSystem, type Scenarios } from "./scenario.ts";

/** A tenant with a connection to the source host. */
async function connected(system: ScenarioSystem) {
  const tenant = await newTenant(system);
  return { tenant, ...(await connectSourcehost(tenant)) };
}

/** A request of the tenant's admin about the connection. */
const ofConnection = (asked: Asked = {}) =>
  after(connected, ({ tenant, id }) => ({ by: tenant.org, params: { id }, ...asked }));

export const connectionScenarios = {
  createConnection: after(newTenant, ({ org }) => ({
    by: org,
    body: { provider: "sourcehost", display_name: "Source host", installation_id: 40_000_001 },
  })),
  connectCloudcWif: after(newTenant, ({ member }, system) => ({
    by: member,
    body: {
      wif_audience: wifAudience,
      service_account_email: "discovery-reader@my-project.iam.gserviceaccount.com",
      project_ids: [...system.cloud.estate.projects],
    },
  })),
  listConnections: after(connected, ({ tenant }) => ({ by: tenant.member })),
  getConnection: after(connected, ({ tenant, id }) => ({ by: tenant.member, params: { id } })),
  deleteConnection: ofConnection(),
  updateConnection: ofConnection({ body: { display_name: "Renamed" } }),
  listConnectionDeliveries: ofConnection(),
  redeliverDelivery: async (system) => {
    const { server, hook, private_key_pem } = system.host;
    await system.admin("POST", "/admin/setup/sourcehost-app/private-key", { private_key_pem });
    const { tenant, id, installation_id } = await connected(system);
    hook.secret = await provisionedSecret(system);
    hook.url = `${system.baseUrl}/webhooks/sourcehost/${tenant.id}`;
    const delivery_id = randomUUID();
    await server.deliver("push", push(installation_id), delivery_id);
    return { by: tenant.org, params: { id, delivery_id } };
  },
  listAllConnections: after(connected),
  listWebhookDeliveries: alone(),
  listAllDiscoveryRuns: alone(),
  reauthorizeConnection: async (system) => {
    await provisionIssuer(system);
    const tenant = await newTenant(system);
    return { by: tenant.org, params: { id: await connectWif(tenant, system.cloud) } };
  },
  getConnectionOnboarding: ofConnection(),
  setSourcehostAppKey: async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    return { body: { private_key_pem: privateKey.export({ type: "pkcs8", format: "pem" }) } };
  },
} satisfies Scenarios;
