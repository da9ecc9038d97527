import { randomUUID } from "node:crypto";
import { isOpenPanel } from "#shared/domain/reviews/panel.ts";
import { isPastExpiry, isPending } from "#shared/domain/reviews/review.ts";
import { expire } from "#shared/domain/reviews/transitions.ts";
import type { LogKeys } from "#shared/store/log-keys.ts";
import { endMembers } from "#shared/store/panels.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { tellDifference } from "#shared/use-cases/log/genuine-rows.ts";
import { findMembers, findPanel, membersOf, onlySigned, toldOf } from "./member-rows.ts";
import { settlePanel } from "./settle-panel.ts";

/**
 * Ends an open panel whose expiry has passed, by the row that requested it, with all requests that are
 * still pending, in one transaction: they have one expiry.
 * @returns how many requests it expired; 0 if someone else ended the panel first
 * @throws DomainError `state_differs`
 */
export const expirePanel = (
  panelId: string,
  now: string,
  logKeys: LogKeys | null,
): Promise<number> =>
  retryOnConflict<null, number>(null, async () => {
    const about = { resource_type: "review_panel", resource_id: panelId };
    const found = await findPanel(panelId);
    if (found === null || !isOpenPanel(found.panel)) return { done: 0 };
    const { panel } = await onlySigned(found, [], logKeys);
    const told = toldOf(panel);
    if (!isPastExpiry(told, now)) {
      tellDifference({ ...about, reason: "expires_at" });
      return { done: 0 };
    }
    const ids = told.members.map(({ review_id }) => review_id);
    const { members } = await onlySigned(panel, await findMembers(panelId, ids), logKeys);
    const ended = (membersOf(members) ?? [])
      .map(({ record }) => ({ ...record, expires_at: told.expires_at }))
      .filter(isPending)
      .map((before) => ({ before, ...expire(before, { id: randomUUID(), now }) }));
    const moved = ended.map(({ after }) => after);
    const settled = await settlePanel(panel, { moved, now, logKeys });
    const outcome = await endMembers(ended, settled.part);
    return outcome.committed ? { done: ended.length } : { conflict: null };
  });
