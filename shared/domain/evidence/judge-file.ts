import type { EvidenceFile } from "./evidence-file.ts";
import { fail } from "./finding.ts";
import { memberFiles } from "./panel-file.ts";
import { type Asked, pagesLine, withPages } from "./paper.ts";
import type { ReadBytes } from "./read-evidence-bytes.ts";
import type { Part } from "./read-file.ts";
import { concluded, type Given, type Verdict, verifyBundle } from "./verify.ts";
import { verifyClearance } from "./verify-clearance.ts";
import { verifyPanel } from "./verify-panel.ts";
import { verifyReceipt } from "./verify-receipt.ts";
import { verifySystems } from "./verify-systems.ts";

/** A verdict, and the bundle it is about; null if it is about something else. */
export type PartVerdict = Verdict & { bundle: EvidenceFile | null };

/**
 * Judges each part of a file: a bundle, the bundles of an export or a panel, a receipt, an answer; and
 * the pages of a certificate.
 * @param asked what the log says about the certificate
 */
export async function judgeFile(
  file: ReadBytes,
  given: Given,
  asked: Asked,
): Promise<PartVerdict[]> {
  const pages = file.paper && pagesLine(file.paper, file, given.log, asked);
  return withPages(await judgeParts(file, given), pages);
}

/** For files that are not bundles and contain none. */
const verifiers = {
  receipt: verifyReceipt,
  clearance: verifyClearance,
  systems: verifySystems,
};

async function judgeParts(file: ReadBytes, given: Given): Promise<PartVerdict[]> {
  if (file.kind === "unreadable") {
    // Of a PDF without a bundle, the pages can still be judged.
    const lines = file.paper === null ? [fail("parts", `It is no evidence: ${file.reason}.`)] : [];
    return [{ ...concluded(lines, []), bundle: null }];
  }
  if (file.kind === "panel") {
    const members = "value" in file.part ? memberFiles(file.part.value) : [];
    const verdicts = await verifyPanel(file.part, given);
    return verdicts.map((verdict, i) => ({ ...verdict, bundle: members[i - 1] ?? null }));
  }
  if (file.kind !== "bundles") {
    const verify: (part: Part<never>, given: Given) => Promise<Verdict> = verifiers[file.kind];
    return [{ ...(await verify(file.part as Part<never>, given)), bundle: null }];
  }
  const judged: PartVerdict[] = [];
  for (const part of file.bundles) {
    const bundle = "value" in part ? part.value : null;
    judged.push({ ...(await verifyBundle(part, given)), bundle });
  }
  return judged;
}
