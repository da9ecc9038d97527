import { commission, expectStatus, ruleText } from "./review-fixture.ts";
import { openRoom } from "./room-fixture.ts";
import type { Api, TestSystem } from "./system.ts";

/** The data that fills every screen of the console: one of everything, in every state. */
export interface Estate {
  tenant: { id: string; name: string };
  frameworkId: string;
  counselId: string;
  /** Review ids by outcome. */
  reviews: { approved: string; pending: string; cancelled: string };
  /** The pending review's token. */
  token: string;
  connections: { sourcehost: string; eventbus: string };
  runId: string;
  roomId: string;
  /** Endpoints of webhooks: the platform's, and the tenant's. */
  endpoints: { platform: string; tenant: string };
  orgAdmin: Api;
}

/** @param word added to every text of every entity, to try hostile texts */
export async function buildEstate(system: TestSystem, word = ""): Promise<Estate> {
  const said = (text: string): string => (word === "" ? text : `${text} ${word}`);
  const { admin } = system;
  const rules = ["transparency.notice", "scoring.social", "biometric.categorisation"].map((id) =>
    ruleText(id, {
      title: said(`Rule about ${id.split(".")[0]}`),
      citations: [{ label: said("Article 5(1)(c)"), url: "https://example.com/law#5" }],
      customer_description_preview: said("You are told that you are talking to a machine."),
      suggested_verdict_copy: said("Tell people at the first contact, in plain words."),
    }),
  );
  const first = await commission(system, { rules });
  const decide = (token: string, body: object) =>
    expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, body), 200);
  await expectStatus(system.api()("GET", `/counsel/review/${first.token}`), 200);
  await decide(first.token, { decision: "approved", comment: said("No objection.") });
  const path = `/admin/frameworks/${first.frameworkId}`;
  await expectStatus(
    admin("PUT", path, { display_name: said("AI transparency code"), jurisdiction: "EU" }),
    200,
  );
  const changed = { ...rules[0], suggested_verdict_copy: said("Tell people before they ask.") };
  await expectStatus(admin("PUT", `${path}/rules`, { rules: [changed] }), 200);
  await expectStatus(
    admin("PATCH", `/admin/counsel/${first.counselId}`, {
      display_name: said("Dr. Ada Lex"),
      firm: said("Lex LLP"),
      notes: said("Prefers the telephone."),
    }),
    200,
  );
  const request = () =>
    expectStatus(
      admin("POST", "/admin/rule-reviews", {
        framework_id: first.frameworkId,
        rule_use_case_ids: ["transparency.notice"],
        counsel_id: first.counselId,
        expiry_days: 2,
      }),
      201,
    );
  const { body: cancelled } = await request();
  await expectStatus(admin("POST", `/admin/rule-reviews/${cancelled.id}/cancel`), 200);
  const { body: pending } = await request();
  const tenant = (
    await expectStatus(admin("POST", "/admin/tenants", { name: said("Northwind") }), 201)
  ).body;
  const orgAdmin = system.api(await system.token({ tenant_id: tenant.id, org_role: "admin" }));
  const connect = async (body: object) =>
    (await expectStatus(orgAdmin("POST", "/connections", body), 201)).body.id as string;
  const sourcehost = await connect({
    provider: "sourcehost",
    display_name: said("Repositories"),
    installation_id: "4711",
  });
  const eventbus = await connect({
    provider: "cloudb",
    subtype: "eventbus",
    display_name: said("Event bus"),
    remote_tenant_id: "123456789012",
  });
  const run = await expectStatus(
    orgAdmin("POST", `/connections/${sourcehost}/discovery-runs`),
    202,
  );
  await expectStatus(
    admin("PUT", "/admin/clearance/pipelines/release", {
      display_name: said("Release of the app"),
      issuer: "https://token.actions.githubusercontent.com",
      audience: said("https://countersign.example.com"),
      claims: { repository_id: "123456789", ref: said("refs/heads/main") },
      framework_ids: [first.frameworkId],
    }),
    200,
  );
  const trust = (api: Api, path: string, audience: string, scopes: string[]) =>
    expectStatus(
      api("PUT", `/${path}/machines/siem`, {
        display_name: said("SIEM collector"),
        issuer: "https://token.actions.githubusercontent.com",
        audience,
        claims: { repository_id: "123456789", ref: said("refs/heads/main") },
        scopes,
      }),
      200,
    );
  await trust(admin, "admin", system.baseUrl, ["audit:read", "coverage:read"]);
  await trust(orgAdmin, "tenant", `${system.baseUrl}/tenants/${tenant.id}`, ["audit:read"]);
  const listen = async (api: Api, of: string, events: string[]) => {
    const url = "https://hooks.example.com/countersign";
    const content = { url, events, description: said("The release board") };
    return (await expectStatus(api("POST", `/${of}/webhook-endpoints`, content), 201)).body.id;
  };
  const room = await openRoom(system, {
    title: said("Market surveillance"),
    framework_ids: [first.frameworkId],
    may_ask: true,
  });
  await expectStatus(
    system.api()("POST", `/room/${room.token}/questions`, { text: said("Why this wording?") }),
    201,
  );
  return {
    roomId: room.room.id,
    endpoints: {
      platform: await listen(admin, "admin", ["law.starts"]),
      tenant: await listen(orgAdmin, "tenant", ["connection.needs_reauthorization"]),
    },
    tenant: { id: tenant.id, name: tenant.name },
    frameworkId: first.frameworkId,
    counselId: first.counselId,
    reviews: { approved: first.review.id, pending: pending.id, cancelled: cancelled.id },
    token: pending.magic_link_url.split("/").at(-1),
    connections: { sourcehost, eventbus },
    runId: run.body.id,
    orgAdmin,
  };
}
