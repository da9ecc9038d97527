import { panelAt } from "#shared/domain/reviews/panel.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { outcomesOfPanel } from "#shared/domain/standing/outcomes.ts";
import type { Provenance } from "#shared/domain/standing/provenance.ts";
import { reviewTrail } from "#shared/store/audit-trails.ts";
import { getCounsel, getCounselByIds } from "#shared/store/counsel.ts";
import { getPanels } from "#shared/store/panels.ts";
import { getReview } from "#shared/store/reviews.ts";
import { calledIn } from "#shared/use-cases/reviews/called-in.ts";

/** Through which panel a request counts, and who passed it on to its counsel. */
export async function loadProvenance(record: ReviewRecord, now: string): Promise<Provenance> {
  const [own] = await loadProvenances([record], now);
  return own ?? { panel: null, delegation: null };
}

/**
 * Through which panel each of some requests counts, and who passed it on to its counsel. Without
 * either nothing is read; otherwise one round trip for the panels, and two for each delegation.
 * @param now ISO 8601 UTC
 */
export async function loadProvenances(
  records: readonly ReviewRecord[],
  now: string,
): Promise<Provenance[]> {
  const ids = [...new Set(records.flatMap(({ panel_id }) => panel_id ?? []))];
  const [found, delegations] = await Promise.all([
    getPanels(ids),
    Promise.all(records.map(delegationOf)),
  ]);
  const panels = new Map(found.flatMap((one) => (one === null ? [] : [[one.id, one] as const])));
  return records.map(({ panel_id }, i) => {
    const stored = panel_id === null ? undefined : panels.get(panel_id);
    return {
      panel: stored ? shownPanel(panelAt(stored, now)) : null,
      delegation: delegations[i] ?? null,
    };
  });
}

const shownPanel = (panel: ReturnType<typeof panelAt>): NonNullable<Provenance["panel"]> => ({
  id: panel.id,
  members: panel.members.length,
  need: panel.need,
  on_reject: panel.on_reject,
  status: panel.status,
  decided_at: panel.decided_at,
  outcomes: outcomesOfPanel({ ...panel, ...calledIn(panel) }),
});

/** What the row says that ended the request of who passed it on, with the names as they are now. */
async function delegationOf({
  delegated_from: from,
  counsel_id,
}: ReviewRecord): Promise<Provenance["delegation"]> {
  if (from === null) return null;
  const [before, rows, delegate] = await Promise.all([
    getReview(from),
    reviewTrail(from),
    getCounsel(counsel_id),
  ]);
  const ended = rows.find(({ context }) => context["delegated_to"] !== undefined);
  if (before === null || ended === undefined || delegate === null) return null;
  const [delegator] = await getCounselByIds([before.counsel_id]);
  return {
    from: delegator?.display_name ?? "",
    to: delegate.display_name,
    at: ended.created_at,
    reason: String(ended.context["delegation_reason"] ?? ""),
    vouched_by: delegate.confirmed_at === null ? delegate.vouched_by_name : null,
  };
}
