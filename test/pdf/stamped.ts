import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { auditorOf } from "#test/support/forge-bundle.ts";
import { commissionPanel, vote } from "#test/support/panel-fixture.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { decidedReview } from "#test/support/room-fixture.ts";
import { startTestSystemWithLog } from "#test/support/system.ts";
import { startOpensslAuthority } from "./openssl-authority.ts";

/*
 * Certificates with a document time stamp by OpenSSL's own authority, through the front door, judged by
 * verify-bundle.mjs, by the command that it prints, and by poppler's pdfsig where that is installed:
 * `node bin/run.mjs test/pdf/stamped.ts FOLDER`, then `test/pdf/verapdf.sh FOLDER`.
 */

const folder = process.argv[2] ?? "stamped";
mkdirSync(folder, { recursive: true });
const authority = await startOpensslAuthority();
const system = await startTestSystemWithLog({ settings: { TSA_URL: authority.url } });

async function certificate(path: string): Promise<Buffer> {
  const token = await system.token({ is_platform_admin: true });
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${system.baseUrl}${path}/certificate.pdf`, { headers });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** What a command prints; also when it ends in an error. */
function said(command: string, ...words: string[]): string {
  try {
    return execFileSync(command, words, { cwd: folder, encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    return `${stdout}${stderr}` || String((error as Error).message);
  }
}

const { review } = await decidedReview(system);
const { panel, members } = await commissionPanel(system);
for (const member of members.slice(0, 2)) await expectStatus(vote(system, member, "approved"), 200);
await system.api()("POST", "/_local/schedules/sequence-log/run");
const auditor = await auditorOf(system);
await auditor.copyLog();
copyFileSync(authority.ca, join(folder, "ca.pem"));
for (const [name, path] of [
  ["review", `/admin/rule-reviews/${review.id}`],
  ["panel", `/admin/review-panels/${panel.id}`],
] as const) {
  const bytes = await certificate(path);
  writeFileSync(join(folder, `${name}.pdf`), bytes);
  const { status, stdout } = await auditor.run(bytes, auditor.options);
  const line = /^.* paper_stamp .*$/m.exec(stdout)?.[0] ?? "no stamp";
  console.log(`${name}.pdf: verify-bundle.mjs ends ${status}: ${line}`);
  const digits = /\/Contents <([0-9a-f]+)>/.exec(bytes.toString("latin1"))?.[1] ?? "";
  writeFileSync(join(folder, "token.der"), Buffer.from(digits, "hex"));
  const command = /openssl (ts -verify .*)$/.exec(line)?.[1] ?? "version";
  console.log(`  openssl ${said("openssl", ...command.split(" ")).trim()}`);
  console.log(
    `  pdfsig ${said("pdfsig", "-nocert", `${name}.pdf`).replaceAll(/\s+/g, " ").trim()}`,
  );
}
authority.isSilent = true;
const { review: other } = await decidedReview(system);
const before = performance.now();
const bytes = await certificate(`/admin/rule-reviews/${other.id}`);
const seconds = ((performance.now() - before) / 1000).toFixed(1);
console.log(`A silent authority: ${bytes.length} bytes without a stamp after ${seconds} s.`);
auditor.close();
await system.close();
await authority.close();
