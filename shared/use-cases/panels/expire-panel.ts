import { randomUUID } from "node:crypto";
import { isOpenPanel } from "#shared/domain/reviews/panel.ts";
import { isPastExpiry, isPending } from "#shared/domain/reviews/review.ts";
import { expire } from "#shared/domain/reviews/transitions.ts";
import { endMembers, getPanel } from "#shared/store/panels.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { otherMembers, settlePanel } from "./settle-panel.ts";

/**
 * Ends an open panel whose expiry has passed, with all requests that are still pending, in one
 * transaction: they have one expiry.
 * @returns how many requests it expired; 0 if someone else ended the panel first
 */
export const expirePanel = (panelId: string, now: string): Promise<number> =>
  retryOnConflict<null, number>(null, async () => {
    const panel = await getPanel(panelId);
    if (panel === null || !isOpenPanel(panel) || !isPastExpiry(panel, now)) return { done: 0 };
    const members = await otherMembers(panel, []);
    if (members === null) return { conflict: null };
    const ended = members
      .filter(isPending)
      .map((before) => ({ before, ...expire(before, { id: randomUUID(), now }) }));
    const moved = ended.map(({ after }) => after);
    const settled = await settlePanel(panel, { moved, now });
    if (settled === null) return { conflict: null };
    const outcome = await endMembers(ended, settled.part);
    return outcome.committed ? { done: ended.length } : { conflict: null };
  });
