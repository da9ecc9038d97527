import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ListSecretsCommand } from "@aws-sdk/client-secrets-manager";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { Route } from "#shared/routes/contract/route.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { entityAt } from "#shared/store/entities.ts";
import { type CiIssuer, startCiIssuer } from "#test/support/ci-issuer.ts";
import { startCommand } from "#test/support/command.ts";
import { sized } from "#test/support/full-size.ts";
import { killAt, useEnvironmentOf, whens } from "#test/support/in-process.ts";
import { newMachine } from "#test/support/machine-fixture.ts";
import { type OneOfEach, oneOfEach } from "#test/support/one-of-each.ts";
import { commissionPanel, type Member } from "#test/support/panel-fixture.ts";
import { startPassingOn } from "#test/support/passed-on.ts";
import { askAgain, commission, expectStatus } from "#test/support/review-fixture.ts";
import { secretStoreOf } from "#test/support/secret-store.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import { scanTable, tableClient } from "#test/support/table.ts";
import { connectSourcehost, newTenant } from "#test/support/tenant-fixture.ts";

/** How many deletions a removal does before a test stops it. */
const CUT_OFF_AFTER = 40;

/** The operator's options of the stage `test`. */
const OPTIONS = "cdk.context.test.json";

/** The Node that checks an export elsewhere: the machine's own, with nothing of this project. */
const OTHER_NODE = "node";

let system: TestSystem;
let ci: CiIssuer;
let made: OneOfEach;
let folder: string;
let key: string;
/** A panel of which one member has decided before the export of everything. */
let under: Awaited<ReturnType<typeof commissionPanel>>;
/** The export of everything: its folder, and what the command said. */
let all: { folder: string; code: number | null; stderr: string };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "leaving-"));
  ci = await startCiIssuer();
  system = await startTestSystemWithLog({
    stateDir: join(folder, "state"),
    settings: { PIPELINE_ISSUER_ALLOWED_HOSTS: ci.host },
  });
  made = await oneOfEach(system);
  await leaveDeliveries(confirmByCounsel);
  await sequence();
  const keys = (await system.api()("GET", "/evidence/log/key")).text;
  key = keys.split("\n")[0] ?? "";
  under = await commissionPanel(system, { members: 2 });
  await decideAs(under.members[0]);
  all = await exportAfterDecision();
});
afterAll(async () => {
  await Promise.all([system.close(), ci.close()]);
  rmSync(folder, { recursive: true });
});

const WORDS = "Only for the operator.";
let reviewId: string;

/** A person of the tenant confirms a classification that rests on a rule approved by counsel. */
async function confirmByCounsel(): Promise<void> {
  const { review, token, frameworkId, ruleIds } = await commission(system);
  reviewId = review.id;
  const decision = { decision: "approved", comment: WORDS };
  await expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, decision), 200);
  const item = (await scanTable(system)).find(
    (one) => (one.classification as { confirmed_by?: string } | null)?.confirmed_by,
  );
  const rule = { framework_id: frameworkId, use_case_id: ruleIds[0] };
  await tableClient(system).send(
    new UpdateCommand({
      TableName: system.endpoints.table_name,
      Key: { pk: item?.pk, sk: item?.sk },
      UpdateExpression: "SET classification.reasons = :reasons",
      ExpressionAttributeValues: { ":reasons": [{ rule, gate: "scope", facts: [] }] },
    }),
  );
}

/** The webhook endpoint that the tenant has deleted, with deliveries from before. */
let formerEndpoint: string;

async function leaveDeliveries(happen: () => Promise<void>): Promise<void> {
  const courier = () => expectStatus(system.api()("POST", "/_local/schedules/courier/run"), 200);
  const { org } = made.tenant;
  const hook = { url: "https://hooks.example/former", events: ["clearance.changed"] };
  formerEndpoint = (await expectStatus(org("POST", "/tenant/webhook-endpoints", hook), 201)).body
    .id;
  await happen();
  await courier();
  await expectStatus(org("DELETE", `/tenant/webhook-endpoints/${formerEndpoint}`), 204);
  // A run passes over an endpoint whose next try is not due yet.
  await vi.waitFor(
    async () => {
      await courier();
      expect(await kindsOf(formerEndpoint)).toEqual(["HOOKLOG", "HOOKLOGID"]);
    },
    { timeout: 60_000, interval: 1_000 },
  );
}

/** The kinds of webhooks' items whose key names an endpoint. */
const kindsOf = async (id: string): Promise<string[]> => {
  const items = await scanTable(system);
  const kinds = items.map(({ pk }) => String(pk).split("#")).filter(([, named]) => named === id);
  return [...new Set(kinds.map(([kind = ""]) => kind))].toSorted();
};

const sequence = () => system.api()("POST", "/_local/schedules/sequence-log/run");

/** What others do while a command runs. */
let meanwhile: () => Promise<unknown> = async () => null;

/** The log stands still until the command says this. */
let logStandsUntil = "";

/** Runs the command as it is typed. The log goes on meanwhile. */
const admin = (...args: string[]) =>
  adminWith({ LOCAL_STATE_DIR: join(folder, "state"), STAGE: "test" }, args);

async function adminWith(settings: Record<string, string>, args: readonly string[]) {
  let isOver = false;
  const { child, ...command } = startCommand("bin/admin.ts", settings, { args });
  const ended = command.ended.finally(() => {
    isOver = true;
  });
  let said = "";
  child.stderr?.on("data", (chunk: string) => {
    said += chunk;
  });
  const round = async () => {
    await Promise.all([said.includes(logStandsUntil) ? sequence() : null, meanwhile()]);
    return isOver;
  };
  await vi.waitUntil(round, { timeout: 120_000, interval: 1_000 });
  return ended;
}

/** Checks a copy of an export in a folder that contains nothing else. */
function verify(from: string, args: readonly string[], change: (copy: string) => void = () => {}) {
  const copy = mkdtempSync(join(folder, "elsewhere-"));
  cpSync(from, copy, { recursive: true });
  change(copy);
  const command = [join(copy, "verify-export.mjs"), ...args];
  try {
    const stdout = execFileSync(OTHER_NODE, command, {
      encoding: "utf8",
      stdio: "pipe",
      cwd: copy,
      // A pipe that is opened for reading never ends.
      timeout: 60_000,
    });
    return { code: 0, stdout };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return { code: status, stdout: stdout + stderr };
  }
}

const filesIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: "utf8" }).toSorted();

async function decideAs(member: Member | undefined): Promise<void> {
  await expectStatus(system.api()("GET", `/counsel/review/${member?.token}`), 200);
  const path = `/counsel/review/${member?.token}/decide`;
  await expectStatus(system.api()("POST", path, { decision: "approved" }), 200);
}

/** Exports everything just after a decision, a certificate and a view, while the log stands still. */
async function exportAfterDecision() {
  const out = join(folder, "all");
  const { review, token } = await commission(system);
  const path = `/counsel/review/${token}/decide`;
  await expectStatus(system.api()("POST", path, { decision: "approved" }), 200);
  await sequence();
  await expectStatus(system.admin("GET", `/admin/rule-reviews/${review.id}/certificate.pdf`), 200);
  const late = await askAgain(system);
  await expectStatus(system.api()("GET", `/counsel/review/${late.token}`), 200);
  logStandsUntil = "to take the newest rows";
  const { code, stderr } = await admin("export-all", "--out", out);
  logStandsUntil = "";
  return { folder: out, code, stderr };
}

test("an exported platform verifies on another machine, with what was decided and the certificate drawn just before it, and altered, missing or extra files are named", async () => {
  const { folder: out, code, stderr } = all;
  expect([code, stderr]).toEqual([0, expect.stringContaining("Waiting for the evidence log")]);
  const names = filesIn(out);
  expect(names).toEqual(
    expect.arrayContaining(["manifest.json", "proof.json", "log/checkpoint", "verify-bundle.mjs"]),
  );
  expect(names.filter((name) => /^bundles\/.*json$/.test(name)).length).toBeGreaterThan(1);
  expect(names).not.toContain(".incomplete");
  expect(readFileSync(join(out, `bundles/review-${reviewId}.json`), "utf8")).toContain(WORDS);

  const whole = verify(out, ["--key", key]);
  expect([whole.code, whole.stdout]).toEqual([0, expect.stringContaining("RESULT: genuine")]);
  // The export waited for the log of what was decided, and of the certificate drawn, just before it.
  expect(whole.stdout).not.toContain("NOT CHECKED");
  expect(verify(out, []).code).toBe(3);

  const [records = ""] = names.filter((name) => /^records\/audit-\d+\.jsonl$/.test(name));
  const [missing = "", linked = ""] = names.filter(
    (name) => name.endsWith(".jsonl") && name !== records,
  );
  const bundle = `bundles/review-${reviewId}.json`;
  const harms: readonly (readonly [said: string, harm: (copy: string) => void])[] = [
    [`${records} is not as it was exported`, (copy) => appendFileSync(join(copy, records), " ")],
    [`${missing} is not there`, (copy) => rmSync(join(copy, missing))],
    ["more.txt", (copy) => writeFileSync(join(copy, "more.txt"), "x")],
    [
      linked,
      (copy) => {
        renameSync(join(copy, linked), join(folder, "elsewhere.jsonl"));
        symlinkSync(join(folder, "elsewhere.jsonl"), join(copy, linked));
      },
    ],
    ["log/checkpoint is not as it was exported", (copy) => makePipe(join(copy, "log/checkpoint"))],
    ["bundles/pipe", (copy) => makePipe(join(copy, "bundles/pipe"))],
    [
      `${bundle} cannot be checked: it is larger than 64 MB`,
      (copy) => truncateSync(join(copy, bundle), 64 * 1024 * 1024 + 1),
    ],
    [
      "proof.json is missing, or",
      (copy) => writeFileSync(join(copy, "proof.json"), "\xff", "latin1"),
    ],
  ];
  // One by one in the bench; an ordinary run tries all in one copy.
  for (const together of sized(
    harms.map((one) => [one]),
    [harms],
  )) {
    const { code, stdout } = verify(out, ["--key", key], (copy) => {
      for (const [, harm] of together) harm(copy);
    });
    expect(code).toBe(1);
    for (const [said] of together) expect(stdout).toContain(said);
  }
  const piped = verify(out, ["--key", key], (copy) => makePipe(join(copy, "proof.json")));
  expect([piped.code, piped.stdout]).toEqual([1, expect.stringContaining("proof.json is missing")]);
  const forged = verify(out, ["--key", key], forgeManifest(records));
  expect([forged.code, forged.stdout]).toEqual([1, expect.stringContaining("another manifest")]);

  // Lines are sorted, and no file contains a working link.
  const lines = readFileSync(join(out, records), "utf8").trimEnd().split("\n");
  const keys = lines.map((line) => JSON.parse(line)).map(({ pk, sk }) => `${pk} / ${sk}`);
  expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)));
  const rows = lines.map((line) => JSON.parse(line).row?.context ?? {});
  const links = rows.flatMap(({ magic_link_url: link }) => (link ? [link] : []));
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((link) => !link.startsWith("sha256:"))).toEqual([]);
  // No item names a person if docs/data-protection.md does not mention its kind.
  const known = new Set(lines.map((line) => JSON.parse(line).row?.actor_user_id ?? ""));
  const people = new RegExp(`@[\\w-]+\\.|${[...known].filter(Boolean).join("|")}`);
  const naming = names
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) => readFileSync(join(out, name), "utf8").trimEnd().split("\n"))
    .filter((line) => people.test(line))
    .map((line) => JSON.parse(line))
    .map(({ pk, sk }) => entityAt(`${pk} / ${sk}`));
  expect(naming.length).toBeGreaterThan(10);
  expect(naming.filter((entity) => entity?.personal == null)).toEqual([]);
  const left = JSON.parse(readFileSync(join(out, "not_exported.json"), "utf8"));
  expect(left.credentials.length).toBeGreaterThan(5);
});

function makePipe(path: string): void {
  rmSync(path, { force: true });
  execFileSync("mkfifo", [path]);
}

test("a bundle that holds nothing, or another review's evidence, is named although the log took its manifest", async () => {
  const out = join(folder, "swapped");
  cpSync(all.folder, out, { recursive: true });
  const [emptied = "", swapped = "", other = ""] = filesIn(out).filter((name) =>
    /^bundles\/review-.*json$/.test(name),
  );
  const manifest = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));
  for (const [path, content] of [
    [emptied, Buffer.from("{}")],
    [swapped, readFileSync(join(all.folder, other))],
  ] as const) {
    writeFileSync(join(out, path), content);
    const entry = manifest.files.find((file: { path: string }) => file.path === path);
    entry.sha256 = createHash("sha256").update(content).digest("hex");
    entry.bytes = content.length;
  }
  const { tenant_id, started_at, origin } = manifest;
  writeFileSync(join(out, "manifest.json"), JSON.stringify(manifest));
  // The operator's command goes on at the point where the stage records the manifest.
  rmSync(join(out, "proof.json"));
  writeFileSync(join(out, ".incomplete"), JSON.stringify({ tenant_id, started_at, origin }));
  expect((await admin("export-all", "--out", out)).code).toBe(0);
  const { code, stdout } = verify(out, ["--key", key]);
  expect(stdout).toMatch(/^OK +manifest/m);
  expect(stdout).toMatch(/^OK +files/m);
  for (const path of [emptied, swapped]) {
    expect(stdout).toMatch(new RegExp(`^CHANGED .*${path}`, "m"));
  }
  expect(stdout.match(/^CHANGED/gm)?.length).toBe(2);
  expect(code).toBe(1);
});

test("a panel that went on while its export was written is noted, and one that began meanwhile is left out", async () => {
  const out = join(folder, "panel");
  cpSync(all.folder, out, { recursive: true });
  const { panel, members } = under;
  await decideAs(members[1]);
  const { panel: later } = await commissionPanel(system);
  // The operator's command ended after the bundles, and is run again the next day.
  const { tenant_id, started_at, origin } = JSON.parse(
    readFileSync(join(out, "manifest.json"), "utf8"),
  );
  for (const name of ["manifest.json", "proof.json", "log"]) {
    rmSync(join(out, name), { recursive: true });
  }
  writeFileSync(join(out, ".incomplete"), JSON.stringify({ tenant_id, started_at, origin }));
  expect((await admin("export-all", "--out", out)).code).toBe(0);
  expect(filesIn(join(out, "bundles"))).not.toContain(`panel-${later.id}.json`);
  const { code, stdout } = verify(out, ["--key", key]);
  expect(stdout).not.toContain("NOT CHECKED");
  for (const name of [`panel-${panel.id}`, ...members.map(({ review }) => `review-${review.id}`)]) {
    expect(stdout).toMatch(new RegExp(`^NOTED +undecided +bundles/${name}\\.json: `, "m"));
  }
  expect(code).toBe(0);
});

/** A manifest that matches altered files, but that no row names. */
const forgeManifest = (records: string) => (copy: string) => {
  const manifest = JSON.parse(readFileSync(join(copy, "manifest.json"), "utf8"));
  manifest.files = manifest.files.filter(({ path }: { path: string }) => path !== records);
  writeFileSync(join(copy, "manifest.json"), JSON.stringify(manifest));
  rmSync(join(copy, records));
};

test("a tenant's export contains its own data and nothing of another tenant, and an unfinished one resumes", async () => {
  const { id } = made.tenant;
  const out = join(folder, "tenant");
  // The state after a crash: some files exist, others do not.
  mkdirSync(join(out, "records"), { recursive: true });
  const origin = /^(\S+)/.exec((await system.api()("GET", "/evidence/log/checkpoint")).text)?.[1];
  const started_at = await system.advance(1);
  const unfinished = { tenant_id: id, started_at, origin };
  writeFileSync(join(out, ".incomplete"), JSON.stringify(unfinished));
  writeFileSync(join(out, "records/half-0000.jsonl.new"), "{");
  const { code, stderr } = await admin("export-tenant", id, "--out", out);
  expect([code, stderr]).toEqual([0, expect.stringContaining("Waiting for the evidence log")]);
  const { code: verified, stdout } = verify(out, ["--key", key]);
  expect([verified, stdout]).toEqual([
    0,
    expect.stringMatching(/NOTED +whole_log.*^RESULT: genuine and unchanged\.$/ms),
  ]);
  const records = filesIn(out)
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => readFileSync(join(out, name), "utf8"))
    .join("");
  expect(records).toContain(`CONNECTION#`);
  expect(records).toContain(`HOOKLOG#${formerEndpoint}`);
  expect(records).toContain(`HOOKLOGID#${formerEndpoint}`);
  const tenants = [...records.matchAll(/"tenant_id":"([^"]*)"/g)].map(([, named]) => named);
  expect([...new Set(tenants)]).toEqual([id]);
  // The decision that a confirmed classification rests on, without counsel's words.
  expect(readdirSync(join(out, "bundles"))).toEqual([`review-${reviewId}.json`]);
  const bundle = readFileSync(join(out, `bundles/review-${reviewId}.json`), "utf8");
  expect(records + bundle).not.toContain(WORDS);
});

/** Routes for the people of a tenant, and routes that name the tenant in their path. */
const ofTenants = (route: Route): boolean =>
  ["user", "org"].includes(route.access) || /\{tenant_id\}/.test(route.path);

const bodies: Readonly<Record<string, object>> = {
  updateTenant: { name: "Acme again" },
  swapToPreset: { preset: "mock" },
};

/** A stage on AWS whose operator names its region in the shell. It uses this system's services. */
async function stageInRegion(region: string) {
  const asked: string[] = [];
  const { dynamodb = "", secretsmanager = "", events: own = "" } = system.endpoints;
  const events = await startPassingOn(own, (call) => {
    asked.push(`${call.operation} in ${call.region}`);
    return null;
  });
  onTestFinished(() => events.close());
  const settings = {
    AWS_REGION: region,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secretsmanager,
    AWS_ENDPOINT_URL_EVENTBRIDGE: events.url,
    AWS_ACCESS_KEY_ID: "operator",
    AWS_SECRET_ACCESS_KEY: "any",
  };
  return { asked, settings };
}

test("a removed tenant gets no answers, and log, watcher and evidence stay clean", async () => {
  const { id, org } = made.tenant;
  expect((await org("GET", "/connections")).status).toBe(200);
  const given = { id: "collector", scopes: ["audit:read"], tenant: made.tenant } as const;
  const { token } = await newMachine(system, ci, given);
  const collector = system.api(await token({ exp: Math.floor(Date.now() / 1000) + 86_400 }));
  expect((await collector("GET", "/machine/audit")).status).toBe(200);
  const wrong = await admin("remove-tenant", id, "--name", "Another");
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining("has another name")]);
  // Instances that know the tenant keep taking calls, and they count rates and what models cost.
  const late = () => Promise.all([probe(), collector("GET", "/machine/audit")]);
  const probe = () =>
    org("POST", "/tenant/settings/extractor/test-connection", { provider: "mock" });
  const stage = await stageInRegion("eu-central-1");
  const removal = ["remove-tenant", id, "--name", "Acme", "--stage", "test"];
  // As after a restore: the stage's options name the table that it uses. Somebody's own file stays.
  const options = JSON.stringify({ restoredTable: system.endpoints.table_name });
  writeFileSync(OPTIONS, options, { flag: "wx" });
  onTestFinished(() => rmSync(OPTIONS));
  const { AWS_REGION: _, ...nowhere } = stage.settings;
  const lost = await adminWith(nowhere, removal);
  expect([lost.code, lost.stderr]).toEqual([1, expect.stringMatching(/^Name the region .*\n$/)]);
  meanwhile = late;
  const first = await adminWith(stage.settings, removal);
  // An account's buses in another region would look as if they had been removed.
  expect(new Set(stage.asked)).toEqual(
    new Set(["PutEvents in eu-central-1", "DescribeEventBus in eu-central-1"]),
  );
  expect([first.code, first.stdout]).toEqual([3, expect.stringContaining("run the same command")]);
  // An instance that still knows the tenant writes nothing about it, because the tombstone refuses.
  const endpoint = { url: "https://hooks.example/late", events: ["clearance.changed"] };
  const answers = [await org("POST", "/tenant/webhook-endpoints", endpoint), ...(await late())];
  for (const { status, body } of answers) {
    expect([status, body.code]).toEqual([403, "unknown_tenant"]);
  }
  meanwhile = async () => null;
  const left = async () =>
    (await scanTable(system))
      .filter((item) => JSON.stringify(item).includes(id))
      .map(({ pk }) => String(pk).split("#")[0]);
  expect((await left()).filter((kind) => kind === "RATE" || kind === "EXTRACTOR")).toEqual([]);
  await system.advance(31);
  expect((await org("GET", "/connections")).body.code).toBe("unknown_tenant");
  const machine = await collector("GET", "/machine/audit");
  expect([401, 403]).toContain(machine.status);
  await system.advance(16 * 60);
  const second = await admin("remove-tenant", id, "--name", "Acme");
  expect([second.code, second.stdout]).toEqual([0, "Acme is removed.\n"]);

  const answered: string[] = [];
  for (const route of allRoutes.filter(ofTenants)) {
    const isOwn = ["user", "org"].includes(route.access);
    const ask = route.access === "platform" ? system.admin : org;
    const { status, body } = await ask(route.method, made.pathOf(route), bodies[route.id]);
    const isRefused = isOwn ? body?.code === "unknown_tenant" : [401, 404].includes(status);
    if (!isRefused) answered.push(`${route.method} ${route.path}: ${status} ${body?.code}`);
  }
  expect(answered).toEqual([]);
  expect((await system.admin("GET", `/admin/tenants/${id}`)).status).toBe(404);
  const { items } = (await system.admin("GET", `/admin/audit?tenant_id=${id}&limit=200&order=desc`))
    .body;
  const actions = items.map(({ action }: { action: string }) => action);
  expect(actions[0]).toBe("tenant.removed");
  // A call that began just after the removal may still have been written before the tombstone was.
  const removals = actions.filter((action: string) => action.startsWith("tenant.remov"));
  expect(removals).toEqual(["tenant.removed", "tenant.removal_started"]);
  // What remains in the table names the tenant only in audit rows, log and tombstone.
  const stays = ["AUDIT", "CHAIN", "LOGOUT", "LOGROW", "TOMBSTONE", "EVENTS"];
  expect([...new Set(await left())].filter((kind) => !stays.includes(kind ?? ""))).toEqual([]);
  expect(await kindsOf(formerEndpoint)).toEqual([]);
});

const tokens = async (): Promise<number> => {
  const { SecretList = [] } = await secretStoreOf(system).client.send(new ListSecretsCommand({}));
  return SecretList.filter(({ Name }) => Name?.startsWith("cloudc-refresh-token-")).length;
};

/** Connects an environment again and again; each time the function is stopped at another call. */
async function connectCutOff(tenantId: string): Promise<void> {
  const { createConnection } = await import("#shared/use-cases/connections/create-connection.ts");
  const given = { provider: "cloudc", subtype: "oauth_refresh", display_name: "Legacy" } as const;
  const body = { ...given, refresh_token: "1//refresh-token-of-the-test" };
  const now = await system.advance(0);
  const create = () => createConnection({ body, tenantId, userId: "u1", now });
  for (const when of whens) {
    let nth = 1;
    while (await killAt(nth, when, create)) nth += 1;
  }
  await killAt(1, "before", create);
}

test("a removal that was cut off counts what it had deleted, but for the last few items, and leaves no token", async () => {
  const tenant = await newTenant(system);
  for (let nth = 0; nth < 25; nth += 1) await connectSourcehost(tenant);
  const { env } = process;
  onTestFinished(() => {
    process.env = env;
  });
  process.env = { ...env, LOCAL_STATE_DIR: join(folder, "state"), STAGE: "test" };
  useEnvironmentOf(system);
  const before = await tokens();
  await connectCutOff(tenant.id);
  expect(await tokens()).toBeGreaterThan(before + 1);
  const local = { stage: "local", region: undefined, table: undefined };
  const { enterTable } = await import("../../bin/admin/enter-table.ts");
  await enterTable(local);
  const { removeTenant } = await import("../../bin/export/remove.ts");
  const { documents } = await import("#shared/store/read.ts");
  const removal = { ...local, tenantId: tenant.id, name: "Acme" };
  const remove = () => removeTenant(removal, () => undefined);
  let deleted = 0;
  documents.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (given) => {
        const answer = await next(given);
        if (!commandName.startsWith("Delete")) return answer;
        deleted += 1;
        if (deleted === CUT_OFF_AFTER) throw new Error("the process is gone");
        return answer;
      },
    { step: "initialize", name: "cut-off" },
  );
  await expect(remove()).rejects.toThrow("the process is gone");
  expect((await remove()).isDone).toBe(false);
  await sequence();
  await system.advance(16 * 60);
  expect((await remove()).isDone).toBe(true);
  documents.middlewareStack.remove("cut-off");
  expect(await tokens()).toBe(before);
  const admin = system.api(await system.token({ is_platform_admin: true }));
  const path = `/admin/audit?tenant_id=${tenant.id}&action=tenant.removed`;
  const [{ context }] = (await admin("GET", path)).body.items;
  const counted = (Object.values(context.counts) as number[]).reduce((sum, one) => sum + one, 0);
  expect(deleted).toBeGreaterThan(CUT_OFF_AFTER);
  expect(deleted - counted).toBeLessThan(25);
});

test("watcher and restore drill find nothing after a removal", async () => {
  await sequence();
  const TOKEN = await system.token({ is_platform_admin: true });
  const watched = await startCommand("bin/audit-log.ts", { TOKEN }, { args: [system.baseUrl] })
    .ended;
  expect([watched.code, watched.stdout]).toEqual([
    0,
    expect.stringContaining("Nothing was found."),
  ]);
  const settings = { LOCAL_STATE_DIR: join(folder, "state"), STAGE: "test" };
  const drill = await startCommand("bin/restore-drill.ts", settings, { args: ["local"] }).ended;
  expect([drill.code, drill.stdout]).toEqual([0, expect.stringContaining("Nothing was found.")]);
});

test.each(sized(["an export of everything"], []))("%s verifies after a removal", async () => {
  const out = join(folder, "after");
  expect((await admin("export-all", "--out", out)).code).toBe(0);
  const { code, stdout } = verify(out, ["--key", key]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("RESULT: genuine")]);
});
