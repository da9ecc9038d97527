import { fail, type Line, note, open, pass } from "#shared/domain/evidence/finding.ts";
import { judgeFile } from "#shared/domain/evidence/judge-file.ts";
import { type ReadBytes, readEvidenceBytes } from "#shared/domain/evidence/read-evidence-bytes.ts";
import { type LogReading, readWholeLog } from "#shared/domain/evidence/read-whole-log.ts";
import { reportOf, shown } from "#shared/domain/evidence/report.ts";
import { concluded, type Verdict } from "#shared/domain/evidence/verify.ts";
import {
  type FoundFile,
  fileLines,
  isNamedRightly,
  type Manifest,
  manifestLines,
  readManifest,
} from "#shared/domain/evidence/verify-export.ts";
import type { VerifierKey } from "#shared/domain/log/verifier-key.ts";
import { parseArguments } from "./arguments.ts";
import { type Disk, openDisk } from "./disk.ts";
import { openExport } from "./export-folder.ts";
import { logSource } from "./log-source.ts";

const USAGE = "Usage: node verify-export.mjs [DIR] [--key KEY] [--key KEY]";

const isEvidence = ({ path }: FoundFile): boolean => /^(?:bundles|certificates)\//.test(path);

interface Judging {
  disk: Disk;
  folder: string;
  manifest: Manifest;
  keys: readonly VerifierKey[];
  log: LogReading | null;
}

/** The faults and open points of a bundle or certificate, one line each; empty: nothing to report. */
async function evidenceLines(path: string, given: Judging): Promise<Line[]> {
  try {
    const file = readEvidenceBytes(given.disk.bytesOf(`${given.folder}/${path}`));
    const lines = await judgedLines(path, file, given);
    const isFine = lines.every(({ mark }) => mark !== "fail");
    return isFine && !isNamedRightly(path, file)
      ? [fail("evidence", `${path}: It is not about the review or panel that its name states.`)]
      : lines;
  } catch (error) {
    return [fail("evidence", `${path} cannot be checked: ${(error as Error).message}.`)];
  }
}

async function judgedLines(path: string, file: ReadBytes, given: Judging): Promise<Line[]> {
  const { manifest, keys, log } = given;
  const now = new Date().toISOString();
  const means = { keys, log, policy: null, seen: null, secrets: [], statementKeys: [], now };
  const lines = (await judgeFile(file, means, "mirror")).flatMap((verdict) => verdict.lines);
  const wrong = lines.filter(({ mark }) => mark === "fail");
  if (wrong.length > 0) return wrong.map(({ name, text }) => fail(name, `${path}: ${text}`));
  const isUndecided = lines.some(({ hasGoneOn }) => hasGoneOn);
  const text = `${path}: A request or panel in it was undecided, and has gone on since.`;
  return [
    ...(isUndecided ? [note("undecided", text)] : []),
    ...lines
      .filter(({ mark, hasGoneOn }) => mark === "open" && !hasGoneOn)
      .filter(({ name }) => manifest.tenant_id === null || name !== "whole_log")
      .map(({ name, text }) => open(name, `${path}: ${text}`)),
  ];
}

/**
 * Checks every bundle and certificate that the manifest names. A tenant's export has no whole log to
 * check against.
 */
async function evidence(found: readonly FoundFile[], given: Judging): Promise<Line[]> {
  const named = new Set(given.manifest.files.map(({ path }) => path));
  const files = found.filter((file) => isEvidence(file) && named.has(file.path));
  const lines: Line[] = [];
  for (const { path } of files) lines.push(...(await evidenceLines(path, given)));
  const isSound = lines.every(({ mark }) => mark === "note");
  if (isSound) lines.unshift(pass("evidence", `${files.length} bundles and certificates.`));
  if (given.manifest.tenant_id !== null) {
    const text = "Whether this is all of it: a tenant's export does not hold the whole log.";
    lines.push(note("whole_log", text));
  }
  return lines;
}

/** Checks a whole export folder. */
async function judgeExport(
  whole: Disk,
  folder: string,
  keys: readonly VerifierKey[],
): Promise<Verdict> {
  const { disk, hashFiles } = await openExport(whole, folder);
  const bytes = disk.bytesOf(`${folder}/manifest.json`);
  const manifest = readManifest(new TextDecoder().decode(bytes));
  if (manifest === null) throw new Error("manifest.json is not that of an export");
  const found = await hashFiles();
  const sha256 = found.find(({ path }) => path === "manifest.json")?.sha256 ?? "";
  const proof = textOrNull(disk, `${folder}/proof.json`);
  const log =
    manifest.tenant_id === null
      ? await readWholeLog(logSource(disk, `${folder}/log`, null, new Map()))
      : null;
  const lines = [
    ...fileLines(manifest, found),
    ...(await manifestLines({ manifest, sha256, proof, keys })),
    ...(keys.length === 0
      ? [open("evidence", "Without --key bundles and certificates are not judged.")]
      : await evidence(found, { disk, folder, manifest, keys, log })),
  ];
  return concluded(lines, [
    `Export      of ${manifest.tenant_id === null ? "everything" : `tenant ${manifest.tenant_id}`}`,
    `Begun       ${manifest.started_at}`,
  ]);
}

/** null: there is no such file, or it is not text. */
function textOrNull(disk: Disk, file: string): string | null {
  try {
    return disk.textOf(file);
  } catch {
    return null;
  }
}

/** The folder that contains this file. */
async function ownFolder(): Promise<string> {
  const [{ fileURLToPath }, { dirname }] = await Promise.all([
    import("node:url"),
    import("node:path"),
  ]);
  return dirname(fileURLToPath(import.meta.url));
}

async function main(words: readonly string[]): Promise<number> {
  const disk = await openDisk();
  const isNamed = words.length % 2 === 1;
  const given = parseArguments(isNamed ? words : [await ownFolder(), ...words], disk.textOf);
  if ("fault" in given || given.log !== null || given.isReceipt) {
    console.error(`${"fault" in given ? `${shown(given.fault)}\n` : ""}${USAGE}`);
    return 2;
  }
  try {
    const verdict = await judgeExport(disk, given.file.replace(/\/$/, ""), given.keys);
    console.log(reportOf(verdict));
    return verdict.code;
  } catch (error) {
    console.error(`${shown(given.file)} cannot be checked: ${shown((error as Error).message)}.`);
    return 2;
  }
}

// Some releases of Node warn that Web Crypto's algorithms are experimental.
process.removeAllListeners("warning");
process.exitCode = await main(process.argv.slice(2));
