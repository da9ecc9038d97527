import { fail, type Line, note, open, pass } from "#shared/domain/evidence/finding.ts";
import { judgeFile } from "#shared/domain/evidence/judge-file.ts";
import { readEvidenceBytes } from "#shared/domain/evidence/read-evidence-bytes.ts";
import { type LogReading, readWholeLog } from "#shared/domain/evidence/read-whole-log.ts";
import { reportOf, shown } from "#shared/domain/evidence/report.ts";
import { concluded, type Verdict } from "#shared/domain/evidence/verify.ts";
import {
  type FoundFile,
  fileLines,
  type Manifest,
  manifestLines,
  readManifest,
} from "#shared/domain/evidence/verify-export.ts";
import type { VerifierKey } from "#shared/domain/log/verifier-key.ts";
import { parseArguments } from "./arguments.ts";
import { type Disk, openDisk } from "./disk.ts";
import { logSource } from "./log-source.ts";

const USAGE = "Usage: node verify-export.mjs [DIR] [--key KEY] [--key KEY]";

/** Every file below a folder, with its hash. Reads in chunks, because a file may have 100 MB. */
async function filesIn(folder: string): Promise<FoundFile[]> {
  const [{ createHash }, fs, { join, sep }] = await Promise.all([
    import("node:crypto"),
    import("node:fs"),
    import("node:path"),
  ]);
  const found: FoundFile[] = [];
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const file = join(folder, name);
    const own = fs.lstatSync(file);
    if (own.isDirectory()) continue;
    const path = name.split(sep).join("/");
    // A link leads out of the folder, and a pipe has no end. An export contains neither.
    if (!own.isFile()) {
      found.push({ path, sha256: "", bytes: 0 });
      continue;
    }
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of fs.createReadStream(file)) {
      hash.update(chunk as Uint8Array);
      bytes += (chunk as Uint8Array).length;
    }
    found.push({ path, sha256: hash.digest("hex"), bytes });
  }
  return found;
}

const isEvidence = ({ path }: FoundFile): boolean => /^(?:bundles|certificates)\//.test(path);

/** Whether a verdict only says that an undecided request has changed since the export. */
const isOpenAlone = ({ code, lines }: Verdict, isDecided: boolean): boolean =>
  code === 3 && !isDecided && lines.every(({ mark }) => mark !== "fail");

interface Judging {
  disk: Disk;
  folder: string;
  manifest: Manifest;
  keys: readonly VerifierKey[];
  log: LogReading | null;
}

/** The faults and open points of a bundle or certificate, one line each; empty: nothing to report. */
async function evidenceLines(path: string, given: Judging): Promise<Line[]> {
  const { disk, folder, manifest, keys, log } = given;
  const file = readEvidenceBytes(disk.bytesOf(`${folder}/${path}`));
  const now = new Date().toISOString();
  const means = { keys, log, policy: null, seen: null, secrets: [], statementKeys: [], now };
  const verdicts = await judgeFile(file, means, "mirror");
  return verdicts.flatMap(({ bundle, ...verdict }): Line[] => {
    const isDecided = bundle === null || bundle.request.decided_at !== null;
    const wrong = verdict.lines.filter(({ mark }) => mark === "fail");
    if (wrong.length > 0) {
      return wrong.map(({ name, text }) => fail(name, `${path}: ${text}`));
    }
    if (isOpenAlone(verdict, isDecided)) {
      return [note("undecided", `${path}: nobody had decided it yet.`)];
    }
    return verdict.lines
      .filter(({ mark }) => mark === "open")
      .filter(({ name }) => manifest.tenant_id === null || name !== "whole_log")
      .map(({ name, text }) => open(name, `${path}: ${text}`));
  });
}

/** Checks every bundle and certificate. A tenant's export has no whole log to check against. */
async function evidence(found: readonly FoundFile[], given: Judging): Promise<Line[]> {
  const files = found.filter(isEvidence);
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
  disk: Disk,
  folder: string,
  keys: readonly VerifierKey[],
): Promise<Verdict> {
  const bytes = disk.bytesOf(`${folder}/manifest.json`);
  const manifest = readManifest(new TextDecoder().decode(bytes));
  if (manifest === null) throw new Error("manifest.json is not that of an export");
  const found = await filesIn(folder);
  const sha256 = found.find(({ path }) => path === "manifest.json")?.sha256 ?? "";
  const there = found.some(({ path }) => path === "proof.json");
  const proof = there ? disk.textOf(`${folder}/proof.json`) : null;
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
