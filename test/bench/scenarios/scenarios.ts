import { generateKeyPairSync, randomUUID } from "node:crypto";
import { softwarePasskey } from "#infra/local/software-passkey.ts";
import { eventSourceOf } from "#shared/domain/eventbus/event-source.ts";
import { wifAudience } from "#test/support/cloudc-fixture.ts";
import { busOf, provisionedSecret as busSecret, send } from "#test/support/eventbus-fixture.ts";
import type { FakeIdp } from "#test/support/fake-idp.ts";
import { commissionPanel, vote } from "#test/support/panel-fixture.ts";
import { commission, ruleText } from "#test/support/review-fixture.ts";
import { createEndpoint } from "#test/support/sample-events.ts";
import { deliver, provisionedSecret, push } from "#test/support/sourcehost.ts";
import { fileOf, signedFile, signing } from "./files.ts";
import type { Scenario, Scenarios, Variants } from "./request.ts";
import { saying } from "./saying.ts";
import type { World } from "./world.ts";

const DAY_SECONDS = 86_400;
const CLIENT_ID = "6b7d3b0e-2f6c-4e21-9f7b-111111111111";
const OBJECT_ID = "0c2b6a1f-8f3d-4a6f-8a55-222222222222";

export const idpSettings = ({ tokenUrl }: FakeIdp): Record<string, string> => ({
  IDP_CLIENT_ID: CLIENT_ID,
  IDP_APP_OBJECT_ID: OBJECT_ID,
  IDP_TOKEN_URL: tokenUrl,
});

/** A function that delivers pushes of a connected installation to the webhook. */
async function pushing({ system, tenant, connection }: World) {
  const secret = await provisionedSecret(system);
  const delivery = { secret, payload: push((await connection()).installation_id) };
  const { id: tenantId } = await tenant();
  return (id: string = randomUUID(), status = "accepted") =>
    saying(deliver(system, tenantId, { ...delivery, id }), { status });
}

/** A function that delivers one of a customer's events to the webhook. */
async function delivering({ system, customer, tenant }: World) {
  const secrets = [await busSecret(system)];
  await customer();
  const { id } = await tenant();
  return (event = createEndpoint(), status = "accepted") =>
    saying(send(system, id, { event, secrets }), { status });
}

/** Hands an event to the platform's bus. */
const eventSent =
  ({ system }: World, event: object) =>
  () =>
    saying(system.api()("POST", "/_local/events", event), { delivered: 1 });

/** A vote in a panel over given rules, after the first `given` members have voted. */
const voting =
  (given: number, panel: Parameters<typeof commissionPanel>[1] = {}): Scenario =>
  async ({ system }) => {
    const { members } = await commissionPanel(system, panel);
    for (const member of members.slice(0, given)) await vote(system, member, "approved");
    return () => saying(vote(system, members[given], "approved"), { decision: "approved" });
  };

const machineOf = (issuer: string, audience: string) => ({
  display_name: "SIEM",
  issuer,
  audience,
  claims: { sub: "another" },
  scopes: ["audit:read"],
});

const preset = { preset: "hosted_llm_default" };
const approved = { decision: "approved", comment: "Fine." };
const cleared = { says: { cleared: true } };

export const scenarios: Scenarios = {
  preflight: { names: { proxy: "health" } },
  createReReviews: async (world) => {
    await world.putRules(["rule.a", "rule.d"]);
    return { body: { counsel_id: (await world.book()).counselId } };
  },
  confirmCounsel: async (world) => {
    const { counselId } = await world.book();
    const claims = { sub: "second", email: "second@example.com", is_platform_admin: true };
    const second = world.system.api(await world.system.token(claims));
    const { body } = await second("GET", `/admin/counsel/${counselId}`);
    const said = { identity_sha256: body.identity_sha256 };
    return () => saying(second("POST", `/admin/counsel/${counselId}/confirm`, said), {});
  },
  reactivateCounsel: async ({ system, book }) => {
    await system.admin("POST", `/admin/counsel/${(await book()).counselId}/deactivate`);
    return {};
  },
  enrolCounselKey: async ({ system, invitation }) => {
    const { token } = await invitation();
    const { body } = await system.api()("GET", `/counsel/key/${token}`);
    return { body: softwarePasskey(system.baseUrl).create(body) };
  },
  // The log first takes the row about its keys, or a change of keys that still waits for it.
  rotateEvidenceLogKey: async ({ ran }) => {
    await ran("sequence-log");
    return {};
  },
  rotateEvidenceRowsKey: async ({ ran }) => {
    await ran("sequence-log");
    return {};
  },
  listObjections: async ({ system, book }) => {
    const rule_verdicts = [{ use_case_id: "rule.a", verdict: "rejected", text: "No." }];
    const decision = { decision: "approved_with_changes", rule_verdicts };
    await system.api()("POST", `/counsel/review/${(await book()).token}/decide`, decision);
    return {};
  },
  decideReview: { body: approved },
  getCounselRequestFile: fileOf("request"),
  getCounselCertificate: fileOf("certificate"),
  putCounselSignedCertificate: signing("link"),
  putSignedCertificate: signing("own"),
  getSignedCertificate: signedFile,
  extendReview: { body: { expiry_days: 30 } },
  askInReview: { body: { text: "Since when?" } },
  answerReviewQuestion: { body: { text: "All of them." } },
  delegateReview: async ({ system }) => ({
    names: { token: (await commission(system, { mayDelegate: true })).token },
    body: { display_name: "Dr. Eva Recht", email: "eva@recht.example", reason: "Away." },
  }),
  runCourier: { after: "mailed" },
  receiveMailEvents: async (world) => {
    const { review, email } = await world.mailed();
    return eventSent(world, {
      event_bus_name: "default",
      account: "000000000000",
      source: "aws.ses",
      "detail-type": "Email Delivered",
      detail: {
        mail: {
          messageId: "0100-sent",
          tags: { message: [`${review.id}_link_1`] },
          destination: [email],
        },
      },
    });
  },
  recordDeparture: async (world) => {
    const { id } = await world.tenant();
    const { body } = await world.system.admin("GET", `/admin/tenants/${id}`);
    return eventSent(world, {
      event_bus_name: "default",
      account: "000000000000",
      source: eventSourceOf("test"),
      "detail-type": "DepartureTold",
      detail: { told: "removal_started", tenant_id: id, name: body.name },
    });
  },
  verifySignature: async ({ system, book }) => {
    const { token, review, email } = await book();
    const { body } = await system.api()("POST", `/counsel/review/${token}/decide`, approved);
    const { decision, decided_at, decision_signature: signature } = body;
    const { nonce } = review;
    return { body: { decision, counsel_email: email, nonce, decided_at, signature } };
  },
  listAudit: async ({ book }) => ({ query: `resource_id=${(await book()).id}` }),
  expireReviews: async ({ system }) => {
    await commission(system, { expiryDays: 1 });
    await system.advance(2 * DAY_SECONDS);
    return { says: { expired: 1 } };
  },
  getPanelCertificate: async ({ system, panel }) => {
    for (const member of (await panel()).members.slice(0, 2)) {
      await vote(system, member, "approved");
    }
    return {};
  },

  getCoverage: async (world) => {
    await world.decided();
    await world.putRules(["rule.a"]);
    return {};
  },
  keepCoverageMonths: async ({ system, decided }) => {
    await decided();
    await system.advance(31 * DAY_SECONDS);
    return {};
  },
  askClearance: cleared,
  getClearance: cleared,
  askFromPipeline: cleared,
  askSystems: { body: { repository: "acme/app" } },
  patchSystemsGate: { body: { max_run_age_hours: 24 } },
  startDiscoveryRun: { body: {} },
  // The machine may ask about this book only.
  askSystemsFromMachine: async ({ decided }) => ({
    body: { framework_ids: [(await decided()).frameworkId] },
  }),
  startMachineRun: { body: {} },
  askFromMachine: cleared,
  putMachine: async ({ system }) => ({
    names: { machine_id: "another" },
    body: machineOf(system.ci.url, system.baseUrl),
  }),
  putTenantMachine: async ({ system, tenant }) => ({
    names: { machine_id: "another" },
    body: machineOf(system.ci.url, `${system.baseUrl}/tenants/${(await tenant()).id}`),
  }),
  getMachineCoverage: async (world) => {
    await world.putRules(["rule.a"]);
    return {};
  },
  sequenceLog: { after: "book" },

  updateTenant: { body: { name: "Acme Holding" } },
  testPreset: { body: preset, says: { ok: true } },
  swapToPreset: { body: preset },
  patchTenantExtractor: async ({ byoAt }) => ({
    body: { chain: [{ provider: "hosted_llm" }, { provider: "byo", ...byoAt() }] },
  }),
  setByoExtractor: async ({ byoAt }) => ({ body: { ...byoAt(), model: "another" } }),
  testExtractorConnection: async ({ byoAt }) => ({
    body: { provider: "byo", ...byoAt() },
    says: { ok: true },
  }),
  createConnection: {
    body: { provider: "sourcehost", display_name: "Source host", installation_id: 40_000_001 },
  },
  updateConnection: { body: { display_name: "Renamed" } },
  reauthorizeConnection: { body: {} },
  connectCloudcWif: async ({ system }) => ({
    body: {
      wif_audience: wifAudience,
      service_account_email: "discovery-reader@my-project.iam.gserviceaccount.com",
      project_ids: [...system.cloud.estate.projects],
    },
  }),
  redeliverDelivery: async ({ system, tenant, connection }) => {
    const { server, hook, private_key_pem } = system.host;
    await system.admin("POST", "/admin/setup/sourcehost-app/private-key", { private_key_pem });
    const { id, installation_id } = await connection();
    hook.secret = await provisionedSecret(system);
    hook.url = `${system.baseUrl}/webhooks/sourcehost/${(await tenant()).id}`;
    const delivery_id = randomUUID();
    await server.deliver("push", push(installation_id), delivery_id);
    return { names: { id, delivery_id } };
  },
  setSourcehostAppKey: async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    return { body: { private_key_pem: privateKey.export({ type: "pkcs8", format: "pem" }) } };
  },

  discoveryWorker: async ({ run, tick }) => {
    await run();
    return tick;
  },
  getArtifactHistory: { after: "classified" },
  getRegistration: { after: "classified" },
  downloadExport: async ({ tenant, artifact }) => {
    await artifact();
    const path = "/artifacts/export?format=cyclonedx&link=true";
    const link = (await (await tenant()).org("GET", path)).headers.get("location") ?? "";
    return { names: { token: link.split("/").at(-1) } };
  },
  deprovisionEventbus: { after: "bus", says: { status: "deprovisioned" } },
  getEventbusStats: async (world) => {
    await (await delivering(world))();
    return { says: { deliveries_24h: 1 } };
  },
  receiveEventbusWebhook: delivering,
  forwardCustomerEvent: async (world) => {
    await busSecret(world.system);
    await world.bus();
    const event_bus_name = busOf(await world.tenant());
    return eventSent(world, { ...createEndpoint(), event_bus_name });
  },
  /** Secrets are cached for 30 s, during which no lookup precedes the signature check. */
  receiveSourcehostWebhook: async (world) => {
    const again = await pushing(world);
    await again();
    return again;
  },
  announceLaws: async ({ endpoint }) => {
    await endpoint("/admin");
    return {};
  },
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
};

export const variants: Variants = {
  searchEvidence: {
    "by e-mail": async ({ decided }) => ({ query: `counsel_email=${(await decided()).email}` }),
  },
  decideReview: {
    "in a panel, deciding nothing yet": voting(0),
    "in a panel of three, deciding it": voting(1),
    "in a panel of nine over 100 rules, deciding it": voting(0, {
      members: 9,
      need: 1,
      rules: Array.from({ length: 100 }, (_, i) => ruleText(`rule.${String(i).padStart(3, "0")}`)),
    }),
  },
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
