import { commission, expectStatus } from "#test/support/review-fixture.ts";
import type { Api } from "#test/support/system.ts";
import { newTenant } from "#test/support/tenant-fixture.ts";
import type { ScenarioSystem, Scenarios } from "./scenario.ts";

interface Owner {
  api: Api;
  base: string;
  content: { url: string; events: string[] };
}

const platform = async (system: ScenarioSystem): Promise<Owner> => ({
  api: system.admin,
  base: "/admin/webhook-endpoints",
  content: { url: `${system.ci.url}/hook`, events: ["rule_review.requested"] },
});

const tenant = async (system: ScenarioSystem): Promise<Owner> => ({
  api: (await newTenant(system)).org,
  base: "/tenant/webhook-endpoints",
  content: { url: `${system.ci.url}/hook`, events: ["clearance.changed"] },
});

type OwnerOf = typeof platform;

async function endpoint(system: ScenarioSystem, ownerOf: OwnerOf) {
  const owner = await ownerOf(system);
  system.ci.answer = (request, response) => {
    if (request.url === "/hook") response.end();
    return request.url === "/hook";
  };
  const { body } = await expectStatus(owner.api("POST", owner.base, owner.content), 201);
  return { ...owner, id: body.id as string, at: `${owner.base}/${body.id}` };
}

/** An endpoint with a delivery. */
async function delivered(system: ScenarioSystem, ownerOf: OwnerOf) {
  const made = await endpoint(system, ownerOf);
  const { token } = await commission(system);
  await system.api()("POST", `/counsel/review/${token}/decide`, { decision: "approved" });
  await expectStatus(system.api()("POST", "/_local/schedules/courier/run"), 200);
  const { body } = await expectStatus(made.api("GET", `${made.at}/deliveries`), 200);
  return { ...made, delivery: `${made.at}/deliveries/${body.items[0].id}` };
}

const scenariosOf = (ownerOf: OwnerOf) => ({
  create: async (system: ScenarioSystem) => {
    const { api, base, content } = await ownerOf(system);
    return () => api("POST", base, content);
  },
  list: async (system: ScenarioSystem) => {
    const { api, base } = await endpoint(system, ownerOf);
    return () => api("GET", base);
  },
  get: async (system: ScenarioSystem) => {
    const { api, at } = await endpoint(system, ownerOf);
    return () => api("GET", at);
  },
  update: async (system: ScenarioSystem) => {
    const { api, at } = await endpoint(system, ownerOf);
    return () => api("PATCH", at, { description: "Renamed" });
  },
  remove: async (system: ScenarioSystem) => {
    const { api, at } = await endpoint(system, ownerOf);
    return () => api("DELETE", at);
  },
  rotate: async (system: ScenarioSystem) => {
    const { api, at } = await endpoint(system, ownerOf);
    return () => api("POST", `${at}/rotate-secret`);
  },
  test: async (system: ScenarioSystem) => {
    const { api, at } = await endpoint(system, ownerOf);
    return () => api("POST", `${at}/test`);
  },
  deliveries: async (system: ScenarioSystem) => {
    const { api, at } = await delivered(system, ownerOf);
    return () => api("GET", `${at}/deliveries`);
  },
  replay: async (system: ScenarioSystem) => {
    const { api, delivery } = await delivered(system, ownerOf);
    return () => api("POST", `${delivery}/replay`);
  },
});

const ofPlatform = scenariosOf(platform);
const ofTenant = scenariosOf(tenant);

export const webhookScenarios = {
  createWebhookEndpoint: ofPlatform.create,
  listWebhookEndpoints: ofPlatform.list,
  getWebhookEndpoint: ofPlatform.get,
  updateWebhookEndpoint: ofPlatform.update,
  deleteWebhookEndpoint: ofPlatform.remove,
  rotateWebhookSecret: ofPlatform.rotate,
  testWebhookEndpoint: ofPlatform.test,
  listWebhookEndpointDeliveries: ofPlatform.deliveries,
  replayWebhookDelivery: ofPlatform.replay,
  createTenantWebhookEndpoint: ofTenant.create,
  listTenantWebhookEndpoints: ofTenant.list,
  getTenantWebhookEndpoint: ofTenant.get,
  updateTenantWebhookEndpoint: ofTenant.update,
  deleteTenantWebhookEndpoint: ofTenant.remove,
  rotateTenantWebhookSecret: ofTenant.rotate,
  testTenantWebhookEndpoint: ofTenant.test,
  listTenantWebhookEndpointDeliveries: ofTenant.deliveries,
  replayTenantWebhookDelivery: ofTenant.replay,
  announceLaws: async (system) => {
    const { api, base, content } = await platform(system);
    await expectStatus(api("POST", base, { ...content, events: ["law.starts"] }), 201);
    return () => system.api()("POST", "/_local/schedules/law-starts/run");
  },
} satisfies Scenarios;
