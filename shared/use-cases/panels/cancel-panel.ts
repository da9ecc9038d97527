import { DomainError, noSuch } from "#shared/domain/errors.ts";
import { isOpenPanel, type PanelRecord } from "#shared/domain/reviews/panel.ts";
import { getLogKeys } from "#shared/store/log-keys.ts";
import { retryOnConflict, transact } from "#shared/store/transact.ts";
import { announceToListeners } from "#shared/use-cases/webhooks/announce-event.ts";
import { findPanel } from "./member-rows.ts";
import { withdrawnPanel } from "./settle-panel.ts";

interface Cancellation {
  panelId: string;
  actorUserId: string;
  now: string;
}

/**
 * Withdraws an open panel with its members' pending requests. Rules that its members have decided keep
 * their outcome, which counts from then on.
 * @throws DomainError `not_found`, `panel_not_open`, `state_differs`
 */
export async function cancelPanel(given: Cancellation): Promise<PanelRecord> {
  const { panelId, actorUserId, now } = given;
  const cancelled = await retryOnConflict(null, async () => {
    const [found, logKeys] = await Promise.all([findPanel(panelId), getLogKeys()]);
    if (found === null) throw noSuch("panel");
    const { panel } = found;
    if (!isOpenPanel(panel)) {
      throw new DomainError("panel_not_open", `The panel is already ${panel.status}.`);
    }
    const withdrawn = await withdrawnPanel(found, { actorUserId, now, logKeys });
    const outcome = await transact(withdrawn.part);
    return outcome.committed ? { done: withdrawn.after } : { conflict: null };
  });
  await announceToListeners();
  return cancelled;
}
