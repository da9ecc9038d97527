/* Run in a copy of the project to which newcomer-rows.ts was added: uses all of it, and prints what it found. */
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { sign } from "@octokit/webhooks-methods";
import { functionUnits } from "#infra/functions.ts";
import { writeOneBundle } from "#infra/one-bundle.ts";
import { openapiDocument } from "#shared/routes/contract/openapi.ts";
import { startBrowser } from "./browser.ts";
import { auditorOf } from "./forge-bundle.ts";
import { commission, expectStatus } from "./review-fixture.ts";
import { secretStoreOf } from "./secret-store.ts";
import { startTestSystemWithLog, type TestSystem } from "./system.ts";
import { newTenant } from "./tenant-fixture.ts";
import { startUpstream } from "./upstream.ts";

/** The functions that this calls: a build of all takes longer. */
const used = new Set<string>([
  ...["putFramework", "putRules", "createCounsel", "deactivateCounsel", "createReview"],
  ...["openReview", "decideReview", "getReview", "getBundle", "getEvidence", "sequenceLog"],
  ...["getVerifier", "getLogCheckpoint", "getLogKey", "getLogKeyChanges", "getLogTile"],
  ...["createTenant", "patchTenantExtractor", "testExtractorConnection", "listAudit"],
  ...["provisionTicketingWebhookSecret", "receiveTicketingWebhook", "getSetupChecklist"],
  ...["openConsole", "getConsoleConfig", "listTenants"],
]);

/** A review with the field, decided; a counsel with the action; 21 days. */
async function useField(system: TestSystem) {
  const first = await commission(system);
  const { framework_id, rule_use_case_ids } = first.review;
  const request = { framework_id, rule_use_case_ids, counsel_id: first.counselId };
  const asked = await expectStatus(
    system.admin("POST", "/admin/rule-reviews", { ...request, priority: "urgent" }),
    201,
  );
  const token = new URL(asked.body.magic_link_url).pathname.split("/").at(-1);
  await expectStatus(system.api()("GET", `/counsel/review/${token}`), 200);
  const decision = { decision: "approved" };
  await expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, decision), 200);
  await expectStatus(system.admin("POST", `/admin/counsel/${first.counselId}/deactivate`), 200);
  await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
  const path = `/admin/rule-reviews/${asked.body.id}`;
  const bundle = await expectStatus(system.admin("GET", `${path}/bundle`), 200);
  const evidence = await expectStatus(system.admin("GET", `${path}/evidence`), 200);
  const detail = await expectStatus(system.admin("GET", path), 200);
  const auditor = await auditorOf(system);
  await auditor.copyLog();
  const verified = await auditor.run(bundle.text, auditor.options);
  const altered = bundle.text.replaceAll('"urgent"', '"normal"');
  const refused = await auditor.run(altered, auditor.options);
  const document = JSON.stringify(openapiDocument());
  const { created_at, expires_at } = detail.body;
  return {
    detail: detail.body.priority,
    bundle: bundle.body.request.priority,
    row: bundle.body.audit[0].context.priority,
    actions: bundle.body.counsel_audit.map(({ action }: { action: string }) => action),
    failing: evidence.body.checks.filter(({ result }: { result: string }) => result === "fail"),
    verified: verified.status,
    altered: refused.status,
    isDocumented: document.includes('"priority"') && document.includes('"default":21'),
    days: (Date.parse(expires_at) - Date.parse(created_at)) / 86_400_000,
  };
}

/** A tenant's chain of the new provider, and what it answers. */
async function useProvider(system: TestSystem) {
  const { org } = await newTenant(system);
  const entry = { provider: "regional_llm", model: "m" };
  const chain = await org("PATCH", "/tenant/settings/extractor", { chain: [entry] });
  const path = "/tenant/settings/extractor/test-connection";
  const { body } = await org("POST", path, entry);
  return { chain: chain.body.chain?.[0]?.provider ?? chain.body, answers: body.ok ?? body };
}

/** Deliveries to the new source: signed, again, and with another signature. */
async function useWebhook(system: TestSystem) {
  const tenant = await newTenant(system, "Globex");
  await system.admin("POST", "/admin/setup/ticketing-webhook-secret/provision-secret");
  const secret = await secretStoreOf(system).value("ticketing-webhook-secret");
  const id = randomUUID();
  const body = { title: "A model is in production" };
  const ticket = JSON.stringify(body);
  const deliver = async (by: string, delivery: string) => {
    const headers = { "x-ticket-id": delivery, "x-ticket-signature": await sign(by, ticket) };
    return (await system.api()("POST", `/webhooks/ticketing/${tenant.id}`, body, headers)).body;
  };
  const [taken, again] = [await deliver(secret, id), await deliver(secret, id)];
  const refused = await deliver("another", randomUUID());
  const { items } = (await system.admin("GET", `/admin/audit?tenant_id=${tenant.id}`)).body;
  const { rows } = (await system.admin("GET", "/admin/setup/checklist")).body;
  return {
    taken: taken.status,
    again: again.status,
    refused: refused.code,
    recorded: items.flatMap(({ action }: { action: string }) =>
      action.startsWith("ticketing.") ? [action] : [],
    ),
    checklist: rows.find(({ id }: { id: string }) => id === "ticketing_webhook_secret")?.status,
  };
}

/** The new screen, opened from the navigation: its heading. */
async function useScreen(system: TestSystem): Promise<string> {
  const browser = await startBrowser();
  const page = await browser.newPage();
  await page.goto(`${system.baseUrl}/admin/console`);
  await page.getByRole("button", { name: "Platform admin", exact: true }).click();
  await page.getByRole("link", { name: "News", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "News" }).waitFor();
  const lead = await page.getByText("What is new.").count();
  await browser.close();
  return `${new URL(page.url()).pathname}: ${lead}`;
}

const bundle = fileURLToPath(new URL("../../one-bundle", import.meta.url));
await writeOneBundle(
  bundle,
  functionUnits.filter(({ id }) => used.has(id)),
);
const upstream = await startUpstream();
const system = await startTestSystemWithLog({
  functions: "oneBundle",
  bundle,
  settings: {
    REGIONAL_LLM_API_KEY: "sk-regional",
    REGIONAL_LLM_ENDPOINT: `${upstream.url}/good/api/chat`,
    EXTRACTOR_ALLOWED_HOSTS: upstream.host,
  },
});
const found = {
  field: await useField(system),
  provider: await useProvider(system),
  webhook: await useWebhook(system),
  screen: await useScreen(system),
};
process.stdout.write(`\n${JSON.stringify(found)}\n`);
process.exit(0);
