import { allOf, endOf, runToEnd } from "./cloudc-fixture.ts";
import { type RepositoryServer, startRepositories } from "./repository-server.ts";
import { appoint, expectStatus, requestReview, ruleText } from "./review-fixture.ts";
import { rsaPem } from "./rsa-key.ts";
import { startTestSystem, type TestSystem } from "./system.ts";
import { connectSourcehost, newTenant, type TestTenant } from "./tenant-fixture.ts";

export const RULE = "annex3.4.a.employment_recruitment";

/** A system with a source host, and the AI Act as far as its gates need it. */
export interface GatedSystem {
  system: TestSystem;
  host: RepositoryServer;
  counselId: string;
  close(): Promise<void>;
}

/** The functions' settings for a source host. */
export const hostSettings = (host: RepositoryServer) => ({
  SOURCEHOST_APP_ID: "314159",
  SOURCEHOST_API_URL: host.url,
});

export async function startGatedSystem(
  settings: Record<string, string> = {},
): Promise<GatedSystem> {
  const host = await startRepositories();
  const system = await startTestSystem({ settings: { ...hostSettings(host), ...settings } });
  return gated(system, host);
}

/** Gives a running system the app's key, and the rule and the counsel that the gate asks for. */
export async function gated(system: TestSystem, host: RepositoryServer): Promise<GatedSystem> {
  const app = { private_key_pem: rsaPem() };
  await system.admin("POST", "/admin/setup/sourcehost-app/private-key", app);
  const book = "/admin/frameworks/eu_ai_act";
  await expectStatus(system.admin("PUT", book, { display_name: "EU AI Act" }), 200);
  await expectStatus(system.admin("PUT", `${book}/rules`, { rules: [ruleText(RULE)] }), 200);
  const counselId = await appoint(system, "eu_ai_act", "ada@law.example");
  const close = async () => {
    await Promise.all([system.close(), host.close()]);
  };
  return { system, host, counselId, close };
}

/** Counsel decides on the rule on which an employment system rests. */
export async function decideOnRule({ system, counselId }: GatedSystem, decision: string) {
  const asked = { frameworkId: "eu_ai_act", counselId, ruleIds: [RULE], email: "ada@law.example" };
  const { token } = await requestReview(system, asked);
  const path = `/counsel/review/${token}/decide`;
  await expectStatus(system.api()("POST", path, { decision }), 200);
}

export interface GatedTenant extends TestTenant {
  connectionId: string;
  installationId: string;
}

export async function gatedTenant(
  { system }: GatedSystem,
  tenant?: TestTenant,
): Promise<GatedTenant> {
  const own = tenant ?? (await newTenant(system));
  const { id, installation_id } = await connectSourcehost(own);
  return { ...own, connectionId: id, installationId: installation_id };
}

/** Makes a full run and waits for its end. */
export const scan = (tenant: GatedTenant) => runToEnd(tenant, tenant.connectionId);

/** Examines a commit and waits for the end. */
export async function examine(tenant: GatedTenant, repository_id: string, commit: string) {
  const path = `/connections/${tenant.connectionId}/discovery-runs`;
  const { body } = await expectStatus(tenant.member("POST", path, { repository_id, commit }), 202);
  return endOf(tenant, body.id);
}

export const artifactsOf = (tenant: GatedTenant) =>
  allOf(tenant.member, `/artifacts?connection_id=${tenant.connectionId}`);

/** An org admin's answers about a system that ranks applicants, which makes it high-risk. */
const ranking = {
  is_ai_system: true,
  practices: [],
  area: ["employment_recruitment"],
  profiles: true,
  biometric: "none",
  safety_component: "none",
  narrow_task: "none",
  decides: "assists",
  generates_content: [],
  interacts_with_people: false,
  role: "deployer",
};

/** An org admin answers the questions about an artifact, and confirms the result. */
export async function confirm(tenant: GatedTenant, id: string, answers: object = ranking) {
  const path = `/artifacts/${id}/classification`;
  const answered = await expectStatus(
    tenant.org("PUT", path, { answers, reason: "Our engineers say so." }),
    200,
  );
  return answered.body.classification ?? answered.body;
}

export const ask = (tenant: GatedTenant, body: object, query = "") =>
  tenant.member("POST", `/clearance/systems${query}`, body);
