import { type StatementKey, statementKeysIn } from "#shared/domain/clearance/statement-key.ts";
import type { EvidenceFile } from "#shared/domain/evidence/evidence-file.ts";
import { secretId } from "#shared/domain/evidence/hashes.ts";
import { memberFiles } from "#shared/domain/evidence/panel-file.ts";
import { askFor, pagesLine, withPages } from "#shared/domain/evidence/paper.ts";
import { readEvidenceBytes } from "#shared/domain/evidence/read-evidence-bytes.ts";
import type { Read } from "#shared/domain/evidence/read-file.ts";
import { readWholeLog } from "#shared/domain/evidence/read-whole-log.ts";
import { reportOf } from "#shared/domain/evidence/report.ts";
import {
  concluded,
  type Given,
  type Verdict,
  verifyBundle,
  verifyReceipt,
} from "#shared/domain/evidence/verify.ts";
import { verifyClearance } from "#shared/domain/evidence/verify-clearance.ts";
import { verifyPanel } from "#shared/domain/evidence/verify-panel.ts";
import { readHeader, servedLog } from "#shared/domain/log/read-log.ts";
import { ED25519, fingerprintOf, type VerifierKey } from "#shared/domain/log/verifier-key.ts";
import type { Piece } from "#shared/domain/standing/pieces.ts";
import type { ChainLink } from "../parts/chain.tsx";
import { claimOf, linksOf } from "./verdict.ts";

/** What one bundle or receipt of a file came to. */
export interface Shown {
  /** The command's exit code. */
  code: 0 | 1 | 2 | 3;
  /** What the command would have printed. */
  text: string;
  /** What the file says that it is about. */
  claim: readonly Piece[] | null;
  /** The verdict as a chain, in plain words. */
  links: readonly ChainLink[];
}

/** The key that this service publishes, to be compared with the one that was given by other means. */
export interface PublishedKey {
  name: string;
  id: string;
  fingerprint: string;
}

/** The log that this deployment serves. */
const read = servedLog((...asked) => fetch(...asked));

/** The keys of statements that this deployment publishes; none if they cannot be read. */
async function publishedStatementKeys(): Promise<readonly StatementKey[]> {
  try {
    const response = await fetch("/clearance/keys", { cache: "no-store", credentials: "omit" });
    return response.ok ? (statementKeysIn(await response.text()) ?? []) : [];
  } catch {
    return [];
  }
}

async function readLog(): Promise<NonNullable<Given["log"]>> {
  try {
    return await readWholeLog(read, { sizes: [] });
  } catch (error) {
    return { unreadable: `The log cannot be read: ${(error as Error).message}.` };
  }
}

/** The published key counts as pinned: the Ed25519 one, since browsers lack ML-DSA-44. */
const published = (log: NonNullable<Given["log"]>): VerifierKey[] =>
  "log" in log ? log.header.current.filter(({ kind }) => kind === ED25519) : [];

const pinnedLine = (key: VerifierKey): string =>
  `Against the key that this service publishes, ${key.id}: SHA-256 ${fingerprintOf(key)}. ` +
  "Compare it with the one you were given.";

/** The published key, by which files are judged; null if it cannot be read. */
export async function publishedKey(): Promise<PublishedKey | null> {
  try {
    const header = await readHeader(read);
    const key = "fault" in header ? undefined : header.current.find(({ kind }) => kind === ED25519);
    return key ? { name: key.name, id: key.id, fingerprint: fingerprintOf(key) } : null;
  } catch {
    return null;
  }
}

/** Judges a file as the offline verifier does, with this service's log and published key. */
export async function verify(bytes: Uint8Array, secrets: string): Promise<Shown[]> {
  const file = readEvidenceBytes(bytes);
  if (file.kind === "unreadable" && file.paper === null) {
    const text = `It cannot be checked: ${file.reason}.`;
    return [{ code: 2, text, claim: null, links: [] }];
  }
  const asked = file.paper === null ? "unanswered" : await askFor(file.paper, read);
  const log = await readLog();
  const given: Given = {
    keys: published(log),
    log,
    policy: null,
    seen: null,
    secrets: secrets
      .split(/\r?\n/)
      .filter((line) => line !== "")
      .map((secret) => ({ key_id: secretId(secret), secret })),
    now: new Date().toISOString(),
  };
  const lead = given.keys.map((key) => `${pinnedLine(key)}\n\n`).join("");
  const judged = await judge(file, given);
  const verdicts = judged.map(({ verdict, about }) => ({ ...verdict, file: about }));
  const pages = file.paper && pagesLine(file.paper, file, log, asked);
  return withPages(verdicts, pages).map(({ file: about, ...verdict }) => ({
    code: verdict.code,
    text: `${lead}${reportOf(verdict)}`,
    claim: claimOf(about),
    links: linksOf(verdict, about),
  }));
}

interface Judged {
  verdict: Verdict;
  /** The bundle that was judged; null for what is none. */
  about: EvidenceFile | null;
}

async function judge(file: Read, given: Given): Promise<Judged[]> {
  // A PDF without a bundle: what there is to say of its pages stands alone.
  if (file.kind === "unreadable") return [{ verdict: concluded([], []), about: null }];
  if (file.kind === "clearance") {
    const statementKeys = await publishedStatementKeys();
    const verdict = await verifyClearance(file.clearance, { ...given, statementKeys });
    return [{ verdict, about: null }];
  }
  if (file.kind === "receipt") {
    return [{ verdict: await verifyReceipt(file.receipt, given), about: null }];
  }
  if (file.kind === "panel") {
    const verdicts = await verifyPanel(file.panel, given);
    const members = "value" in file.panel ? memberFiles(file.panel.value) : [];
    return verdicts.map((verdict, i) => ({ verdict, about: members[i - 1] ?? null }));
  }
  const judged: Judged[] = [];
  for (const bundle of file.bundles) {
    const about = "value" in bundle ? bundle.value : null;
    judged.push({ verdict: await verifyBundle(bundle, given), about });
  }
  return judged;
}
