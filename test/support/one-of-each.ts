import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { signDelivery } from "#shared/domain/eventbus/delivery-signature.ts";
import { scopesOf } from "#shared/domain/machines/scopes.ts";
import { hashLinkToken } from "#shared/domain/reviews/link-token.ts";
import type { Route } from "#shared/routes/contract/route.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { putStopLink } from "#shared/store/counsel-mail.ts";
import type { CiIssuer } from "./ci-issuer.ts";
import { provisionIssuer } from "./cloudc-fixture.ts";
import { provisionedSecret as provisionedEventbusSecret } from "./eventbus-fixture.ts";
import { newMachine } from "./machine-fixture.ts";
import { commissionPanel } from "./panel-fixture.ts";
import { commission } from "./review-fixture.ts";
import { openRoom } from "./room-fixture.ts";
import { signPdf } from "./sign-pdf.ts";
import { deliver, provisionedSecret, push } from "./sourcehost.ts";
import type { Api, TestSystem } from "./system.ts";
import { tableClient } from "./table.ts";
import { connectSourcehost, newTenant, type TestTenant } from "./tenant-fixture.ts";

/** One resource of every kind, so that every GET has something to return. */
export interface OneOfEach {
  /** The path of an entry, filled in, with the query if the entry requires one. */
  pathOf(route: Route): string;
  /** A client that may call the entry. */
  clientFor(route: Route): Api;
  /** Headers of a webhook with a valid signature over that body; none for other entries. */
  signature(route: Route, body: Buffer): Record<string, string>;
  tenant: TestTenant;
}

/** @param ci issues a machine's tokens for each machine route; without it, nobody may call these */
export async function oneOfEach(system: TestSystem, ci?: CiIssuer): Promise<OneOfEach> {
  const { review, token, frameworkId, counselId, ruleIds, email } = await commission(system);
  await system.api()("GET", `/counsel/review/${token}`, undefined, { accept: "application/json" });
  await system.api()("POST", `/counsel/review/${token}/decide`, { decision: "approved" });
  const { panel } = await commissionPanel(system);
  await provisionIssuer(system);
  const secret = await provisionedSecret(system);
  const eventbusSecret = await provisionedEventbusSecret(system);
  const tenant = await newTenant(system);
  const connection = await connectSourcehost(tenant);
  const eventbus = await tenant.org("POST", "/connections", {
    provider: "cloudb",
    subtype: "eventbus",
    display_name: "Production account",
    remote_tenant_id: "111122223333",
  });
  const delivery = await deliver(system, tenant.id, {
    secret,
    payload: push(connection.installation_id),
  });
  await system.api()("POST", "/_local/schedules/discovery-tick/run");
  await tenant.org("PATCH", "/tenant/settings/extractor", { chain: [{ provider: "mock" }] });

  const invitation = await system.admin("POST", `/admin/counsel/${counselId}/key-invitation`);

  await system.admin("PUT", "/admin/clearance/pipelines/release", {
    display_name: "Release",
    issuer: "https://token.actions.githubusercontent.com",
    audience: "countersign",
    claims: { repository_id: "1001" },
    framework_ids: [frameworkId],
  });
  const machine = {
    issuer: "https://issuer.example",
    claims: { sub: "siem" },
    scopes: ["audit:read"],
  };
  for (const [client, path, audience] of [
    [system.admin, "/admin/machines/siem", system.baseUrl],
    [tenant.org, "/tenant/machines/siem", `${system.baseUrl}/tenants/${tenant.id}`],
  ] as const) {
    await client("PUT", path, { display_name: "SIEM", audience, ...machine });
  }
  const { items } = (await tenant.member("GET", "/artifacts")).body;
  const decided = await tenant.org("PUT", `/artifacts/${items[0].id}/classification`, {
    class: "high_risk",
    reason: "It ranks applicants.",
  });

  const stopToken = randomBytes(32).toString("base64url");
  const { Item } = putStopLink(hashLinkToken(stopToken), counselId, email).Put ?? {};
  await tableClient(system).send(new PutCommand({ TableName: system.endpoints.table_name, Item }));

  // A machine may send 60 requests a minute, so each entry has its own machine.
  const callers = new Map<string, Api>();
  for (const { id, scope } of ci === undefined ? [] : allRoutes) {
    if (ci === undefined || scope === undefined) continue;
    const owner = scopesOf("platform").includes(scope) ? {} : { tenant };
    const given = { id: id.toLowerCase(), scopes: [scope], framework_ids: [frameworkId], ...owner };
    const exp = Math.floor(Date.now() / 1000) + 86_400;
    callers.set(id, system.api(await (await newMachine(system, ci, given)).token({ exp })));
  }

  const events = ["clearance.changed"];
  const hook = { url: "https://hooks.example/in", events };
  const ownHook = await system.admin("POST", "/admin/webhook-endpoints", hook);
  const tenantHook = await tenant.org("POST", "/tenant/webhook-endpoints", hook);

  const room = await openRoom(system, { framework_ids: [frameworkId], may_ask: true });
  // A room takes 60 requests a minute, so each entry has its own room.
  const rooms = new Map<string, string>();
  for (const { id, access } of allRoutes) {
    if (access !== "room") continue;
    const own = await openRoom(system, { framework_ids: [frameworkId], may_ask: true });
    rooms.set(id, own.token);
  }

  const issued = await issuedCertificate(system, review.id);
  const signed = signPdf(issued);
  await system.admin("PUT", `/admin/rule-reviews/${review.id}/signed-certificate`, signed, {
    "content-type": "application/pdf",
  });

  const names: Record<string, string> = {
    framework_id: frameworkId,
    use_case_id: ruleIds[0] ?? "",
    counsel_id: counselId,
    connection_id: eventbus.body.id,
    run_id: delivery.body.job_id,
    delivery_id: delivery.body.delivery_id,
    tenant_id: tenant.id,
    token,
    row_hash: "a".repeat(64),
    sha256: sha256Of(issued),
    pipeline_id: "release",
    machine_id: "siem",
    created_at: review.created_at,
  };
  const idUnder = (whole: string): string => {
    const path = whole.replace(/^\/machine\//, "/");
    if (path.includes("/cloudb-eventbus-stats")) return eventbus.body.id;
    if (path.startsWith("/admin/review-panels/")) return panel.id;
    if (path.startsWith("/admin/rooms/")) return room.room.id;
    if (path.startsWith("/artifacts")) return decided.body.id;
    if (path.startsWith("/admin/webhook-endpoints")) return ownHook.body.id;
    if (path.startsWith("/tenant/webhook-endpoints")) return tenantHook.body.id;
    return path.startsWith("/connections") ? connection.id : review.id;
  };
  const clients: Record<Route["access"], Api> = {
    public: system.api(),
    counsel: system.api(),
    signed: system.api(),
    user: tenant.member,
    org: tenant.org,
    platform: system.admin,
    signed_in: system.admin,
    pipeline: system.api(),
    machine: system.api(),
    room: system.api(),
  };
  return {
    tenant,
    signature: ({ id }, body) => {
      if (id === "receiveSourcehostWebhook") {
        const mac = createHmac("sha256", secret).update(body).digest("hex");
        const event = { "x-github-event": "push", "x-github-delivery": randomUUID() };
        return { "x-hub-signature-256": `sha256=${mac}`, ...event };
      }
      if (id !== "receiveEventbusWebhook") return {};
      return signDelivery([eventbusSecret], randomUUID(), Date.now(), body);
    },
    clientFor: ({ access, id }) => callers.get(id) ?? clients[access],
    pathOf: ({ id, path }) =>
      path
        .replace(/^(\/counsel\/key\/)\{token\}/, `$1${invitation.body.url.split("/").at(-1)}`)
        .replace(/^(\/counsel\/reminders\/)\{token\}/, `$1${stopToken}`)
        .replace(/^(\/room\/)\{token\}/, `$1${rooms.get(id) ?? room.token}`)
        .replace(/(\/signed-certificates\/)\{sha256\}/, `$1${sha256Of(signed)}`)
        .replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? idUnder(path)) +
      (queries[id]?.(names) ?? ""),
  };
}

export const sha256Of = (file: Buffer): string => createHash("sha256").update(file).digest("hex");

/** A certificate of that review. The service gives its hash to the log. */
export async function issuedCertificate(system: TestSystem, id: string): Promise<Buffer> {
  const authorization = `Bearer ${await system.token({ is_platform_admin: true })}`;
  const path = `${system.baseUrl}/admin/rule-reviews/${id}/certificate.pdf`;
  const answer = await fetch(path, { headers: { authorization } });
  return Buffer.from(await answer.arrayBuffer());
}

/** For entries that require a query, or whose answer would otherwise contain the current time. */
const queries: Record<string, (names: Record<string, string>) => string> = {
  exportArtifacts: () => "?format=cyclonedx",
  getCrosswalk: ({ framework_id, use_case_id }) =>
    `?framework_id=${framework_id}&use_case_id=${use_case_id}`,
  getClearance: ({ framework_id, use_case_id }) =>
    `?framework_id=${framework_id}&use_case_ids=${use_case_id}`,
  getRoomCoverage: ({ framework_id, created_at }) =>
    `?framework_id=${framework_id}&as_of=${created_at}`,
  getCoverage: ({ created_at }) => `?as_of=${created_at}`,
  getMachineCoverage: ({ created_at }) => `?as_of=${created_at}`,
  listClassifications: ({ tenant_id }) => `?tenant_id=${tenant_id}`,
  searchRules: ({ use_case_id }) => `?search=${use_case_id}`,
  getWording: ({ use_case_id }) => `?use_case_id=${use_case_id}&on=2999-01-01`,
};
