import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startLocalServer } from "#infra/local/local-server.ts";
import { verifierText } from "#infra/verifier.ts";
import { keyLines } from "#shared/domain/log/key-change.ts";
import { parseCheckpoint, parseNote } from "#shared/domain/log/signed-note.ts";
import { folder as files, listing } from "#test/conformance/run.ts";
import type { Bundle } from "#test/support/forge-bundle.ts";
import { sized } from "#test/support/full-size.ts";
import { testLogKeys } from "#test/support/log-signer.ts";
import { verifierProcess } from "#test/support/verifier-runs.ts";

/* How the verifier judges odd files, and logs other than the one from which a file came. */

let folder: string;
let verifier: ReturnType<typeof verifierProcess>;
const { keys, cases } = listing();
const KEY = ["--key", keys.ed25519];
const LOG = ["--log", join(files, "log")];
const genuine = (what: string): string =>
  join(files, cases.find((one) => one.what === `genuine: ${what}`)?.file ?? "");
const saved = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const run = async (...words: string[]) => {
  const { status, stdout, stderr } = await verifier.run(words, "");
  return [status, stdout + stderr] as const;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "verifier-log-"));
  const text = await verifierText();
  verifier = verifierProcess(saved("verify-bundle.mjs", text), text);
});
afterAll(() => {
  verifier.close();
  rmSync(folder, { recursive: true });
});

test("N9: a log that is smaller than a proof or a receipt which it gave was rolled back", async () => {
  const shorter = ["--log", join(files, "logs/shorter")];
  const rolledBack = [1, expect.stringMatching(/^CHANGED +log_rolled_back /m)];
  expect(await run(genuine("rejected"), ...KEY, ...shorter)).toEqual(rolledBack);
  const receipt = genuine("a receipt with its proof");
  expect(await run("--receipt", receipt, ...KEY, ...shorter)).toEqual(rolledBack);
});

test("N9: a log that says that it is a fork is one, whatever it serves", async () => {
  const served = await startLocalServer(async ({ url }, response) => {
    const path = join(files, "log", url ?? "");
    response.setHeader("log-forked-since", "2026-01-01T00:00:00.000Z");
    response.statusCode = existsSync(path) ? 200 : 404;
    response.end(existsSync(path) ? readFileSync(path) : "");
  });
  expect(await run(genuine("rejected"), ...KEY, "--log", served.url)).toEqual([
    1,
    expect.stringMatching(/^CHANGED +log_forked +The log says so itself, since 2026-01-01/m),
  ]);
  await served.close();
});

/** The same entries, signed with the attacker's own keys under the log's name. */
function rebuilt(): string {
  const log = join(folder, "rebuilt");
  cpSync(join(files, "log"), log, { recursive: true });
  const note = parseNote(readFileSync(join(log, "checkpoint"), "utf8"));
  const tree = parseCheckpoint(note?.text ?? "");
  const own = testLogKeys(tree?.origin ?? "");
  writeFileSync(join(log, "checkpoint"), own.checkpoint(tree as never));
  writeFileSync(join(log, "key"), keyLines(own.keys));
  writeFileSync(join(log, "keys"), own.first());
  return log;
}

test("N10: a log rebuilt under software keys is not the one whose key was pinned", async () => {
  expect(await run(genuine("rejected"), ...KEY, "--log", rebuilt())).toEqual([
    1,
    expect.stringMatching(/^CHANGED +log_keys +No unbroken chain/m),
  ]);
});

test("N11: a mirror is kept even if the file was changed, but not if the log contradicts it", async () => {
  const mirror = join(folder, "mirror");
  const kept = () => readFileSync(join(mirror, "checkpoint"), "utf8");
  const forged = join(files, cases.find(({ what }) => what === "another nonce")?.file ?? "");
  const [status] = await run(forged, ...KEY, ...LOG, "--mirror", mirror);
  expect([status, kept()]).toEqual([1, readFileSync(join(files, "log/checkpoint"), "utf8")]);
  const before = kept();
  const shorter = ["--log", join(files, "logs/shorter"), "--mirror", mirror];
  expect(await run(genuine("pending"), ...KEY, ...shorter)).toEqual([
    1,
    expect.stringContaining("log_rolled_back"),
  ]);
  expect(kept()).toBe(before);
});

test("N15: files that would cost a reader hours or alter its prototypes end with 2", async () => {
  const odd: [string, string | Uint8Array, RegExp][] = [
    ["members of a prototype", '{"version":1,"request":{"__proto__":{}}}', /"__proto__"/],
    ["a million values", JSON.stringify({ bundles: Array(1_000_000).fill(0) }), /1,000,000 values/],
    ["brackets", "[".repeat(2_000_000), /64 levels/],
    ["a number of a million digits", `{"a":${"9".repeat(1_000_000)}}`, /number/],
    ["a PDF that says nothing", `%PDF-1.7\n${"x".repeat(3_000_000)}`, /PDF/],
  ];
  for (const [name, content, why] of odd) {
    expect([name, ...(await run(saved("odd", content), ...KEY))]).toEqual([
      name,
      2,
      expect.stringMatching(why),
    ]);
  }
});

test("N15: thousands of rows of unknown actions are judged, and refused", async () => {
  const bundle = JSON.parse(readFileSync(genuine("pending"), "utf8"));
  const [row] = bundle.audit;
  bundle.audit = Array.from({ length: sized(12_000, 2_000) }, (_, i) => ({
    ...row,
    action: `odd.${i}`,
  }));
  expect((await run(saved("rows.json", JSON.stringify(bundle)), ...KEY, ...LOG))[0]).toBe(1);
}, 120_000);

test("N13: counsel, nonce and the reason for no time stamp are judged in an undecided file too", async () => {
  const changes: [string, (file: Bundle) => void][] = [
    ["display_name", (file) => Object.assign(file.counsel, { display_name: "Professor Nobody" })],
    ["firm", (file) => Object.assign(file.counsel, { firm: "Nobody LLP" })],
    ["nonce", (file) => Object.assign(file.request, { nonce: "0".repeat(32) })],
    ["timestamp_reason", (file) => Object.assign(file, { timestamp_reason: "Certified gold." })],
  ];
  const found: unknown[] = [];
  for (const [name, change] of changes) {
    const file = JSON.parse(readFileSync(genuine("pending"), "utf8"));
    change(file);
    found.push([name, (await run(saved("n13.json", JSON.stringify(file)), ...KEY, ...LOG))[0]]);
  }
  expect(found).toEqual(changes.map(([name]) => [name, 1]));
});

test("the report prints what it vouches for, and only the name of a changed file", async () => {
  const [, good] = await run(genuine("rejected"), ...KEY, ...LOG);
  for (const line of [
    /^Rule +"rule.a", wording [0-9a-f]{64}: rejected$/m,
    /^Comment +"Ziffer 3 streichen – „so nicht“. 😀"$/m,
    /^Counsel +display name "Dr. Ada Lex", firm ".*, e-mail ".*@law.example"$/m,
    /^Times +requested .*, opened .*, decided .*, leaf \d+ of the log, taken /m,
    /^NOTED +who_decided +Whoever opened the link that was sent to .*; only counsel's own key/m,
    /^NOTED +people +One person registered counsel, requested this review and was shown its link/m,
  ]) {
    expect(good).toMatch(line);
  }
  const changed = join(
    files,
    cases.find(({ what }) => what === "another name of counsel")?.file ?? "",
  );
  const [status, bad] = await run(changed, ...KEY, ...LOG);
  expect([status, bad.includes('Professor Nobody", firm')]).toEqual([1, false]);
  expect(bad).not.toMatch(/^(Decision|Counsel|Times|Rule) /m);
});
