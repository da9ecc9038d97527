import { type StatementKey, statementKeysIn } from "#shared/domain/clearance/statement-key.ts";
import { secretId } from "#shared/domain/evidence/hashes.ts";
import { readEvidenceBytes } from "#shared/domain/evidence/read-evidence-bytes.ts";
import { readWholeLog } from "#shared/domain/evidence/read-whole-log.ts";
import { reportOf } from "#shared/domain/evidence/report.ts";
import {
  type Given,
  type Verdict,
  verifyBundle,
  verifyReceipt,
} from "#shared/domain/evidence/verify.ts";
import { verifyClearance } from "#shared/domain/evidence/verify-clearance.ts";
import { verifyPanel } from "#shared/domain/evidence/verify-panel.ts";
import type { ReadFile } from "#shared/domain/log/read-log.ts";
import { ED25519, fingerprintOf, type VerifierKey } from "#shared/domain/log/verifier-key.ts";

/** What a file came to: the command's exit code and what it would have printed. */
export interface Shown {
  code: 0 | 1 | 2 | 3;
  text: string;
}

const LOG = "/evidence/log/";

/** The log that this deployment serves. */
const read: ReadFile = async (path) => {
  const response = await fetch(`${LOG}${path}`, { cache: "no-store", credentials: "omit" });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};

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

/** Judges a file as the offline verifier does, with this service's log and published key. */
export async function verify(bytes: Uint8Array, secrets: string): Promise<Shown[]> {
  const file = await readEvidenceBytes(bytes);
  if (file.kind === "unreadable")
    return [{ code: 2, text: `It cannot be checked: ${file.reason}.` }];
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
  const verdicts: Verdict[] = [];
  if (file.kind === "clearance") {
    const statementKeys = await publishedStatementKeys();
    verdicts.push(await verifyClearance(file.clearance, { ...given, statementKeys }));
  } else if (file.kind === "receipt") verdicts.push(await verifyReceipt(file.receipt, given));
  else if (file.kind === "panel") verdicts.push(...(await verifyPanel(file.panel, given)));
  else for (const bundle of file.bundles) verdicts.push(await verifyBundle(bundle, given));
  const lead = given.keys.map((key) => `${pinnedLine(key)}\n\n`).join("");
  return verdicts.map((verdict) => ({ code: verdict.code, text: `${lead}${reportOf(verdict)}` }));
}
