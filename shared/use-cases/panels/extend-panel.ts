import { isOpenPanel } from "#shared/domain/reviews/panel.ts";
import { withMoreTime } from "#shared/domain/reviews/panel-transitions.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { readKeptStanding } from "#shared/store/kept-standing.ts";
import { openOnRules } from "#shared/store/open-marks.ts";
import { extendSeats } from "#shared/store/panel-seats.ts";
import { getPanel, panelActions } from "#shared/store/panels.ts";

/**
 * Extends a panel when one of its members gets more time: a panel ends with its latest member.
 * @returns what joins the member's transaction; null if the panel has ended: read again
 */
export async function extendedPanel(panelId: string, member: ReviewRecord) {
  const before = await getPanel(panelId);
  if (before === null || !isOpenPanel(before)) return null;
  const after = withMoreTime(before, member);
  const { panel } = panelActions(before, after, null);
  if (after.expires_at === before.expires_at) return { panel, rules: undefined };
  const { framework_id, rule_use_case_ids, id } = after;
  const kept = await readKeptStanding(framework_id, rule_use_case_ids);
  const opened = { ...after, created_at: member.audit_head.at, isPanel: true } as const;
  return { panel, rules: [...openOnRules(opened, kept, "anything", id), extendSeats(after)] };
}
