import { generateKeyPairSync, randomUUID } from "node:crypto";
import { wifAudience } from "#test/support/cloudc-fixture.ts";
import { busOf, provisionedSecret as busSecret, send } from "#test/support/eventbus-fixture.ts";
import type { FakeIdp } from "#test/support/fake-idp.ts";
import { createEndpoint } from "#test/support/sample-events.ts";
import { deliver, provisionedSecret, push } from "#test/support/sourcehost.ts";
import type { Scenarios, Variants } from "./request.ts";
import { saying } from "./saying.ts";
import type { World } from "./world.ts";

const TICK_SECONDS = 120;
const CLIENT_ID = "6b7d3b0e-2f6c-4e21-9f7b-111111111111";
const OBJECT_ID = "0c2b6a1f-8f3d-4a6f-8a55-222222222222";

export const idpSettings = ({ tokenUrl }: FakeIdp): Record<string, string> => ({
  IDP_CLIENT_ID: CLIENT_ID,
  IDP_APP_OBJECT_ID: OBJECT_ID,
  IDP_TOKEN_URL: tokenUrl,
});

/** Moves the clock to a multiple of the tick's interval. */
async function afterTick({ system }: World): Promise<void> {
  const now = Date.parse(await system.advance(0)) / 1000;
  await system.advance(Math.ceil(TICK_SECONDS - (now % TICK_SECONDS)));
}

/** A function that delivers pushes of a connected installation to the webhook. */
async function pushing({ system, tenant, connection }: World) {
  const secret = await provisionedSecret(system);
  const delivery = { secret, payload: push((await connection()).installation_id) };
  const { id: tenantId } = await tenant();
  return (id: string = randomUUID(), status = "accepted") =>
    saying(deliver(system, tenantId, { ...delivery, id }), { status });
}

/** A function that delivers one of a customer's events to the webhook. */
async function delivering({ system, customer }: World) {
  const secrets = [await busSecret(system)];
  const { id } = await customer();
  return (event = createEndpoint(), status = "accepted") =>
    saying(send(system, id, { event, secrets }), { status });
}

const preset = { preset: "hosted_llm_default" };
const provisioned = { says: { status: "provisioned" } };
const rotated = { status: "rotated" };
const renamed = { body: { description: "Renamed" } };

/** Tenants, what they connect, what is found there and what they are told, and the platform's set-up. */
export const tenantScenarios = {
  preflight: { params: { proxy: "health" } },
  createTenant: { body: { name: "Acme" } },
  listTenants: { after: "tenant" },
  updateTenant: { body: { name: "Acme Holding" } },

  getExtractorStatus: { after: "byo" },
  testPreset: { body: preset, says: { ok: true } },
  swapToPreset: { after: "byo", body: preset },
  getTenantSettings: { after: "byo" },
  patchTenantExtractor: async ({ byo, byoAt }) => {
    await byo();
    return { body: { chain: [{ provider: "hosted_llm" }, { provider: "byo", ...byoAt() }] } };
  },
  getTenantUsage: { after: "byo" },
  setByoExtractor: async ({ byoAt }) => ({ body: byoAt() }),
  testExtractorConnection: async ({ byoAt }) => ({
    body: { provider: "byo", ...byoAt() },
    says: { ok: true },
  }),

  createConnection: {
    body: { provider: "sourcehost", display_name: "Source host", installation_id: 40_000_001 },
  },
  connectCloudcWif: async ({ system }) => ({
    body: {
      wif_audience: wifAudience,
      service_account_email: "discovery-reader@my-project.iam.gserviceaccount.com",
      project_ids: [...system.cloud.estate.projects],
    },
  }),
  listConnections: { after: "connection" },
  updateConnection: { body: { display_name: "Renamed" } },
  redeliverDelivery: async ({ system, tenant, connection }) => {
    const { server, hook, private_key_pem } = system.host;
    await system.admin("POST", "/admin/setup/sourcehost-app/private-key", { private_key_pem });
    const { id, installation_id } = await connection();
    hook.secret = await provisionedSecret(system);
    hook.url = `${system.baseUrl}/webhooks/sourcehost/${(await tenant()).id}`;
    const delivery_id = randomUUID();
    await server.deliver("push", push(installation_id), delivery_id);
    return { params: { id, delivery_id } };
  },
  listAllConnections: { after: "connection" },
  reauthorizeConnection: {},
  setSourcehostAppKey: async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    return { body: { private_key_pem: privateKey.export({ type: "pkcs8", format: "pem" }) } };
  },

  listDiscoveryRuns: { after: "run" },
  listArtifacts: async (world) => {
    await afterTick(world);
    await world.run();
    await world.tick();
    return { query: `connection_id=${await world.cloudConnection()}` };
  },
  discoveryWorker: async (world) => {
    await afterTick(world);
    await world.run();
    return () => world.tick();
  },
  getArtifactHistory: { after: "minimal" },
  getRegistration: { after: "highRisk" },
  decideClassification: { body: { class: "minimal", reason: "Known." } },
  exportArtifacts: { after: "artifact", query: "format=cyclonedx" },
  downloadExport: async ({ tenant, artifact }) => {
    await artifact();
    const path = "/artifacts/export?format=cyclonedx&link=true";
    const link = (await (await tenant()).org("GET", path)).headers.get("location") ?? "";
    return { params: { token: link.split("/").at(-1) as string } };
  },
  callMcp: { after: "tools", body: { jsonrpc: "2.0", id: 1, method: "ping" } },
  patchTenantMcp: { body: { enabled: true } },

  provisionEventbus: provisioned,
  deprovisionEventbus: { after: "bus", says: { status: "deprovisioned" } },
  getEventbusStats: async (world) => {
    await (await delivering(world))();
    return { by: (await world.customer()).org, says: { deliveries_24h: 1 } };
  },
  receiveEventbusWebhook: delivering,
  forwardCustomerEvent: async ({ system, eventbusSecret, customer, bus }) => {
    await eventbusSecret();
    await bus();
    const event = { ...createEndpoint(), event_bus_name: busOf(await customer()) };
    return () => saying(system.api()("POST", "/_local/events", event), { delivered: 1 });
  },
  /** Secrets are cached for 30 s, during which no lookup precedes the signature check. */
  receiveSourcehostWebhook: async (world) => {
    const again = await pushing(world);
    await again();
    return again;
  },

  createWebhookEndpoint: async ({ hookOf }) => ({ body: (await hookOf("/admin")).content }),
  createTenantWebhookEndpoint: async ({ hookOf }) => ({ body: (await hookOf("/tenant")).content }),
  listWebhookEndpoints: async ({ endpoint }) => ({ by: (await endpoint("/admin")).api }),
  listTenantWebhookEndpoints: async ({ endpoint }) => ({ by: (await endpoint("/tenant")).api }),
  updateWebhookEndpoint: renamed,
  updateTenantWebhookEndpoint: renamed,
  announceLaws: async ({ hookOf }) => {
    const { api, base, content } = await hookOf("/admin");
    await api("POST", base, { ...content, events: ["law.starts"] });
    return {};
  },

  getSetupChecklist: { after: "counselSecret" },
  provisionSourcehostWebhookSecret: provisioned,
  rotateSourcehostWebhookSecret: { after: "sourcehostSecret", says: rotated },
  provisionCloudbEventbusWebhookSecret: provisioned,
  rotateCloudbEventbusWebhookSecret: { after: "eventbusSecret", says: rotated },
  provisionCounselReviewHmacSecret: provisioned,
  rotateCounselReviewHmacSecret: { after: "counselSecret", says: rotated },
  provisionKeypair: provisioned,
  rotateKeypair: { after: "issuer", says: rotated },
  enableIdpFederation: { after: "issuer", says: { status: "enabled" } },
  disableIdpFederation: { after: "federated", says: { status: "disabled" } },
  testIdpExchange: async ({ system, federated }) => {
    await federated();
    system.idp.register({
      clientId: CLIENT_ID,
      clientSecret: "",
      issuer: `${system.baseUrl}/oidc`,
      subject: OBJECT_ID,
      audience: "api://AzureADTokenExchange",
    });
    return { says: { ok: true, path: "federated" } };
  },
  getOpenidConfiguration: { after: "issuer" },
  headOpenidConfiguration: { after: "issuer" },
  getJwks: { after: "issuer" },
  headJwks: { after: "issuer" },
} satisfies Scenarios;

export const tenantVariants: Variants = {
  receiveEventbusWebhook: {
    "a duplicate": async (world) => {
      const again = await delivering(world);
      const event = createEndpoint();
      await again(event);
      return () => again(event, "duplicate");
    },
  },
  receiveSourcehostWebhook: {
    "its secrets not known yet": pushing,
    "a duplicate": async (world) => {
      const again = await pushing(world);
      const id = randomUUID();
      await again(id);
      return () => again(id, "duplicate");
    },
  },
};
