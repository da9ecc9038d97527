import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { type StatementKey, statementKeysIn } from "#shared/domain/clearance/statement-key.ts";
import { subjectOf } from "#shared/domain/log/entry.ts";
import {
  type Fetch,
  type LogHeader,
  type LogSource,
  readHeader,
  servedLog,
} from "#shared/domain/log/read-log.ts";
import {
  ED25519,
  fingerprintOf,
  type VerifierKey,
  verifierKeyText,
} from "#shared/domain/log/verifier-key.ts";
import { countOf } from "#shared/domain/text/text.ts";
import { decisionRowIn, type EvidenceFile } from "./evidence-file.ts";
import { line } from "./finding.ts";
import { secretId } from "./hashes.ts";
import { judgeFile } from "./judge-file.ts";
import type { Leaf } from "./leaf.ts";
import { placeOf } from "./leaves.ts";
import { askFor } from "./paper.ts";
import { readEvidenceBytes } from "./read-evidence-bytes.ts";
import { type LogReading, readWholeLog } from "./read-whole-log.ts";
import { reportOf } from "./report.ts";
import { concluded, type Verdict } from "./verify.ts";

/*
 * What verify-bundle.mjs exports besides its command. A page of the service imports the served file and
 * judges by it, so that page and command cannot disagree.
 */

/** The log of the deployment behind a page, as far as it could be read, and its published key. */
export interface OpenedLog {
  reading: LogReading;
  /** How many entries the log has; null if its checkpoint was not read. */
  size: number | null;
  /** The published Ed25519 key. Browsers lack ML-DSA-44. */
  key: (Pick<VerifierKey, "name" | "id"> & { text: string; fingerprint: string }) | null;
  /** The keys that count as pinned. */
  keys: readonly VerifierKey[];
  source: LogSource;
}

interface ToOpen {
  /** The page's own `fetch`. */
  get: Fetch;
  /** If a log has more entries, only what it signs is read; 0: no entry at all. */
  most?: number;
}

/** Reads the log of the deployment behind a page. Never throws: the reading contains any fault. */
export async function openLog({
  get,
  most = Number.POSITIVE_INFINITY,
}: ToOpen): Promise<OpenedLog> {
  const source = servedLog(get);
  const header = await readHeader(source.read).catch((error: Error) => ({
    fault: `The log cannot be read: ${error.message}.`,
  }));
  if ("fault" in header) {
    return { reading: { unreadable: header.fault }, size: null, key: null, keys: [], source };
  }
  const { size } = header.checkpoint;
  const isTooLong = size > most && source.forkedSince() === null;
  const reading = isTooLong
    ? { unreadable: `the log has ${countOf(size, "entry", "entries")}, and only ${most} are read.` }
    : await readWholeLog(source);
  const isRead = isTooLong || !("unreadable" in reading);
  return { reading, size: isRead ? size : null, ...published(header), source };
}

function published({ current }: LogHeader): Pick<OpenedLog, "key" | "keys"> {
  const keys = current.filter(({ kind }) => kind === ED25519);
  const [key] = keys;
  if (key === undefined) return { key: null, keys };
  const { name, id } = key;
  return { keys, key: { name, id, text: verifierKeyText(key), fingerprint: fingerprintOf(key) } };
}

/** The result for one bundle, receipt or answer in a file. */
export interface JudgedPart extends Verdict {
  /** What the command prints. */
  report: string;
  /** The bundle that was judged; null if the part is not a bundle. */
  bundle: EvidenceFile | null;
  /** Whether the log that was read has the decision; `unknown`: nothing that was read shows it. */
  inLog: "yes" | "no" | "unknown" | "undecided";
  /** The decision's leaf in the log, by the file's own proof; null: no proof shows one. */
  leaf: Leaf | null;
}

/** The result for a file, with the exit code of the command. */
export interface Judged {
  code: 0 | 1 | 2 | 3;
  /** Why the file cannot be judged at all (code 2). */
  reason: string | null;
  parts: readonly JudgedPart[];
}

interface Means {
  opened: OpenedLog;
  /** HMAC secrets, one per line. */
  secrets?: string;
  /** Text of a JWK or JWKS of clearance statements' keys; null: there is none. */
  statementKeys?: string | null;
  /** ISO 8601 UTC. */
  now: string;
  /** Lines that a page adds to the verdict on a bundle. */
  further?: (bundle: EvidenceFile) => Verdict["lines"];
}

/** Judges a file as the command does, against the log as it was opened. */
export async function judge(bytes: Uint8Array, means: Means): Promise<Judged> {
  const file = readEvidenceBytes(bytes);
  if (file.kind === "unreadable" && file.paper === null) {
    return { code: 2, reason: file.reason, parts: [] };
  }
  const { opened, now, further = () => [] } = means;
  const { keys, source } = opened;
  const asked = file.paper === null ? "mirror" : await askFor(file.paper, source.read);
  // An issued certificate may be newer than the log as we read it, so we read the log again.
  const isIssued = asked === "issued" && "log" in opened.reading;
  const reading = isIssued ? await readWholeLog(source) : opened.reading;
  const statementKeys: StatementKey[] = statementKeysIn(means.statementKeys ?? "") ?? [];
  const secrets = secretsIn(means.secrets ?? "");
  const given = { keys, log: reading, policy: null, seen: null, secrets, statementKeys, now };
  const parts = (await judgeFile(file, given, asked)).map(({ bundle, ...own }) => {
    const verdict =
      bundle === null ? own : concluded([...own.lines, ...further(bundle)], own.about);
    const leaf = bundle === null ? null : leafOf(bundle);
    const inLog = inLogOf(bundle, verdict, opened);
    return { ...verdict, report: reportOf(verdict), bundle, leaf, inLog };
  });
  return { code: worstOf(parts), reason: null, parts };
}

/** One secret per line; a final line break is not part of a secret. */
export const secretsIn = (text: string): { key_id: string; secret: string }[] =>
  text
    .split(/\r?\n/)
    .filter((secret) => secret !== "")
    .map((secret) => ({ key_id: secretId(secret), secret }));

/** One changed part makes the whole file changed; one that was not fully checked leaves it open. */
export const worstOf = (parts: readonly Verdict[]): 0 | 1 | 3 =>
  ([1, 3] as const).find((code) => parts.some((part) => part.code === code)) ?? 0;

function inLogOf(
  bundle: EvidenceFile | null,
  { lines }: Verdict,
  { reading, keys }: OpenedLog,
): JudgedPart["inLog"] {
  const row = bundle === null ? undefined : decisionRowIn(bundle);
  if (bundle !== null && "log" in reading) {
    if (row === undefined) return "undecided";
    const rows = reading.log.rowsOf(subjectOf(row));
    return rows.some((leaf) => leaf.row === row.row_hash) ? "yes" : "no";
  }
  // A proof counts only under this service's own key.
  const isProven = lines.some(({ name, mark }) => name === "log" && mark === "pass");
  return keys.length > 0 && isProven ? "yes" : "unknown";
}

function leafOf(bundle: EvidenceFile): Leaf | null {
  const row = decisionRowIn(bundle);
  const proof = bundle.log.proofs.find(({ row_hash }) => row_hash === row?.row_hash);
  const place = row && proof?.log_proof ? placeOf(row, proof.log_proof) : null;
  return place === null || place === undefined || "fault" in place
    ? null
    : { index: place.index, time: place.time };
}

/** For a page that compares values of two files. */
export { canonicalJson, line };
