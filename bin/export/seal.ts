import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { writtenIn } from "#shared/domain/evidence/bundle.ts";
import { PLATFORM_EXPORT } from "#shared/domain/tenants/departure.ts";
import type { Folder } from "./files.ts";
import { until } from "./wait-for-log.ts";

export const MANIFEST = "manifest.json";
export const PROOF = "proof.json";

/** What the manifest states about the export, besides its files. */
export interface About {
  /** null: everything. */
  tenant_id: string | null;
  started_at: string;
  origin: string;
}

/** Lists each file with its SHA-256. Written last, so nothing in the export changes afterwards. */
export async function writeManifest(folder: Folder, about: About, except: readonly string[]) {
  const names = folder.names().filter((name) => !except.includes(name) && name !== MANIFEST);
  const files = [];
  for (const path of names) files.push({ path, ...(await folder.digest(path)) });
  folder.write(MANIFEST, `${canonicalJson({ version: 1, ...about, files })}\n`);
}

/**
 * Has a function of the stage write the row of the export, waits until the log contains it, and writes
 * `proof.json`: the row, who wrote it, and its proof.
 */
export async function proveManifest(
  folder: Folder,
  { tenant_id }: About,
  say: (line: string) => void,
): Promise<void> {
  const { sha256: manifest_sha256 } = await folder.digest(MANIFEST);
  const { getExported } = await import("#shared/store/departures.ts");
  const { tellDeparture } = await import("#shared/platform/aws/worker-events.ts");
  if ((await getExported(manifest_sha256)) === null) {
    await tellDeparture({ told: "exported", tenant_id, manifest_sha256 });
  }
  say("Waiting for the evidence log to take the export's row …");
  const id = await until(
    () => getExported(manifest_sha256),
    "The service did not record the export",
  );
  const { tenantTrail } = await import("#shared/store/audit-trails.ts");
  const { loadLogParts } = await import("#shared/use-cases/evidence/load-log-parts.ts");
  const { loadWriters } = await import("#shared/use-cases/evidence/load-writers.ts");
  const rows = await tenantTrail(tenant_id ?? PLATFORM_EXPORT);
  const row = rows.find((one) => one.id === id);
  if (row?.row_hash === undefined) throw new Error("The row of the export is not in the trail.");
  const hash = row.row_hash;
  const log = await until(async () => {
    const parts = await loadLogParts([hash], null);
    return parts.log.proofs.some(({ log_proof }) => log_proof === null) ? null : parts.log;
  }, "The evidence log did not take the export's row");
  const written = writtenIn(row);
  const proof = { row: written, writers: await loadWriters([written]), log };
  folder.write(PROOF, `${canonicalJson(proof)}\n`);
}
