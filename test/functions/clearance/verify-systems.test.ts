import { generateKeyPairSync, sign } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { signedText } from "#shared/domain/clearance/dsse.ts";
import { thumbprint } from "#shared/domain/clearance/statement-key.ts";
import { type Auditor, auditorOf } from "#test/support/forge-bundle.ts";
import {
  asOperation,
  interleaved,
  keepLogLines,
  useEnvironmentOf,
} from "#test/support/in-process.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import {
  ask,
  confirm,
  decideOnRule,
  examine,
  type GatedSystem,
  type GatedTenant,
  gatedTenant,
  scan,
  startGatedSystem,
} from "#test/support/systems-gate.ts";
import { startUpstream, type Upstream } from "#test/support/upstream.ts";

/** The offline verifier, as the service serves it, on saved answers about systems. */

const COMMIT = "c".repeat(40);
const files = { ".mcp.json": JSON.stringify({ mcpServers: { search: { command: "npx" } } }) };

let gate: GatedSystem;
let upstream: Upstream;
let tenant: GatedTenant;
let auditor: Auditor;
let keys: string[];
let other: string[];
let planted: string[];
const forger = generateKeyPairSync("ed25519");
const forgersJwk = forger.publicKey.export({ format: "jwk" });
const forgersKid = thumbprint(forgersJwk.x as string);
// biome-ignore lint/suspicious/noExplicitAny: it is altered in every member
let red: any;
// biome-ignore lint/suspicious/noExplicitAny: it is altered in every member
let green: any;
beforeAll(async () => {
  upstream = await startUpstream();
  gate = await startGatedSystem({ EXTRACTOR_ALLOWED_HOSTS: upstream.host });
  const { system, host } = gate;
  const api = system.api();
  await system.admin("POST", "/admin/setup/clearance-key/provision-key");
  tenant = await gatedTenant(gate);
  host.repositories = [{ id: 77, full_name: "acme/signed", files, commits: { [COMMIT]: files } }];
  await scan(tenant);
  await examine(tenant, "77", COMMIT);
  await api("POST", "/_local/schedules/sequence-log/run");
  red = await signed();
  const [found] = red.systems;
  await confirm(tenant, found.artifact_id);
  await decideOnRule(gate, "approved");
  await api("POST", "/_local/schedules/sequence-log/run");
  green = await signed();
  auditor = await auditorOf(system);
  await auditor.copyLog();
  const jwks = (await api("GET", "/clearance/keys")).body;
  const saved = (name: string, value: unknown): string[] => {
    const file = join(auditor.folder, name);
    writeFileSync(file, JSON.stringify(value));
    return ["--key", file];
  };
  keys = saved("keys.json", jwks);
  const stranger = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
  other = saved("other.json", { ...stranger, kid: jwks.keys[0].kid });
  planted = saved("planted.json", { keys: [...jwks.keys, { ...forgersJwk, kid: forgersKid }] });
});
afterAll(async () => {
  auditor?.close();
  await gate.close();
  await upstream.close();
});

const signed = async () =>
  (await expectStatus(ask(tenant, { repository_id: "77", commit: COMMIT }, "?statement=true"), 200))
    .body;

/** The answer for a user of the organisation who may see the platform, too. */
async function seenByPlatform(repository_id: string, { id } = tenant) {
  const claims = { tenant_id: id, org_role: "member", is_platform_admin: true };
  const person = gate.system.api(await gate.system.token(claims));
  const asked = { repository_id, commit: COMMIT };
  return expectStatus(person("POST", "/clearance/systems?statement=true", asked), 200);
}

const statusOf = async (answer: unknown, options: string[]) =>
  (await auditor.run(JSON.stringify(answer), options)).status;

test("nothing is wrong with a red and a green answer, but a tenant's does not show whose key signed it; without log or key nothing is called good", async () => {
  expect([red.cleared, green.cleared]).toEqual([false, true]);
  for (const answer of [red, green]) {
    const { status, stdout } = await auditor.run(JSON.stringify(answer), [
      ...keys,
      ...auditor.options,
    ]);
    expect([status, stdout]).toEqual([3, expect.stringContaining("acme/signed")]);
    expect(stdout).toMatch(/^NOT CHECKED +statement_key .*not disclosed to this caller/m);
    expect(stdout).toMatch(/^OK +classifications /m);
  }
  const { body } = await seenByPlatform("77");
  expect(await statusOf(body, [...keys, ...auditor.options])).toBe(0);
  expect(await statusOf(body, keys)).toBe(3);
  expect(await statusOf(body, auditor.options)).toBe(3);
  expect(await statusOf(body, [...other, ...auditor.options])).toBe(1);
});

test("N2: an answer under a planted key is refused by the rows that name the keys, and is not called good without them", async () => {
  const { body } = await seenByPlatform("77");
  const bytes = signedText(Buffer.from(body.statement.payload, "base64"));
  const sig = sign(null, bytes, forger.privateKey).toString("base64");
  const statement = { ...body.statement, signatures: [{ keyid: forgersKid, sig }] };
  const { leaves, trail } = body.evidence;
  const isKeyRow = ({ row }: { row: { action: string } }) => row.action.includes("clearance_key");
  const rows = trail.rows.filter((one: { row: { action: string } }) => !isKeyRow(one));
  expect(rows).toHaveLength(trail.rows.length - 1);
  const judge = async (evidence: object) => {
    const forged = JSON.stringify({ ...body, statement, evidence });
    const { status, stdout } = await auditor.run(forged, [...planted, ...auditor.options]);
    return [status, stdout];
  };
  const unannounced = /CHANGED +key_unannounced +no logged row names the key/;
  for (const one of [trail, { ...trail, rows }]) {
    expect(await judge({ leaves, trail: one })).toEqual([1, expect.stringMatching(unannounced)]);
  }
  expect(await judge({ leaves })).toEqual([
    3,
    expect.stringMatching(/NOT CHECKED +statement_key /),
  ]);
});

test("a caller who may see the platform gets every row about the systems, and the verifier judges the answer by these rows", async () => {
  const { body } = await seenByPlatform("77");
  const options = [...keys, ...auditor.options];
  const { status, stdout } = await auditor.run(JSON.stringify(body), options);
  expect([status, stdout]).toEqual([0, expect.stringMatching(/OK +decided +By the rows: class/)]);
  const { trail } = body.evidence;
  const actions = trail.rows.map(({ row }: { row: { action: string } }) => row.action);
  expect(actions).toContain("artifact.confirmed");
  expect(actions.at(-1)).toBe("platform.clearance_key.provisioned");
  for (const [name, rows] of [
    ["state_differs", trail.rows.toSpliced(-2, 1)],
    ["row_missing", trail.rows.slice(1)],
    ["rows", trail.rows.map((one: object) => ({ ...one, leaf: null })).concat(trail.rows[0])],
    [
      "row_changed",
      trail.rows.map(({ row, leaf }: { row: object; leaf: object }) => ({
        row: { ...row, actor_user_id: "somebody-else" },
        leaf,
      })),
    ],
  ]) {
    const altered = { ...body, evidence: { ...body.evidence, trail: { ...trail, rows } } };
    const refused = await auditor.run(JSON.stringify(altered), options);
    expect([refused.status, refused.stdout]).toEqual([
      1,
      expect.stringMatching(`CHANGED +${name} `),
    ]);
  }
});

test("an answer whose rows say what a model's classification cost verifies; the cost spelled otherwise is refused", async () => {
  const { system, host } = gate;
  const api = system.api();
  const priced = await gatedTenant(gate);
  const model = { provider: "hosted_llm", model: "claude-haiku-4-5-20251001", auth: "sk-test" };
  const chain = [{ ...model, endpoint: `${upstream.url}/good` }];
  await expectStatus(priced.org("PATCH", "/tenant/settings/extractor", { chain }), 200);
  host.repositories = [{ id: 78, full_name: "acme/priced", files, commits: { [COMMIT]: files } }];
  await scan(priced);
  await examine(priced, "78", COMMIT);
  await api("POST", "/_local/schedules/sequence-log/run");
  await auditor.copyLog();
  const { text } = await seenByPlatform("78", priced);
  const [cost] = /(?<="cost":)0\.\d+/.exec(text) ?? [];
  const options = [...keys, ...auditor.options];
  const { status, stdout, stderr } = await auditor.run(text, options);
  expect([cost, status, stdout, stderr]).toEqual([
    expect.any(String),
    0,
    expect.stringContaining("RESULT: genuine"),
    "",
  ]);
  for (const spelled of [`${cost}0`, `${cost}e0`, `${cost}${"0".repeat(30)}1`, "-0", "1e400"]) {
    const other = text.replace(`"cost":${cost}`, `"cost":${spelled}`);
    expect([spelled, (await auditor.run(other, options)).status]).toEqual([spelled, 2]);
  }
});

test("the statement names the systems and the commit that a run read", async () => {
  const statement = JSON.parse(Buffer.from(green.statement.payload, "base64").toString());
  expect(statement.subject).toEqual([
    { name: "systems", digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    {
      name: "acme/signed",
      uri: "https://source.example.com/acme/signed#77",
      digest: { gitCommit: COMMIT },
    },
  ]);
  expect(statement.predicate).toMatchObject({
    resourceUri: "https://source.example.com/acme/signed#77",
    verificationResult: "PASSED",
    verifiedLevels: ["COUNTERSIGN_SYSTEM_CLEARED"],
  });
  const { tagged, untagged } = {
    tagged: await ask(tenant, { repository_id: "77", commit: COMMIT }, "?statement=true"),
    untagged: await ask(tenant, { repository_id: "77", commit: COMMIT }),
  };
  expect(tagged.headers.get("etag")).toBe(untagged.headers.get("etag"));
});

test.each([
  ["a red answer called green", () => ({ ...red, cleared: true, blockers: [] })],
  ["another repository", () => ({ ...green, repository: { ...green.repository, id: "78" } })],
  ["another commit", () => ({ ...green, run: { ...green.run, commit: "d".repeat(40) } })],
  ["a system left out", () => ({ ...green, systems: [], evidence: { leaves: [] } })],
  ["a milder class", () => ({ ...green, systems: [{ ...green.systems[0], class: "minimal" }] })],
  [
    "another confirmation",
    () => ({ ...green, systems: [{ ...green.systems[0], confirmed_by: "somebody-else" }] }),
  ],
  [
    "a later confirmation",
    () => ({
      ...green,
      systems: [{ ...green.systems[0], confirmed_at: "2027-01-01T00:00:00.000Z" }],
    }),
  ],
  ["the green statement under the red answer", () => ({ ...red, statement: green.statement })],
  [
    "a leaf that the log does not have",
    () => ({
      ...green,
      evidence: {
        leaves: [{ ...green.evidence.leaves[0], leaf: { index: 0, hash: "0".repeat(64) } }],
      },
    }),
  ],
  ["no leaf", () => ({ ...green, evidence: { leaves: [] } })],
])("%s is found", async (_, altered) => {
  expect(await statusOf(altered(), [...keys, ...auditor.options])).toBe(1);
});

test("a system that left “prohibited” by one person's decision and a second one's confirmation verifies", async () => {
  const { system } = gate;
  const allowed_by = "Article 5(1)(c): only in unrelated social contexts.";
  const reason = "The score is used within one procedure.";
  const [{ artifact_id }] = green.systems;
  const path = `/artifacts/${artifact_id}/classification`;
  const of = { tenant_id: tenant.id, org_role: "admin" };
  const second = system.api(await system.token({ ...of, sub: "second-admin" }));
  const person = system.api(await system.token({ ...of, is_platform_admin: true }));
  for (const lifting of [{ class: "high_risk" }, { answers: { practices: [] } }]) {
    const prohibited = { answers: { practices: ["social_scoring"] }, reason };
    await expectStatus(tenant.org("PUT", path, prohibited), 200);
    await expectStatus(tenant.org("PUT", path, { ...lifting, reason, allowed_by }), 200);
    await expectStatus(second("PUT", path, { class: "high_risk", reason: "I read it too." }), 200);
    await system.api()("POST", "/_local/schedules/sequence-log/run");
    const { body } = await expectStatus(
      person("POST", "/clearance/systems?statement=true", { repository_id: "77", commit: COMMIT }),
      200,
    );
    await auditor.copyLog();
    const { status, stdout } = await auditor.run(JSON.stringify(body), [
      ...keys,
      ...auditor.options,
    ]);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/OK +decided /)]);
  }
});

test("a statement is of one moment, though a system was classified while its rows were read", async () => {
  const { system } = gate;
  useEnvironmentOf(system, system.settings);
  asOperation("askSystems");
  const { askSystems } = await import("#shared/use-cases/clearance/ask-systems.ts");
  const asked = { repository_id: "77", commit: COMMIT };
  const [{ artifact_id }] = green.systems;
  const path = `/artifacts/${artifact_id}/classification`;
  const looked = { class: "transparency", reason: "We looked at it again." };
  const ofRows = ({ commandName, input }: { commandName: string; input: unknown }) =>
    commandName === "QueryCommand" && JSON.stringify(input).includes('"AUDIT#artifact#');
  const now = new Date().toISOString();
  const { lines, end } = keepLogLines();
  const { answer } = await interleaved(
    () => askSystems(asked, { tenantId: tenant.id, isSigned: true, seesRows: false, now }),
    () => expectStatus(tenant.org("PUT", path, looked), 200),
    ofRows,
  ).finally(end);
  vi.unstubAllEnvs();
  expect(answer.systems).toMatchObject([{ artifact_id, class: "transparency" }]);
  expect(lines.filter(({ event }) => event === "evidence.state_differs")).toEqual([]);
});
