import { DomainError, noSuch } from "#shared/domain/errors.ts";
import { isOpenPanel, type PanelRecord } from "#shared/domain/reviews/panel.ts";
import { getLogKeys } from "#shared/store/log-keys.ts";
import { retryOnConflict, transact } from "#shared/store/transact.ts";
import { announceToListeners } from "#shared/use-cases/webhooks/announce-event.ts";
import { findPanel } from "./member-rows.ts";
import { settlePanel } from "./settle-panel.ts";

interface Cancellation {
  panelId: string;
  actorUserId: string;
  now: string;
}

/**
 * Withdraws an open panel with its members' pending requests. Rules that its members have decided keep
 * their outcome, which counts from then on. A panel whose members' time is over ends with its result
 * instead, as it would within a minute.
 * @throws DomainError `not_found`, `panel_not_open`, `state_differs`
 */
export async function cancelPanel(given: Cancellation): Promise<PanelRecord> {
  const { panelId, actorUserId, now } = given;
  const ended = await retryOnConflict(null, async () => {
    const [found, logKeys] = await Promise.all([findPanel(panelId), getLogKeys()]);
    if (found === null) throw noSuch("panel");
    if (!isOpenPanel(found.panel)) throw notOpen(found.panel);
    const withdrawal = { moved: [], withdrawnBy: actorUserId, now, logKeys };
    const { after, part } = await settlePanel(found, withdrawal);
    const outcome = await transact(part);
    return outcome.committed ? { done: after } : { conflict: null };
  });
  await announceToListeners();
  if (ended.status !== "cancelled") throw notOpen(ended);
  return ended;
}

const notOpen = ({ status }: PanelRecord): DomainError =>
  new DomainError("panel_not_open", `The panel is already ${status}.`);
