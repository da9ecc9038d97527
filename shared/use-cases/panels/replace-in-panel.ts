import { randomUUID } from "node:crypto";
import type { Counsel } from "#shared/domain/counsel/counsel.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { isOpenPanel, type PanelRecord } from "#shared/domain/reviews/panel.ts";
import { type PanelTransition, replaceMember } from "#shared/domain/reviews/panel-transitions.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { getCounselByIds } from "#shared/store/counsel.ts";
import { readSeatChanges } from "#shared/store/panel-seats.ts";
import { getPanel } from "#shared/store/panels.ts";

/** A panel in which a member is replaced. */
export interface Replacement {
  before: PanelRecord;
  moved: PanelTransition;
  /** The count of seat changes that the write has to assume. */
  seen: number;
}

/**
 * The panel after the delegate has replaced the delegator.
 * @returns null without a panel; `moved` if the panel ended meanwhile, or the member was replaced by
 *   somebody who passed the same request on at once: read again
 * @throws DomainError `delegate_in_panel`, or `counsel_twice` where another record with the
 *   delegate's address is in the panel
 */
export async function replacedInPanel(
  from: ReviewRecord,
  to: ReviewRecord,
  delegate: Counsel,
  now: string,
): Promise<Replacement | "moved" | null> {
  if (from.panel_id === null) return null;
  const [seen, before] = await Promise.all([
    readSeatChanges(from.framework_id),
    getPanel(from.panel_id),
  ]);
  if (before === null || !isOpenPanel(before)) return "moved";
  const others = before.members.filter(({ review_id }) => review_id !== from.id);
  if (others.length === before.members.length) return "moved";
  const counsel = await getCounselByIds(others.map(({ counsel_id }) => counsel_id));
  const known = counsel.find((one) => one?.id === delegate.id || one?.email === delegate.email);
  if (known == null) {
    return { before, moved: replaceMember(before, from, to, { id: randomUUID(), now }), seen };
  }
  throw new DomainError(
    known.id === delegate.id ? "delegate_in_panel" : "counsel_twice",
    "This person has already been asked to review the same rules. Name someone else.",
  );
}
