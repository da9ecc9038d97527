import { randomUUID } from "node:crypto";
import { expiryIn, tellsExpiry } from "#shared/domain/reviews/in-rows.ts";
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
 * Ends the pending requests of an open panel whose expiry has passed, by their own rows, in one
 * transaction, and with the last of them the panel: most have one expiry.
 * @returns how many requests it expired; 0 if someone else ended them first
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
    const ids = toldOf(panel).members.map(({ review_id }) => review_id);
    const stored = await findMembers(panelId, ids, tellsExpiry);
    const { members } = await onlySigned(panel, stored, logKeys);
    const pending = (membersOf(members) ?? [])
      .map(({ record }, i) => ({ ...record, expires_at: expiryIn(members[i]?.rows ?? []) ?? "" }))
      .filter(isPending);
    // Without a signed row that says its end, a request does not end.
    const overdue = pending.filter((one) => one.expires_at !== "" && isPastExpiry(one, now));
    const isOverdueInTable = stored.some(
      ({ record }) => isPending(record) && isPastExpiry(record, now),
    );
    if (overdue.length === 0) {
      if (isOverdueInTable) tellDifference({ ...about, reason: "expires_at" });
      return { done: 0 };
    }
    const ended = overdue.map((before) => ({
      before,
      ...expire(before, { id: randomUUID(), now }),
    }));
    const moved = ended.map(({ after }) => after);
    const settled = await settlePanel(panel, { moved, now, logKeys });
    const outcome = await endMembers(ended, settled.part);
    return outcome.committed ? { done: ended.length } : { conflict: null };
  });
