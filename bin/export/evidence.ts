import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeDrawingFiles } from "#infra/certificate-files.ts";
import { verifierDigest } from "#infra/verifier.ts";
import { sha256Hex } from "#shared/domain/canonical.ts";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import type { EvidenceFile } from "#shared/domain/evidence/evidence-file.ts";
import type { PanelFile } from "#shared/domain/evidence/panel-file.ts";
import { evidencePaths } from "#shared/domain/evidence/verify-export.ts";
import type { Folder } from "./files.ts";
import type { LogWaits } from "./wait-for-log.ts";

/** The part of a stage's evidence to export. */
export interface Wanted {
  reviews: readonly string[];
  panels: readonly string[];
  words: "full" | "withheld";
}

/** Writes `bundles/review-<id>.json` and `bundles/panel-<id>.json`. Existing files are kept. */
export async function writeBundles(
  folder: Folder,
  { reviews, panels, words }: Wanted,
  log: LogWaits,
): Promise<void> {
  const { getBundle } = await import("#shared/use-cases/evidence/get-bundle.ts");
  const { getPanelBundle } = await import("#shared/use-cases/panels/get-panel-bundle.ts");
  for (const id of reviews) {
    const { bundle } = evidencePaths("review", id);
    const load = async () => (await getBundle(id, undefined, words)).text;
    if (!folder.has(bundle)) folder.write(bundle, await log.proven(load));
  }
  for (const id of panels) {
    const { bundle } = evidencePaths("panel", id);
    const load = async () => (await getPanelBundle(id)).text;
    if (!folder.has(bundle)) folder.write(bundle, await log.proven(load));
  }
}

/**
 * Draws the issued certificates again. Their bytes are the same unless something in them has changed
 * since. A certificate with other bytes is only named, because only the service issues certificates.
 * @param issued SHA-256 of the certificates that the log contains
 * @returns the reviews and panels whose certificate is not in the export
 */
export async function writeCertificates(
  folder: Folder,
  { reviews, panels }: Wanted,
  issued: ReadonlySet<string>,
  baseUrl: string,
): Promise<string[]> {
  const draw = await drawer(baseUrl);
  const missing: string[] = [];
  try {
    for (const { name, bundle, certificate } of [
      ...reviews.map((id) => evidencePaths("review", id)),
      ...panels.map((id) => evidencePaths("panel", id)),
    ]) {
      if (folder.has(certificate)) continue;
      const bytes = await draw.certificate(folder.read(bundle));
      if (bytes !== null && issued.has(sha256Hex(bytes))) folder.write(certificate, bytes);
      else missing.push(name);
    }
  } finally {
    draw.close();
  }
  return missing;
}

async function drawer(baseUrl: string) {
  const { certificateOf } = await import("#shared/domain/evidence/certificate/certificate.ts");
  const { panelCertificateOf } = await import(
    "#shared/domain/evidence/certificate/panel-certificate.ts"
  );
  const { drawCertificate } = await import("#shared/platform/pdf/draw-certificate.ts");
  const { readFonts } = await import("#shared/platform/pdf/fonts.ts");
  const parts = mkdtempSync(join(tmpdir(), "countersign-certificates-"));
  await writeDrawingFiles(parts);
  const fonts = await readFonts(parts);
  const issuer = { baseUrl, verifierDigest: await verifierDigest() };
  return {
    certificate: async (text: string): Promise<Uint8Array | null> => {
      const file = JSON.parse(text) as PanelFile | EvidenceFile;
      const certificate =
        "panel" in file
          ? panelCertificateOf({ ...issuer, file })
          : certificateOf({ ...issuer, file });
      return certificate && drawCertificate(certificate, canonicalJson(file), fonts);
    },
    close: () => rmSync(parts, { recursive: true, force: true }),
  };
}
