import { randomUUID } from "node:crypto";
import { DomainError, noSuch } from "#shared/domain/errors.ts";
import { isOpenPanel, type PanelRecord } from "#shared/domain/reviews/panel.ts";
import { withdrawPanel, withMembers } from "#shared/domain/reviews/panel-transitions.ts";
import { getPanel, withdrawPanelWith } from "#shared/store/panels.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { announceToListeners } from "#shared/use-cases/webhooks/announce-event.ts";
import { endPending, otherMembers } from "./settle-panel.ts";

interface Cancellation {
  panelId: string;
  actorUserId: string;
  now: string;
}

/**
 * Withdraws an open panel with the requests of its members that are still pending.
 * @throws DomainError `not_found`, `panel_not_open`
 */
export async function cancelPanel(given: Cancellation): Promise<PanelRecord> {
  const { panelId, actorUserId, now } = given;
  const cancelled = await retryOnConflict(null, async () => {
    const panel = await getPanel(panelId);
    if (panel === null) throw noSuch("panel");
    if (!isOpenPanel(panel)) {
      throw new DomainError("panel_not_open", `The panel is already ${panel.status}.`);
    }
    const members = await otherMembers(panel, []);
    if (members === null) return { conflict: null };
    const ended = endPending(members, { reason: "panel_cancelled", actorUserId, now });
    const closed = withMembers(
      panel,
      ended.map(({ after }) => after),
    );
    const { after, row } = withdrawPanel(closed, { actorUserId, id: randomUUID(), now });
    const outcome = await withdrawPanelWith({ before: panel, after, row }, ended);
    return outcome.committed ? { done: after } : { conflict: null };
  });
  await announceToListeners();
  return cancelled;
}
