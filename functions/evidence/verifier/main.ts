import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import type { EvidenceFile } from "#shared/domain/evidence/evidence-file.ts";
import type { Secret } from "#shared/domain/evidence/facts.ts";
import { secretId } from "#shared/domain/evidence/hashes.ts";
import {
  type Asked,
  askFor,
  type Paper,
  pagesLine,
  withPages,
} from "#shared/domain/evidence/paper.ts";
import { readEvidenceBytes } from "#shared/domain/evidence/read-evidence-bytes.ts";
import type { Part, Read } from "#shared/domain/evidence/read-file.ts";
import { readWholeLog } from "#shared/domain/evidence/read-whole-log.ts";
import { reportOf, shown } from "#shared/domain/evidence/report.ts";
import {
  concluded,
  type Given,
  type Verdict,
  verifyBundle,
  verifyReceipt,
} from "#shared/domain/evidence/verify.ts";
import { verifyClearance } from "#shared/domain/evidence/verify-clearance.ts";
import { verifyPanel } from "#shared/domain/evidence/verify-panel.ts";
import { parseCheckpoint, parseNote } from "#shared/domain/log/signed-note.ts";
import { type Arguments, parseArguments } from "./arguments.ts";
import { type Fetched, isServed, keep, keptCheckpoint, logSource } from "./log-source.ts";

const USAGE = `Usage: node verify-bundle.mjs FILE [--key KEY]… [--log URL|DIR] [--mirror DIR]
                             [--policy FILE] [--checkpoint FILE] [--original FILE]
       node verify-bundle.mjs --receipt FILE …
       node verify-bundle.mjs CLEARANCE --key JWKS-FILE --key KEY [--key KEY] --log URL|DIR …
       (HMAC secrets, one a line, on standard input)`;

const strictly = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** @throws Error that says that it cannot be read */
function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch {
    throw new Error("it cannot be read");
  }
}

/** What a file holds as text. @throws Error that says why it cannot be read */
function readText(file: string): string {
  const bytes = readBytes(file);
  try {
    return strictly.decode(bytes);
  } catch {
    throw new Error("it is not UTF-8 text");
  }
}

/** One secret per line; a final line break is not part of a secret. */
function readSecrets(): Secret[] {
  if (process.stdin.isTTY) return [];
  try {
    const lines = readFileSync(0, "utf8").split(/\r?\n/);
    return lines
      .filter((line) => line !== "")
      .map((secret) => ({ key_id: secretId(secret), secret }));
  } catch {
    return [];
  }
}

const sizeOf = (note: string | null): number[] => {
  const checkpoint = note === null ? null : parseCheckpoint(parseNote(note)?.text ?? "");
  return checkpoint === null ? [] : [checkpoint.size];
};

/** Reads the whole log; what it was last time must be its beginning. */
async function readLog(
  { log, mirror, checkpoint }: Arguments,
  fetched: Fetched,
): Promise<Given["log"]> {
  if (log === null) return null;
  const before = keptCheckpoint(mirror);
  try {
    return await readWholeLog(logSource(log, mirror, fetched), {
      sizes: [...sizeOf(checkpoint), ...sizeOf(before)],
      before,
    });
  } catch (error) {
    return { unreadable: `The log cannot be read: ${(error as Error).message}.` };
  }
}

/** Keeps the log as it is now, once it was read and found to extend what was kept. */
function keepLog(log: Given["log"], fetched: Fetched, mirror: string | null): void {
  if (mirror === null || log === null || !("log" in log)) return;
  for (const [path, bytes] of fetched) keep(mirror, path, bytes);
  const { keyText, changesText, noteText } = log.header;
  keep(mirror, "key", keyText);
  keep(mirror, "keys", changesText);
  keep(mirror, "checkpoint", noteText);
}

/** Asks a served log for the certificate; nobody can be asked about a mirror. */
async function asked(paper: Paper | null, { log, mirror }: Arguments): Promise<Asked> {
  if (paper === null || log === null || !isServed(log)) return "mirror";
  return askFor(paper, logSource(log, mirror, new Map()));
}

async function judge(read: Read, given: Given): Promise<Verdict[]> {
  // A PDF without a bundle: what there is to say of its pages stands alone.
  if (read.kind === "unreadable") return [concluded([], [])];
  if (read.kind === "receipt") return [await verifyReceipt(read.receipt, given)];
  if (read.kind === "clearance") return [await verifyClearance(read.clearance, given)];
  if (read.kind === "panel") return verifyPanel(read.panel, given);
  const verdicts: Verdict[] = [];
  for (const bundle of read.bundles as readonly Part<EvidenceFile>[]) {
    verdicts.push(await verifyBundle(bundle, given));
  }
  return verdicts;
}

const WORST_FIRST = [1, 3, 0] as const;

async function main(): Promise<number> {
  const words = process.argv.slice(2);
  const named = words.find((word) => !word.startsWith("--")) ?? "";
  try {
    const given = parseArguments(words, readText);
    if ("fault" in given) {
      console.error(`${shown(given.fault)}\n${USAGE}`);
      return 2;
    }
    const read = readEvidenceBytes(readBytes(given.file));
    const isForeign = read.paper?.attachment === null && given.log !== null;
    if (read.kind === "unreadable" && !isForeign) throw new Error(read.reason);
    if (given.isReceipt !== (read.kind === "receipt")) {
      throw new Error(given.isReceipt ? "it is not a receipt" : "it is a receipt: use --receipt");
    }
    const answer = await asked(read.paper, given);
    const fetched: Fetched = new Map();
    const log = await readLog(given, fetched);
    const judged = await judge(read, {
      keys: given.keys,
      statementKeys: given.statementKeys,
      log,
      policy: given.policy,
      seen: given.checkpoint,
      secrets: readSecrets(),
      now: new Date().toISOString(),
    });
    const pages = read.paper && pagesLine(read.paper, read, log, answer);
    const verdicts = withPages(judged, pages);
    const code = WORST_FIRST.find((one) => verdicts.some((verdict) => verdict.code === one)) ?? 2;
    if (given.original !== null && read.paper !== null) {
      writeFileSync(given.original, read.paper.original);
    }
    if (code !== 1) keepLog(log, fetched, given.mirror);
    console.log(verdicts.map(reportOf).join(`\n\n${"-".repeat(72)}\n\n`));
    return code;
  } catch (error) {
    console.error(`${shown(named)} cannot be checked: ${shown((error as Error).message)}.`);
    return 2;
  }
}

// Web Crypto's algorithms are announced as experimental by some releases of Node.
process.removeAllListeners("warning");
process.exitCode = await main();
