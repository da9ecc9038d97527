import type { Signer } from "#shared/domain/counsel/counsel.ts";
import { isOpenPanel, type PanelRecord } from "#shared/domain/reviews/panel.ts";
import type { Voter } from "#shared/domain/reviews/panel-transitions.ts";
import type { DecidedReview, ReviewRecord } from "#shared/domain/reviews/review.ts";
import { ownDecision } from "#shared/store/counting.ts";
import { countingActions } from "#shared/store/decisions.ts";
import { readKeptStanding } from "#shared/store/kept-standing.ts";
import { getPanel } from "#shared/store/panels.ts";
import { type PanelPart, type Settled, settlePanel } from "./settle-panel.ts";

/** What a decision counts for, and the panel that it counts through, as it is then. */
interface Counted {
  part: PanelPart;
  after: PanelRecord | null;
}

/**
 * What a decision counts for: by itself for its rules, or in a panel for the panel.
 * @returns null if the request has moved since it was read: read again
 */
export async function countDecision(
  decided: DecidedReview,
  signer: Signer,
): Promise<Counted | null> {
  if (decided.panel_id === null) {
    const kept = await readKeptStanding(decided.framework_id, decided.rule_use_case_ids);
    const alone = { panel: undefined, panelRow: undefined, members: undefined };
    return { part: { ...alone, ...countingActions(ownDecision(decided), kept) }, after: null };
  }
  const { display_name, firm } = signer;
  const voter = { reviewId: decided.id, display_name, firm };
  return countMember(decided.panel_id, decided, { voter, now: decided.decided_at });
}

/**
 * What the end of a member's request means for its panel.
 * @returns null if the request has moved since it was read: read again
 */
export async function countMember(
  panelId: string,
  ended: ReviewRecord,
  how: { voter?: Voter; now: string },
): Promise<Settled | null> {
  const panel = await getPanel(panelId);
  return panel === null || !isOpenPanel(panel)
    ? null
    : settlePanel(panel, { moved: [ended], ...how });
}
