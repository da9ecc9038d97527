import { generateKeyPairSync, randomUUID } from "node:crypto";
import { provisionIssuer, wifAudience } from "#test/support/cloudc-fixture.ts";
import { provisionedSecret, push } from "#test/support/sourcehost.ts";
import { connectSourcehost, newTenant } from "#test/support/tenant-fixture.ts";
import type { Scenarios } from "./scenario.ts";

export const connectionScenarios = {
  createConnection: async (system) => {
    const { org } = await newTenant(system);
    const connection = {
      provider: "sourcehost",
      display_name: "Source host",
      installation_id: 40_000_001,
    };
    return () => org("POST", "/connections", connection);
  },
  connectCloudcWif: async (system) => {
    const { member } = await newTenant(system);
    const connection = {
      wif_audience: wifAudience,
      service_account_email: "discovery-reader@my-project.iam.gserviceaccount.com",
      project_ids: [...system.cloud.estate.projects],
    };
    return () => member("POST", "/connections/cloudc/wif/connect", connection);
  },
  listConnections: async (system) => {
    const tenant = await newTenant(system);
    await connectSourcehost(tenant);
    return () => tenant.member("GET", "/connections");
  },
  getConnection: async (system) => {
    const tenant = await newTenant(system);
    const { id } = await connectSourcehost(tenant);
    return () => tenant.member("GET", `/connections/${id}`);
  },
  deleteConnection: async (system) => {
    const tenant = await newTenant(system);
    const { id } = await connectSourcehost(tenant);
    return () => tenant.org("DELETE", `/connections/${id}`);
  },
  updateConnection: async (system) => {
    const tenant = await newTenant(system);
    const { id } = await connectSourcehost(tenant);
    return () => tenant.org("PATCH", `/connections/${id}`, { display_name: "Renamed" });
  },
  listConnectionDeliveries: async (system) => {
    const tenant = await newTenant(system);
    const { id } = await connectSourcehost(tenant);
    return () => tenant.org("GET", `/connections/${id}/deliveries`);
  },
  redeliverDelivery: async (system) => {
    const { server, hook, private_key_pem } = system.host;
    await system.admin("POST", "/admin/setup/sourcehost-app/private-key", { private_key_pem });
    const tenant = await newTenant(system);
    const { id, installation_id } = await connectSourcehost(tenant);
    hook.secret = await provisionedSecret(system);
    hook.url = `${system.baseUrl}/webhooks/sourcehost/${tenant.id}`;
    const delivery = randomUUID();
    await server.deliver("push", push(installation_id), delivery);
    return () => tenant.org("POST", `/connections/${id}/deliveries/${delivery}/redeliver`);
  },
  listAllConnections: async (system) => {
    await connectSourcehost(await newTenant(system));
    return () => system.admin("GET", "/admin/connections");
  },
  listWebhookDeliveries: async (system) => () => system.admin("GET", "/admin/webhook-deliveries"),
  listAllDiscoveryRuns: async (system) => () => system.admin("GET", "/admin/discovery-runs"),
  reauthorizeConnection: async (system) => {
    await provisionIssuer(system);
    const tenant = await newTenant(system);
    const { body } = await tenant.member("POST", "/connections/cloudc/wif/connect", {
      wif_audience: wifAudience,
      service_account_email: "discovery-reader@my-project.iam.gserviceaccount.com",
      project_ids: [...system.cloud.estate.projects],
    });
    return () => tenant.org("POST", `/connections/${body.id}/reauthorize`);
  },
  getConnectionOnboarding: async (system) => {
    const tenant = await newTenant(system);
    const { id } = await connectSourcehost(tenant);
    return () => tenant.org("GET", `/connections/${id}/onboarding`);
  },
  setSourcehostAppKey: async (system) => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const private_key_pem = privateKey.export({ type: "pkcs8", format: "pem" });
    return () =>
      system.admin("POST", "/admin/setup/sourcehost-app/private-key", { private_key_pem });
  },
} satisfies Scenarios;
