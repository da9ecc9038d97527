import { createHash } from "node:crypto";
import { DEVELOPMENT_SECRET } from "#shared/domain/reviews/keyring.ts";
import type { Auditor } from "#test/support/forge-bundle.ts";
import { type Check, expectAlike } from "#test/support/judged-alike.ts";
import type { TestSystem } from "#test/support/system.ts";
import { hasAltered } from "#test/support/table-attack.ts";
import { auditLog } from "../../../bin/audit-log/audit.ts";

/* What each judge of evidence says about a system that was attacked, in few words. */

/** What is judged after an attack. */
export interface Target {
  /** A review. Its evidence, its certificate and (if no panel is named) its bundle are judged. */
  id: string;
  /** The receipt that counsel kept of their decision. */
  receipt?: unknown;
  /** A panel. Its bundle and certificate are judged in place of the review's. */
  panel?: string;
  /** A file that somebody was given, judged in place of the bundle. */
  file?: string | Buffer;
  /** The verifier's options besides the log's keys and the log. */
  options?: readonly string[];
  /** Whether to read the log from the service itself, which may say that it is a fork. */
  served?: boolean;
}

export type Judge = "evidence" | "verifier" | "watcher" | "receipt" | "certificate";
export type Said = Record<Judge, string>;

/** This judge was not asked: an undecided review has no receipt and no certificate. */
export const NOT_ASKED = "–";

const named = /^([a-z]+(?:_[a-z]+)+): /;
const oneOfEach = (names: readonly string[]): string => [...new Set(names)].sort().join(", ");

/** The text without ids, which differ from run to run. */
export const withoutIds = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|fw_[0-9a-f]{8}/g, "")
    .replaceAll(/\s+(?=[,:]|$)/g, "")
    .replaceAll(/\s{2,}/g, " ")
    .trim();

export interface Bench {
  system: TestSystem;
  auditor: Auditor;
  /** Whether to ask the watcher, which reads the whole service. */
  watches: boolean;
  /** SHA-256 of the certificates drawn before any attack, by the review or panel they certify. */
  drawn: ReadonlyMap<string, string>;
}

/** @param target null: there is no file to judge, and only the watcher looks */
export async function everyJudge(bench: Bench, target: Target | null): Promise<Said> {
  const watcher = bench.watches ? await watcherOf(bench) : NOT_ASKED;
  const said: Said = {
    ...{ evidence: NOT_ASKED, verifier: NOT_ASKED, watcher },
    ...{ receipt: NOT_ASKED, certificate: NOT_ASKED },
  };
  if (target === null) return said;
  const { auditor, system } = bench;
  const isLogAltered = hasAltered(system, "LOG");
  const checks = await checksOf(bench, target);
  said.evidence = evidenceOf(checks);
  const given = target.file ?? (await bundleOf(bench, target));
  await auditor.copyLog(isLogAltered);
  if (target.file === undefined) said.certificate = await certificateOf(bench, target);
  const log = target.served === true ? ["--log", `${system.baseUrl}/evidence/log`] : [];
  if (typeof given === "string" || Buffer.isBuffer(given)) {
    const options = [...(target.options ?? []), ...log];
    const { verdict, report } = await verdictOf(auditor, given, options, DEVELOPMENT_SECRET);
    said.verifier = verdict;
    // The service and the verifier agree on the same state, unless the log's own items were altered.
    const isSame = target.file === undefined && target.panel === undefined && !isLogAltered;
    if (isSame && Array.isArray(checks)) expectAlike(checks, report);
  } else said.verifier = given.refused;
  if (target.receipt !== undefined) {
    const receipt = JSON.stringify(target.receipt);
    said.receipt = (await verdictOf(auditor, receipt, ["--receipt", ...log])).verdict;
  }
  return said;
}

const pathOf = ({ id, panel }: Target): string =>
  panel === undefined ? `/admin/rule-reviews/${id}` : `/admin/review-panels/${panel}`;

/** The checks of the service's own evidence, or why there are none. */
async function checksOf({ system }: Bench, { id }: Target): Promise<Check[] | string> {
  const { status, body } = await system.admin("GET", `/admin/rule-reviews/${id}/evidence`);
  return status === 200 ? body.checks : `${status} ${body.code}`;
}

function evidenceOf(checks: Check[] | string): string {
  if (typeof checks === "string") return checks;
  const failing = checks.filter(({ result }) => result === "fail");
  const pending = checks.filter(({ result }) => result === "pending");
  const names = failing.map(({ id, detail }) => named.exec(detail)?.[1] ?? id);
  if (names.length > 0) return `fails: ${oneOfEach(names)}`;
  return pending.length === 0 ? "passes" : `waits: ${oneOfEach(pending.map(({ id }) => id))}`;
}

async function bundleOf({ system }: Bench, target: Target): Promise<string | { refused: string }> {
  const { status, text, body } = await system.admin("GET", `${pathOf(target)}/bundle`);
  return status === 200 ? text : { refused: `no file: ${status} ${body.code}` };
}

/** The exit code and the names of the findings. */
async function verdictOf(
  auditor: Auditor,
  file: string | Buffer,
  options: readonly string[] = [],
  secret = "",
): Promise<{ verdict: string; report: string }> {
  const keys = auditor.keys.flatMap((key) => ["--key", key]);
  const { status, stdout, stderr } = await auditor.run(
    file,
    options.includes("--log") ? [...options, ...keys] : [...options, ...auditor.options],
    secret,
  );
  const lines = stdout.split("\n");
  const marked = lines.flatMap((line) => /^(?:CHANGED|LOGGED LATE) +(\S+)/.exec(line)?.[1] ?? []);
  const open = /could be checked: (.*)\.$/.exec(lines.findLast((line) => line !== "") ?? "")?.[1];
  const names = marked.length > 0 ? oneOfEach(marked) : (open ?? "");
  if (status === null) throw new Error(stderr);
  const verdict = [status, names].filter((part) => part !== "").join(": ");
  return { verdict, report: stdout };
}

async function watcherOf({ system }: Bench): Promise<string> {
  const found = await watched(system);
  return found.length === 0 ? "quiet" : namedIn(found);
}

/** The findings of the command, one per line. */
export async function watched(system: TestSystem): Promise<string[]> {
  const token = await system.token({ is_platform_admin: true });
  const lines: string[] = [];
  const given = { baseUrl: system.baseUrl, mirror: null, policy: null };
  await auditLog(given, token, (line) => lines.push(line));
  return lines.flatMap((line) => (line.startsWith(FOUND) ? [line.slice(FOUND.length)] : []));
}

const FOUND = "FOUND ";

/** The names of the findings; for `state_differs`, also the kinds of record that differ. */
export function namedIn(lines: readonly string[]): string {
  const names = lines.map((line) => line.split(": ")[0] ?? "");
  const kinds = lines.flatMap(
    (line) => /^state_differs: ([a-z_]+(?: of rule_review_request)?) /.exec(line)?.[1] ?? [],
  );
  const of = kinds.length === 0 ? "" : ` of ${oneOfEach(kinds)}`;
  const others = names.filter((name) => name !== "state_differs");
  return [oneOfEach(others), ...(names.includes("state_differs") ? [`state_differs${of}`] : [])]
    .filter((part) => part !== "")
    .join("; ");
}

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash("sha256").update(bytes).digest("hex");

/** A certificate as the service draws it now, or why it does not. */
export async function drawn(system: TestSystem, target: Target) {
  const token = await system.token({ is_platform_admin: true });
  const answer = await fetch(`${system.baseUrl}${pathOf(target)}/certificate.pdf`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}

async function certificateOf(bench: Bench, target: Target): Promise<string> {
  const known = bench.drawn.get(target.panel ?? target.id);
  if (known === undefined) return NOT_ASKED;
  const { status, bytes } = await drawn(bench.system, target);
  if (status !== 200) return `refused: ${status} ${JSON.parse(bytes.toString()).code}`;
  if (sha256(bytes) === known) return "the same file";
  return `another file; verifier ${(await verdictOf(bench.auditor, bytes)).verdict}`;
}
