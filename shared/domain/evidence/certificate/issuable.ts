import { type EvidenceFile, rowsIn } from "../evidence-file.ts";
import type { Stored } from "../facts.ts";
import { knownAlone } from "../leaves.ts";
import { memberFiles, type PanelFile } from "../panel-file.ts";
import { replayRows } from "../replay/rows-of-file.ts";
import { runChecks } from "../run-checks.ts";
import { panelFaults } from "../verify-panel.ts";

/* Whether the service itself finds a bundle correct. It issues no certificate from any other bundle. */

/**
 * What is wrong with a bundle, by the checks of the offline verifier; null: nothing.
 * @param stored what the table says about the rows; null: not compared
 * @param now ISO 8601 UTC
 */
export async function bundleFault(
  file: EvidenceFile,
  stored: Stored | null,
  now: string,
): Promise<string | null> {
  const known = await knownAlone(file, rowsIn(file));
  const { findings } = await runChecks({ ...known, file, secrets: [], stored, now });
  // Every report notes a decision without a view, but that is not a fault of the bundle.
  const fault = findings.find(
    ({ mark, name }) => mark === "fail" && name !== "view_before_decision",
  );
  return fault?.text ?? null;
}

/** The same for a panel's bundle and for each member's. */
export async function panelFault(file: PanelFile, now: string): Promise<string | null> {
  const members = memberFiles(file);
  const rows = [...file.panel_audit, ...members.flatMap(rowsIn)];
  const replayed = await replayRows(rows, file, await knownAlone(file, rows));
  const { rows: ofRows, panel } = panelFaults(file, members, replayed);
  const own = ofRows ?? panel;
  if (own !== null) return own;
  const found = await Promise.all(members.map((one) => bundleFault(one, null, now)));
  return found.find((fault) => fault !== null) ?? null;
}
