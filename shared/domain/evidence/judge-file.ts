import type { EvidenceFile } from "./evidence-file.ts";
import { memberFiles } from "./panel-file.ts";
import { type Asked, pagesLine, withPages } from "./paper.ts";
import type { ReadBytes } from "./read-evidence-bytes.ts";
import type { Part } from "./read-file.ts";
import { concluded, type Given, type Verdict, verifyBundle } from "./verify.ts";
import { verifyClearance } from "./verify-clearance.ts";
import { verifyPanel } from "./verify-panel.ts";
import { verifyReceipt } from "./verify-receipt.ts";
import { verifySystems } from "./verify-systems.ts";

/** A verdict, and the bundle that it is of; null where it is of something else. */
export type PartVerdict = Verdict & { bundle: EvidenceFile | null };

/**
 * Judges each part of a file: a bundle, those of an export or a panel, a receipt, an answer; and the
 * pages of a certificate.
 * @param asked what the log says of the certificate
 */
export async function judgeFile(
  file: ReadBytes,
  given: Given,
  asked: Asked,
): Promise<PartVerdict[]> {
  const pages = file.paper && pagesLine(file.paper, file, given.log, asked);
  return withPages(await judgeParts(file, given), pages);
}

async function judgeParts(file: ReadBytes, given: Given): Promise<PartVerdict[]> {
  // A PDF without a bundle: what there is to say of its pages stands alone.
  if (file.kind === "unreadable") return [{ ...concluded([], []), bundle: null }];
  if (file.kind === "receipt") {
    return [{ ...(await verifyReceipt(file.receipt, given)), bundle: null }];
  }
  if (file.kind === "clearance") {
    return [{ ...(await verifyClearance(file.clearance, given)), bundle: null }];
  }
  if (file.kind === "systems") {
    return [{ ...(await verifySystems(file.systems, given)), bundle: null }];
  }
  if (file.kind === "panel") {
    const members = "value" in file.panel ? memberFiles(file.panel.value) : [];
    const verdicts = await verifyPanel(file.panel, given);
    return verdicts.map((verdict, i) => ({ ...verdict, bundle: members[i - 1] ?? null }));
  }
  const judged: PartVerdict[] = [];
  for (const part of file.bundles as readonly Part<EvidenceFile>[]) {
    const bundle = "value" in part ? part.value : null;
    judged.push({ ...(await verifyBundle(part, given)), bundle });
  }
  return judged;
}
