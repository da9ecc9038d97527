import type { EvidenceFile } from "./evidence-file.ts";
import { withPaper } from "./paper.ts";
import type { readEvidenceBytes } from "./read-evidence-bytes.ts";
import type { Part } from "./read-file.ts";
import { type Given, type Verdict, verifyBundle, verifyReceipt } from "./verify.ts";
import { verifyClearance } from "./verify-clearance.ts";
import { verifyPanel } from "./verify-panel.ts";

/** A file of evidence that can be judged. */
export type Readable = Exclude<
  Awaited<ReturnType<typeof readEvidenceBytes>>,
  { kind: "unreadable" }
>;

/** A verdict, and the bundle that it is of; null where it is of something else. */
export type PartVerdict = Verdict & { bundle: EvidenceFile | null };

/** Judges each part of a file: a bundle, those of an export or a panel, a receipt, an answer. */
export async function judgeFile(file: Readable, given: Given): Promise<PartVerdict[]> {
  return withPaper(await judgeParts(file, given), file.paper);
}

async function judgeParts(file: Readable, given: Given): Promise<PartVerdict[]> {
  if (file.kind === "receipt") {
    return [{ ...(await verifyReceipt(file.receipt, given)), bundle: null }];
  }
  if (file.kind === "clearance") {
    return [{ ...(await verifyClearance(file.clearance, given)), bundle: null }];
  }
  if (file.kind === "panel") {
    const members = "value" in file.panel ? file.panel.value.members : [];
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
