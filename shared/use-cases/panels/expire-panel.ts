import { isOpenPanel } from "#shared/domain/reviews/panel.ts";
import type { LogKeys } from "#shared/store/log-keys.ts";
import { retryOnConflict, transact } from "#shared/store/transact.ts";
import { findPanel, onlySigned } from "./member-rows.ts";
import { settlePanel } from "./settle-panel.ts";

/**
 * Ends the pending requests of an open panel whose expiry has passed, each by its own row, in one
 * transaction. The panel ends with the last of them, and in most panels all have the same expiry.
 * @returns how many requests it expired; 0 if someone else ended them first
 * @throws DomainError `state_differs`
 */
export const expirePanel = (
  panelId: string,
  now: string,
  logKeys: LogKeys | null,
): Promise<number> =>
  retryOnConflict<null, number>(null, async () => {
    const found = await findPanel(panelId);
    if (found === null || !isOpenPanel(found.panel)) return { done: 0 };
    const { panel } = await onlySigned(found, [], logKeys);
    const { lapsed, part } = await settlePanel(panel, { moved: [], now, logKeys });
    if (lapsed === 0) return { done: 0 };
    const outcome = await transact(part);
    return outcome.committed ? { done: lapsed } : { conflict: null };
  });
