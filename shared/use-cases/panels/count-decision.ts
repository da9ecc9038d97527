import type { Signer } from "#shared/domain/counsel/counsel.ts";
import { isOpenPanel, type PanelRecord } from "#shared/domain/reviews/panel.ts";
import type { Voter } from "#shared/domain/reviews/panel-transitions.ts";
import type { DecidedReview, ReviewRecord } from "#shared/domain/reviews/review.ts";
import { ownDecision } from "#shared/store/counting.ts";
import { countingActions } from "#shared/store/decisions.ts";
import type { KeptStanding } from "#shared/store/kept-attributes.ts";
import { readKeptStanding } from "#shared/store/kept-standing.ts";
import type { LogKeys } from "#shared/store/log-keys.ts";
import { type FoundPanel, findPanel } from "./member-rows.ts";
import { type PanelPart, type Settled, settlePanel } from "./settle-panel.ts";

/** The effect of a decision, and the panel through which it counts, as the panel is afterwards. */
interface Counted {
  part: PanelPart;
  after: PanelRecord | null;
}

/** The state through which a decision counts, as it is before the decision. */
type Counting = { kept: KeptStanding } | { found: FoundPanel | null };

/** Reads what a decision on a request would count through; one round trip. */
export async function readCounting(record: ReviewRecord): Promise<Counting> {
  const { framework_id, rule_use_case_ids, panel_id } = record;
  return panel_id === null
    ? { kept: await readKeptStanding(framework_id, rule_use_case_ids) }
    : { found: await findPanel(panel_id) };
}

/**
 * How a decision counts: directly for its rules, or in a panel as a vote.
 * @returns null if the request has moved since it was read: read again
 */
export async function countDecision(
  decided: DecidedReview,
  signer: Signer,
  counting: Counting,
  logKeys: LogKeys | null,
): Promise<Counted | null> {
  if ("kept" in counting) {
    const alone = { panel: undefined, panelRow: undefined, members: undefined };
    const counts = countingActions(ownDecision(decided), counting.kept);
    return { part: { ...alone, ...counts }, after: null };
  }
  const { display_name, firm } = signer;
  const voter = { reviewId: decided.id, display_name, firm };
  return settled(counting.found, decided, { voter, now: decided.decided_at, logKeys });
}

/**
 * The effect on a panel when a member's request ends.
 * @returns null if the request has moved since it was read: read again
 */
export const countMember = async (
  panelId: string,
  ended: ReviewRecord,
  how: { now: string; logKeys: LogKeys | null },
): Promise<Settled | null> => settled(await findPanel(panelId), ended, how);

const settled = async (
  found: FoundPanel | null,
  ended: ReviewRecord,
  how: { voter?: Voter; now: string; logKeys: LogKeys | null },
): Promise<Settled | null> =>
  found === null || !isOpenPanel(found.panel)
    ? null
    : settlePanel(found, { moved: [ended], ...how });
