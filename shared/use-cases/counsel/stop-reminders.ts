import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/counsel.ts";
import { counselContext, recorded } from "#shared/domain/counsel/counsel.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { hashLinkToken } from "#shared/domain/reviews/link-token.ts";
import { counselActions } from "#shared/store/counsel.ts";
import {
  readCounselMail,
  type StopLink,
  stopLinkRead,
  stopRemindersTo,
} from "#shared/store/counsel-mail.ts";
import { readTogether } from "#shared/store/read-together.ts";
import { retryOnConflict, transact } from "#shared/store/transact.ts";
import { counselToChange } from "./signed-counsel.ts";

/** Whose reminders a link stops, and at which address. @throws DomainError `invalid_token` */
export async function loadStopLink(token: string): Promise<StopLink> {
  const { link } = await readTogether({ link: stopLinkRead(hashLinkToken(token)) });
  if (link === null) throw new DomainError("invalid_token", "This link is not valid.");
  return link;
}

/**
 * Stops reminders to counsel at the address to which the link was mailed. A repeat, or a link to an
 * address that counsel no longer has, changes nothing.
 */
export async function stopReminders(link: StopLink, now: string): Promise<{ stopped: true }> {
  return retryOnConflict<null, { stopped: true }>(null, async () => {
    const counsel = await counselToChange(link.counsel_id);
    if (counsel === null || counsel.email !== link.email) return { done: { stopped: true } };
    const known = await readCounselMail(counsel);
    if (known.reminders_stopped) return { done: { stopped: true } };
    const row = auditRow({
      action: "counsel.reminders_stopped",
      resourceId: counsel.id,
      tenantId: null,
      actorUserId: null,
      context: counselContext(counsel),
      id: randomUUID(),
      at: now,
    });
    const outcome = await transact({
      ...counselActions(counsel, recorded(counsel, counsel, row)),
      mail: stopRemindersTo(counsel.id, counsel.email),
    });
    if (outcome.committed) return { done: { stopped: true } };
    return { conflict: null };
  });
}
