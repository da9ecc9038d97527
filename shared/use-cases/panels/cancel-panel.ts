import { DomainError, noSuch } from "#shared/domain/errors.ts";
import { isOpenPanel, type PanelRecord } from "#shared/domain/reviews/panel.ts";
import { endMembers, getPanel } from "#shared/store/panels.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { announceToListeners } from "#shared/use-cases/webhooks/announce-event.ts";
import { withdrawnPanel } from "./settle-panel.ts";

interface Cancellation {
  panelId: string;
  actorUserId: string;
  now: string;
}

/**
 * Withdraws an open panel with the requests of its members that are still pending. Rules that its
 * members have decided keep their outcome, and count from then on.
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
    const withdrawn = await withdrawnPanel(panel, { actorUserId, now });
    if (withdrawn === null) return { conflict: null };
    const outcome = await endMembers([], withdrawn.part);
    return outcome.committed ? { done: withdrawn.after } : { conflict: null };
  });
  await announceToListeners();
  return cancelled;
}
