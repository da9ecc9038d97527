import { countFault, membersFault, rowsFault } from "../checks/panel.ts";
import type { EvidenceFile } from "../evidence-file.ts";
import type { Facts } from "../facts.ts";
import { provenLeaves } from "../leaves.ts";
import type { PanelFile } from "../panel-file.ts";
import { runChecks } from "../run-checks.ts";
import { statedKeys, trustOf } from "../trust.ts";

/*
 * Whether the service itself finds a bundle to be right: it draws no certificate of one that it does not.
 */

/**
 * What is wrong with a bundle, by the checks of the offline verifier; null: nothing.
 * @param heads of the chains that the table's records name; null: not compared
 * @param now ISO 8601 UTC
 */
export async function bundleFault(
  file: EvidenceFile,
  heads: Facts["heads"],
  now: string,
): Promise<string | null> {
  const { origin, keys } = file.log;
  const stated = keys === null ? null : statedKeys(origin, keys);
  const trust = stated && (await trustOf(stated, []));
  const proven = trust && (await provenLeaves(file, trust));
  const found = await runChecks({
    file,
    secrets: [],
    leaves: proven?.leaves ?? new Map(),
    proofFaults: proven?.faults ?? [],
    rowsKeys: trust?.rows ?? [],
    ...{ log: null, heads, now },
  });
  // A decision without a view is noted, in every report, and is no fault of the bundle.
  const fault = found.find(({ id, result }) => result === "fail" && id !== "view_before_decision");
  return fault?.detail ?? null;
}

/** The same of a panel's bundle and of each member's. */
export async function panelFault(file: PanelFile, now: string): Promise<string | null> {
  const own = rowsFault(file) ?? membersFault(file) ?? countFault(file);
  if (own !== null) return own;
  const members = await Promise.all(file.members.map((one) => bundleFault(one, null, now)));
  return members.find((fault) => fault !== null) ?? null;
}
