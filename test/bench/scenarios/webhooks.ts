import { commission, expectStatus } from "#test/support/review-fixture.ts";
import type { Api } from "#test/support/system.ts";
import { newTenant } from "#test/support/tenant-fixture.ts";
import { after, type ScenarioSystem, type Scenarios } from "./scenario.ts";

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
  return { ...owner, id: body.id as string };
}

/** An endpoint with a delivery. */
async function delivered(system: ScenarioSystem, ownerOf: OwnerOf) {
  const made = await endpoint(system, ownerOf);
  const { token } = await commission(system);
  await system.api()("POST", `/counsel/review/${token}/decide`, { decision: "approved" });
  await expectStatus(system.api()("POST", "/_local/schedules/courier/run"), 200);
  const { api, base, id } = made;
  const { body } = await expectStatus(api("GET", `${base}/${id}/deliveries`), 200);
  return { ...made, delivery_id: body.items[0].id as string };
}

const scenariosOf = (ownerOf: OwnerOf) => {
  const made = (system: ScenarioSystem) => endpoint(system, ownerOf);
  const sent = (system: ScenarioSystem) => delivered(system, ownerOf);
  const ofEndpoint = after(made, ({ api, id }) => ({ by: api, params: { id } }));
  return {
    create: after(ownerOf, ({ api, content }) => ({ by: api, body: content })),
    list: ofEndpoint,
    get: ofEndpoint,
    update: after(made, ({ api, id }) => ({
      by: api,
      params: { id },
      body: { description: "Renamed" },
    })),
    remove: ofEndpoint,
    rotate: ofEndpoint,
    test: ofEndpoint,
    deliveries: after(sent, ({ api, id }) => ({ by: api, params: { id } })),
    replay: after(sent, ({ api, id, delivery_id }) => ({ by: api, params: { id, delivery_id } })),
  };
};

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
    return {};
  },
} satisfies Scenarios;
