import { randomUUID } from "node:crypto";
import type { Counsel } from "#shared/domain/counsel/counsel.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { isOpenPanel, type PanelRecord } from "#shared/domain/reviews/panel.ts";
import { type PanelTransition, replaceMember } from "#shared/domain/reviews/panel-transitions.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { getCounselByIds } from "#shared/store/counsel.ts";
import { getPanel } from "#shared/store/panels.ts";

/**
 * The panel once the delegate has the delegator's place.
 * @returns null without a panel; `moved` if the panel ended meanwhile: read again
 * @throws DomainError `delegate_in_panel`
 */
export async function replacedInPanel(
  from: ReviewRecord,
  to: ReviewRecord,
  delegate: Counsel,
  now: string,
): Promise<{ before: PanelRecord; moved: PanelTransition } | "moved" | null> {
  if (from.panel_id === null) return null;
  const before = await getPanel(from.panel_id);
  if (before === null || !isOpenPanel(before)) return "moved";
  const others = before.members.filter(({ review_id }) => review_id !== from.id);
  const counsel = await getCounselByIds(others.map(({ counsel_id }) => counsel_id));
  if (counsel.some((one) => one?.id === delegate.id || one?.email === delegate.email)) {
    throw new DomainError("delegate_in_panel", "They are asked for the same review already.");
  }
  return { before, moved: replaceMember(before, from, to, { id: randomUUID(), now }) };
}
