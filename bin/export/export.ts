import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { exportVerifierText, verifierText } from "#infra/verifier.ts";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { parseCheckpoint, parseNote } from "#shared/domain/log/signed-note.ts";
import { enterTable, type TableOf } from "../admin/enter-table.ts";
import { type Folder, openFolder } from "./files.ts";
import { readFound } from "./found.ts";
import { notExported } from "./not-exported.ts";
import { writeRecords } from "./records.ts";
import { type About, MANIFEST, PROOF, proveManifest, writeManifest } from "./seal.ts";
import { logWaits } from "./wait-for-log.ts";

export interface Export extends TableOf {
  /** null: everything. */
  tenantId: string | null;
  out: string;
}

/** Describes the export in a folder until it is complete. */
const INCOMPLETE = ".incomplete";

/**
 * Writes everything, or everything that is a tenant's, to a folder that can be verified anywhere
 * (`verify-export.mjs`). If it is run again after a crash, it continues.
 * @returns the last line to print
 * @throws Error with one sentence
 */
export async function exportTo(
  { tenantId, out, ...of }: Export,
  say: (line: string) => void,
): Promise<string> {
  const now = await enterTable(of);
  const folder = openFolder(resolve(process.env.INIT_CWD ?? ".", out));
  const about = await begin(folder, tenantId, now);
  if (about === null) return `${out} is a whole export already.`;
  if (!folder.has(MANIFEST)) await writeAll(folder, about, say);
  await proveManifest(folder, about, say);
  rmSync(join(folder.path, INCOMPLETE));
  return `Exported to ${out}. Check it on any machine: node ${out}/verify-export.mjs --key KEY`;
}

/** @returns a description of the export; null: it is complete */
async function begin(folder: Folder, tenant_id: string | null, started_at: string) {
  mkdirSync(folder.path, { recursive: true });
  if (folder.has(INCOMPLETE)) {
    const about = JSON.parse(folder.read(INCOMPLETE)) as About;
    if (about.tenant_id === tenant_id) {
      if (!folder.has(MANIFEST)) removeHalves(folder);
      return enterLog(about);
    }
    throw new Error(`${folder.path} holds an unfinished export of something else.`);
  }
  if (folder.has(PROOF)) return null;
  if (readdirSync(folder.path).length > 0) {
    throw new Error(`${folder.path} is not empty. Name a new folder.`);
  }
  const { getCheckpoint } = await import("#shared/store/log-checkpoints.ts");
  const note = parseNote((await getCheckpoint())?.note ?? "");
  const { origin } = (note && parseCheckpoint(note.text)) ?? {};
  if (origin === undefined) throw new Error("The evidence log has not begun yet.");
  if (tenant_id !== null) await requireTenant(tenant_id);
  const about: About = { tenant_id, started_at, origin };
  folder.write(INCOMPLETE, canonicalJson(about));
  return enterLog(about);
}

/** Deletes records, which are written again, and half-written files. Complete bundles stay. */
function removeHalves(folder: Folder): void {
  rmSync(join(folder.path, "records"), { recursive: true, force: true });
  for (const name of folder.unfinished()) rmSync(join(folder.path, name));
}

async function requireTenant(id: string): Promise<void> {
  const { readTenant } = await import("#shared/store/tenants.ts");
  if ((await readTenant(id)) === null) throw new Error(`There is no tenant ${id}.`);
}

/** Sets the log's name, which rows and proofs need to be read. */
function enterLog(about: About): About {
  process.env.LOG_ORIGIN = about.origin;
  process.env.BASE_URL ||= `https://${about.origin.split("/")[0]}`;
  return about;
}

async function writeAll(folder: Folder, about: About, say: (line: string) => void): Promise<void> {
  const { tenant_id, started_at } = about;
  const found = await readFound(tenant_id, started_at);
  if (found.hasStamps) process.env.TSA_URL = "https://time-stamps.invalid";
  say("Writing records …");
  await writeRecords(folder, started_at, found.owns);
  say(`Writing ${found.wanted.reviews.length + found.wanted.panels.length} bundles …`);
  const { writeBundles, writeCertificates } = await import("./evidence.ts");
  const log = logWaits(say);
  await writeBundles(folder, found.wanted, log);
  const missing =
    tenant_id === null
      ? await writeCertificates(folder, found.wanted, found.issued, process.env.BASE_URL ?? "")
      : [];
  if (tenant_id === null) {
    const { writeLog } = await import("./log-files.ts");
    await log.caughtUp();
    await writeLog(folder);
  }
  const left = notExported(tenant_id === null, found.secrets, missing);
  folder.write("not_exported.json", `${canonicalJson(left)}\n`);
  folder.write("verify-bundle.mjs", await verifierText());
  folder.write("verify-export.mjs", await exportVerifierText());
  await writeManifest(folder, about, [INCOMPLETE]);
}
