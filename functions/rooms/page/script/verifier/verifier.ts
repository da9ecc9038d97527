import { decisionRowIn, type EvidenceFile } from "#shared/domain/evidence/evidence-file.ts";
import { placeOf } from "#shared/domain/evidence/leaves.ts";
import {
  type Asked,
  askFor,
  type Paper,
  pagesLine,
  withPages,
} from "#shared/domain/evidence/paper.ts";
import { readEvidenceBytes } from "#shared/domain/evidence/read-evidence-bytes.ts";
import type { Part } from "#shared/domain/evidence/read-file.ts";
import { readWholeLog } from "#shared/domain/evidence/read-whole-log.ts";
import {
  concluded,
  type Given,
  type Verdict,
  verifyBundle,
  verifyReceipt,
} from "#shared/domain/evidence/verify.ts";
import { verifyClearance } from "#shared/domain/evidence/verify-clearance.ts";
import { verifyPanel } from "#shared/domain/evidence/verify-panel.ts";
import { subjectOf } from "#shared/domain/log/entry.ts";
import { readHeader, servedLog } from "#shared/domain/log/read-log.ts";
import {
  ED25519,
  fingerprintOf,
  type VerifierKey,
  verifierKeyText,
} from "#shared/domain/log/verifier-key.ts";
import { countOf } from "#shared/domain/text/count.ts";
import type { InLog, Judged, JudgedPart, LoadedLog } from "./judged.ts";
import { comparedWith } from "./known.ts";

/*
 * The service's own verifier, as the page loads it after its first result: the modules of
 * verify-bundle.mjs. Once loaded, it needs no network.
 */

const read = servedLog((...asked) => fetch(...asked));

/** Above this many entries the page reads only what the log signs, and no entry. */
const MOST_ENTRIES = 20_000;

/** A log as it was loaded; {@link LoadedLog} is what the page shows of it. */
interface Kept {
  keys: readonly VerifierKey[];
  log: NonNullable<Given["log"]>;
}

let kept: Kept = { keys: [], log: { unreadable: "nothing of the log had been loaded." } };

/**
 * Loads the log that this deployment serves: its keys and, up to 20,000 entries, all of it. What was
 * loaded before stays if it fails.
 */
export async function loadLog(): Promise<LoadedLog> {
  try {
    const header = await readHeader(read);
    if ("fault" in header) return { status: "unreadable", reason: header.fault };
    const keys = header.current.filter(({ kind }) => kind === ED25519);
    const { size } = header.checkpoint;
    const [key] = keys;
    const about = {
      size,
      origin: header.checkpoint.origin,
      key: key === undefined ? "" : verifierKeyText(key),
      fingerprint: key === undefined ? "" : fingerprintOf(key),
    };
    if (size > MOST_ENTRIES) {
      const unreadable = `the log has ${countOf(size, "entry", "entries")}, of which this page reads at most ${MOST_ENTRIES}.`;
      kept = { keys, log: { unreadable } };
      return { status: "keys", ...about };
    }
    const log = await readWholeLog(read, { sizes: [] });
    if ("unreadable" in log) return { status: "unreadable", reason: log.unreadable };
    kept = { keys, log };
    return "log" in log ? { status: "whole", ...about } : { status: "faulty", reason: log.fault };
  } catch (error) {
    return { status: "unreadable", reason: (error as Error).message };
  }
}

/**
 * Judges a file as verify-bundle.mjs does, against the log as it was loaded.
 * @param now ISO 8601 UTC
 * @param known bundles that the room handed out, for what no key but the platform's secret covers
 */
export async function judge(
  bytes: Uint8Array,
  now: string,
  known: readonly EvidenceFile[],
): Promise<Judged> {
  const file = readEvidenceBytes(bytes);
  if (file.kind === "unreadable" && file.paper === null)
    return { code: 2, reason: file.reason, parts: [] };
  const asked = file.paper === null ? "unanswered" : await askAnew(file.paper);
  const given: Given = { ...kept, policy: null, seen: null, secrets: [], now };
  const parts: JudgedPart[] = [];
  const add = (verdict: Verdict, inLog: InLog, leaf: JudgedPart["leaf"] = null) =>
    parts.push({ ...verdict, inLog, leaf });
  if (file.kind === "unreadable") {
    // A PDF without a bundle: what there is to say of its pages stands alone.
    add(concluded([], []), "unknown");
  } else if (file.kind === "receipt") {
    const verdict = await verifyReceipt(file.receipt, given);
    add(verdict, byProof(verdict));
  } else if (file.kind === "clearance") {
    add(await verifyClearance(file.clearance, given), "unknown");
  } else if (file.kind === "panel") {
    for (const verdict of await verifyPanel(file.panel, given)) add(verdict, byProof(verdict));
  } else {
    for (const bundle of file.bundles) {
      const verdict = comparedWith(known, bundle, await verifyBundle(bundle, given));
      add(verdict, decisionInLog(bundle, verdict), leafOf(bundle));
    }
  }
  const pages = file.paper && pagesLine(file.paper, file, kept.log, asked);
  const whole = withPages(parts, pages);
  return { code: worstOf(whole), reason: null, parts: whole };
}

/** What the log says of a certificate; one that it has issued may be newer than what was loaded. */
async function askAnew(paper: Paper): Promise<Asked> {
  const asked = await askFor(paper, read);
  if (asked === "issued") await loadLog();
  return asked;
}

/** One changed bundle makes the file changed; one that was not fully checked leaves it open. */
const worstOf = (parts: readonly JudgedPart[]): 0 | 1 | 3 =>
  ([1, 3] as const).find((code) => parts.some((part) => part.code === code)) ?? 0;

/** Whether the decision's row stands in the log that was loaded. */
function decisionInLog(part: Part<EvidenceFile>, verdict: Verdict): InLog {
  if ("faults" in part) return "unknown";
  const row = decisionRowIn(part.value);
  if (!("log" in kept.log)) return byProof(verdict);
  if (row === undefined) return "undecided";
  const rows = kept.log.log.rowsOf(subjectOf(row));
  return rows.some((leaf) => leaf.row === row.row_hash) ? "yes" : "no";
}

/** Where the log took the decision, by the file's own proof. */
function leafOf(part: Part<EvidenceFile>): JudgedPart["leaf"] {
  const row = "faults" in part ? undefined : decisionRowIn(part.value);
  if ("faults" in part || row === undefined) return null;
  const proof = part.value.log.proofs.find(({ row_hash }) => row_hash === row.row_hash);
  const place = proof?.log_proof ? placeOf(row, proof.log_proof) : null;
  return place === null || "fault" in place ? null : { index: place.index, time: place.time };
}

/** A proof counts only under the key of this very service. */
const byProof = ({ lines }: Verdict): InLog =>
  kept.keys.length > 0 && lines.some(({ name, mark }) => name === "Log" && mark === "pass")
    ? "yes"
    : "unknown";
