import { panelEnds } from "#shared/domain/courier/panel-message.ts";
import { endsAt, isOpenPanel } from "#shared/domain/reviews/panel.ts";
import { withMoreTime } from "#shared/domain/reviews/panel-transitions.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { readKeptStanding } from "#shared/store/kept-standing.ts";
import { openUntilEnd } from "#shared/store/open-marks.ts";
import { promiseAgain } from "#shared/store/outbox.ts";
import { extendSeats } from "#shared/store/panel-seats.ts";
import { getPanel, panelActions } from "#shared/store/panels.ts";

/**
 * Extends a panel when one of its members gets more time: a panel ends with the last of its members who
 * can still decide. The courier comes at the member's new end too.
 * @returns what joins the member's transaction; null if the panel has ended: read again
 */
export async function extendedPanel(panelId: string, member: ReviewRecord) {
  const before = await getPanel(panelId);
  if (before === null || !isOpenPanel(before)) return null;
  const after = withMoreTime(before, member);
  const { panel } = panelActions(before, after, null);
  const end = promiseAgain(panelEnds(panelId, member.expires_at));
  if (endsAt(after) === endsAt(before)) return { panel, end, rules: undefined };
  const kept = await readKeptStanding(after.framework_id, after.rule_use_case_ids);
  const rules = [...openUntilEnd(after, kept, member.audit_head.at), extendSeats(after)];
  return { panel, end, rules };
}
