import { judgeFile } from "#shared/domain/evidence/judge-file.ts";
import { type Asked, askFor } from "#shared/domain/evidence/paper.ts";
import { secretsIn, worstOf } from "#shared/domain/evidence/program.ts";
import { type ReadBytes, readEvidenceBytes } from "#shared/domain/evidence/read-evidence-bytes.ts";
import { readWholeLog } from "#shared/domain/evidence/read-whole-log.ts";
import { reportOf, shown } from "#shared/domain/evidence/report.ts";
import type { Given, Verdict } from "#shared/domain/evidence/verify.ts";
import type { LogSource } from "#shared/domain/log/read-log.ts";
import { type Arguments, parseArguments } from "./arguments.ts";
import { type Disk, openDisk } from "./disk.ts";
import { type Fetched, isServed, keptCheckpoint, logSource } from "./log-source.ts";

export * from "#shared/domain/evidence/program.ts";

const USAGE = `Usage: node verify-bundle.mjs FILE [--key KEY]… [--log URL|DIR] [--mirror DIR]
                             [--policy FILE] [--checkpoint FILE] [--original FILE]
       node verify-bundle.mjs --receipt FILE …
       node verify-bundle.mjs CLEARANCE --key JWKS-FILE --key KEY [--key KEY] --log URL|DIR …
       (HMAC secrets, one a line, on standard input)`;

/** Keeps the log in its present state, unless it contradicted itself, its keys, or the kept log. */
function keepLog(disk: Disk, verdicts: readonly Verdict[], read: Pick<Given, "log">, to: Kept) {
  const { log } = read;
  const { mirror, fetched } = to;
  const isContradicted = verdicts.some(({ lines }) =>
    lines.some(({ mark, ofLog }) => mark === "fail" && ofLog === true),
  );
  if (mirror === null || log === null || !("log" in log) || isContradicted) return;
  for (const [path, bytes] of fetched) disk.keep(mirror, path, bytes);
  const { keyText, changesText, noteText } = log.header;
  disk.keep(mirror, "key", keyText);
  disk.keep(mirror, "keys", changesText);
  disk.keep(mirror, "checkpoint", noteText);
}

interface Kept {
  mirror: string | null;
  fetched: Fetched;
}

/** @throws Error with half a sentence if it is no evidence, or not the kind that was named */
async function readFile(disk: Disk, { file, isReceipt, log }: Arguments) {
  const read = readEvidenceBytes(disk.bytesOf(file));
  const isPaper = read.paper !== null && log !== null;
  if (read.kind === "unreadable" && !isPaper) throw new Error(read.reason);
  if (isReceipt === (read.kind === "receipt")) return read;
  throw new Error(isReceipt ? "it is not a receipt" : "it is a receipt: use --receipt");
}

/** A served log's answer about a certificate. With a mirror, there is nobody to ask. */
async function askedOf(
  { paper }: ReadBytes,
  { log }: Arguments,
  source: LogSource | null,
): Promise<Asked> {
  if (paper === null || log === null || source === null || !isServed(log)) return "mirror";
  return askFor(paper, source.read);
}

/**
 * Runs the command.
 * @param words its arguments
 * @returns its exit code
 */
export async function main(words: readonly string[]): Promise<number> {
  const named = words.find((word) => !word.startsWith("--")) ?? "";
  try {
    const disk = await openDisk();
    const given = parseArguments(words, disk.textOf);
    if ("fault" in given) {
      console.error(`${shown(given.fault)}\n${USAGE}`);
      return 2;
    }
    const file = await readFile(disk, given);
    const kept: Kept = { mirror: given.mirror, fetched: new Map() };
    const source =
      given.log === null ? null : logSource(disk, given.log, given.mirror, kept.fetched);
    const asked = await askedOf(file, given, source);
    const log = source && (await readWholeLog(source, keptCheckpoint(disk, given.mirror)));
    const judged = {
      keys: given.keys,
      statementKeys: given.statementKeys,
      log,
      policy: given.policy,
      seen: given.checkpoint,
      secrets: secretsIn(disk.input()),
      now: new Date().toISOString(),
    };
    const verdicts = await judgeFile(file, judged, asked);
    if (given.original !== null && file.paper !== null) {
      disk.write(given.original, file.paper.original);
    }
    keepLog(disk, verdicts, { log }, kept);
    console.log(verdicts.map(reportOf).join(`\n\n${"-".repeat(72)}\n\n`));
    return worstOf(verdicts);
  } catch (error) {
    console.error(`${shown(named)} cannot be checked: ${shown((error as Error).message)}.`);
    return 2;
  }
}

/** Whether Node was told to run this file itself. Pages and other programs only import it. */
async function isCommand(): Promise<boolean> {
  const script = globalThis.process?.argv?.[1];
  if (script === undefined) return false;
  const [{ realpathSync }, { pathToFileURL }] = await Promise.all([
    import("node:fs"),
    import("node:url"),
  ]);
  return pathToFileURL(realpathSync(script)).href === import.meta.url;
}

if (await isCommand()) {
  // Some releases of Node warn that Web Crypto's algorithms are experimental.
  process.removeAllListeners("warning");
  process.exitCode = await main(process.argv.slice(2));
}
