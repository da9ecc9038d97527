/*
 * Runs in a copy of the project to which newcomer-rows.ts was added, on a system that was filled
 * before. It uses all that was added, and prints what it found.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { sign } from "@octokit/webhooks-methods";
import { functionUnits } from "#infra/functions.ts";
import { openapiDocument } from "#shared/routes/contract/openapi.ts";
import { writeOneBundle } from "#test/support/runtime/write-one-bundle.ts";
import { startBrowser } from "./browser.ts";
import { type Auditor, auditorOf } from "./forge-bundle.ts";
import type { OldSystem } from "./old-system.ts";
import { appoint, expectStatus } from "./review-fixture.ts";
import { secretStoreOf } from "./secret-store.ts";
import { startTestSystemWithLog, type TestSystem } from "./system.ts";
import { newTenant, signedIn } from "./tenant-fixture.ts";
import { startUpstream } from "./upstream.ts";

/** The functions that this script calls. Building all functions would take longer. */
const used = new Set<string>([
  ...["putFramework", "putRules", "createCounsel", "deactivateCounsel", "createReview"],
  ...["openReview", "decideReview", "getReview", "getBundle", "getEvidence", "sequenceLog"],
  ...["getVerifier", "getLogCheckpoint", "getLogKey", "getLogKeyChanges", "getLogTile"],
  ...["createTenant", "patchTenantExtractor", "testExtractorConnection", "listAudit"],
  ...["provisionTicketingWebhookSecret", "receiveTicketingWebhook", "getSetupChecklist"],
  ...["openConsole", "getConsoleConfig", "listTenants", "getCoverage"],
]);

/** A counsel's decision through a link. */
async function decide(system: TestSystem, token: string): Promise<void> {
  const link = `/counsel/review/${token}`;
  await expectStatus(system.api()("GET", link), 200);
  await expectStatus(system.api()("POST", `${link}/decide`, { decision: "approved" }), 200);
}

/** The service's own failing checks, and the offline verifier's exit code for the bundle. */
async function judged(system: TestSystem, auditor: Auditor, id: string) {
  const path = `/admin/rule-reviews/${id}`;
  const bundle = await expectStatus(system.admin("GET", `${path}/bundle`), 200);
  const { checks } = (await expectStatus(system.admin("GET", `${path}/evidence`), 200)).body;
  const failing = checks.filter(({ result }: { result: string }) => result === "fail");
  const { status } = await auditor.run(bundle.text, auditor.options);
  return { bundle, failing, verified: status };
}

/** Uses the new field, action and default (21 days), and checks that the old reviews still hold. */
async function useField(system: TestSystem, { decided, open, counselId }: OldSystem) {
  const before = await expectStatus(system.admin("GET", `/admin/rule-reviews/${decided}`), 200);
  const { framework_id, rule_use_case_ids } = before.body;
  const request = { framework_id, rule_use_case_ids, counsel_id: counselId };
  const asked = await expectStatus(
    system.admin("POST", "/admin/rule-reviews", { ...request, priority: "urgent" }),
    201,
  );
  const token = new URL(asked.body.magic_link_url).pathname.split("/").at(-1) ?? "";
  await decide(system, token);
  await decide(system, open.token);
  await expectStatus(system.admin("POST", `/admin/counsel/${counselId}/deactivate`), 200);
  await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
  const { body: detail } = await system.admin("GET", `/admin/rule-reviews/${asked.body.id}`);
  const auditor = await auditorOf(system);
  await auditor.copyLog();
  const { bundle, ...own } = await judged(system, auditor, asked.body.id);
  const altered = bundle.text.replaceAll('"urgent"', '"normal"');
  const refused = await auditor.run(altered, auditor.options);
  const old = [];
  for (const id of [decided, open.id]) {
    const { bundle: file, ...told } = await judged(system, auditor, id);
    old.push({ ...told, priority: file.body.request.priority ?? null });
  }
  const document = JSON.stringify(openapiDocument());
  return {
    ...{ detail: detail.priority, bundle: bundle.body.request.priority, ...own, old },
    row: bundle.body.audit[0].context.priority,
    actions: bundle.body.counsel_audit.map(({ action }: { action: string }) => action),
    altered: refused.status,
    isDocumented: document.includes('"priority"') && document.includes('"default":21'),
    days: (Date.parse(detail.expires_at) - Date.parse(detail.created_at)) / 86_400_000,
  };
}

/** Adds the new rule book beside the old one, and decides on its rule. */
async function useBook(system: TestSystem) {
  const file = new URL("../../shared/domain/frameworks/rule-books/us-news.json", import.meta.url);
  const { framework_id, rules, ...book } = JSON.parse(readFileSync(file, "utf8"));
  const path = `/admin/frameworks/${framework_id}`;
  await expectStatus(system.admin("PUT", path, book), 200);
  await expectStatus(system.admin("PUT", `${path}/rules`, { rules }), 200);
  const counsel_id = await appoint(system, framework_id, "news@law.example");
  const rule_use_case_ids = rules.map((rule: { use_case_id: string }) => rule.use_case_id);
  const request = { framework_id, rule_use_case_ids, counsel_id };
  const { body } = await system.admin("POST", "/admin/rule-reviews", request);
  await decide(system, new URL(body.magic_link_url).pathname.split("/").at(-1) ?? "");
  await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
  const auditor = await auditorOf(system);
  await auditor.copyLog();
  const { failing, verified } = await judged(system, auditor, body.id);
  const { totals } = (await system.admin("GET", `${path}/coverage`)).body;
  return { failing, verified, approved: totals.approved_live };
}

/** Gives a chain of the new provider to a tenant that had another one, and returns its answer. */
async function useProvider(system: TestSystem, { tenantId }: OldSystem) {
  const org = signedIn(system, tenantId, "admin");
  const entry = { provider: "regional_llm", model: "m" };
  const chain = await org("PATCH", "/tenant/settings/extractor", { chain: [entry] });
  const path = "/tenant/settings/extractor/test-connection";
  const { body } = await org("POST", path, entry);
  return { chain: chain.body.chain?.[0]?.provider ?? chain.body, answers: body.ok ?? body };
}

/** Sends deliveries to the new source: a signed one, the same again, and one signed wrongly. */
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

/** The heading of the new screen, which it opens from the navigation. */
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
const old = JSON.parse(process.argv[2] ?? "") as OldSystem;
const system = await startTestSystemWithLog({
  stateDir: old.stateDir,
  functions: "oneBundle",
  bundle,
  settings: {
    REGIONAL_LLM_API_KEY: "sk-regional",
    REGIONAL_LLM_ENDPOINT: `${upstream.url}/good/api/chat`,
    EXTRACTOR_ALLOWED_HOSTS: upstream.host,
  },
});
const found = {
  field: await useField(system, old),
  book: await useBook(system),
  provider: await useProvider(system, old),
  webhook: await useWebhook(system),
  screen: await useScreen(system),
};
process.stdout.write(`\n${JSON.stringify(found)}\n`);
process.exit(0);
