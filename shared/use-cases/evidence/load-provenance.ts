import { toldRow } from "#shared/domain/audit/told-row.ts";
import { vouchedBy } from "#shared/domain/counsel/counsel.ts";
import type { WordsShown } from "#shared/domain/evidence/withhold.ts";
import { delegationIn } from "#shared/domain/reviews/delegation.ts";
import type { PanelRecord } from "#shared/domain/reviews/panel.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { outcomesOfPanel } from "#shared/domain/standing/outcomes.ts";
import type { Provenance } from "#shared/domain/standing/provenance.ts";
import { reviewTrail } from "#shared/store/audit-trails.ts";
import { getCounsel } from "#shared/store/counsel.ts";
import { getPanels } from "#shared/store/panels.ts";
import { calledIn } from "#shared/use-cases/reviews/called-in.ts";

/** The panel through which a request counts, and who passed the request on to its counsel. */
export async function loadProvenance(
  record: ReviewRecord,
  words: WordsShown = "full",
): Promise<Provenance> {
  const [own] = await loadProvenances([record], words);
  return own ?? { panel: null, delegation: null };
}

/**
 * For each of some requests, the panel through which it counts, and who passed it on to its counsel. If
 * none has either, nothing is read; otherwise everything takes one round trip.
 */
export async function loadProvenances(
  records: readonly ReviewRecord[],
  words: WordsShown = "full",
): Promise<Provenance[]> {
  const ids = [...new Set(records.flatMap(({ panel_id }) => panel_id ?? []))];
  const [found, delegations] = await Promise.all([
    getPanels(ids),
    Promise.all(records.map((record) => delegationOf(record, words))),
  ]);
  const panels = new Map(found.flatMap((one) => (one === null ? [] : [[one.id, one] as const])));
  return records.map(({ panel_id }, i) => {
    const stored = panel_id === null ? undefined : panels.get(panel_id);
    return {
      panel: stored ? shownPanel(stored) : null,
      delegation: delegations[i] ?? null,
    };
  });
}

const shownPanel = (panel: PanelRecord): NonNullable<Provenance["panel"]> => ({
  id: panel.id,
  members: panel.members.length,
  need: panel.need,
  on_reject: panel.on_reject,
  status: panel.status,
  decided_at: panel.decided_at,
  outcomes: outcomesOfPanel({ ...panel, ...calledIn(panel) }),
});

/** Who passed the request on, by its first row, and who vouches for the delegate. */
async function delegationOf(
  record: ReviewRecord,
  words: WordsShown,
): Promise<Provenance["delegation"]> {
  if (record.delegated_from === null) return null;
  const [rows, delegate] = await Promise.all([
    reviewTrail(record.id),
    getCounsel(record.counsel_id),
  ]);
  const said = delegationIn(words === "full" ? rows.slice(0, 1).map(toldRow) : rows);
  if (said === null || delegate === null) return null;
  return {
    ...said,
    to: record.signed_as?.display_name ?? delegate.display_name,
    vouched_by: vouchedBy(delegate),
  };
}
