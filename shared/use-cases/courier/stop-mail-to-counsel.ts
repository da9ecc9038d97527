import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/counsel.ts";
import { counselContext, recorded } from "#shared/domain/counsel/counsel.ts";
import { counselActions } from "#shared/store/counsel.ts";
import { type StopReason, stopMail } from "#shared/store/counsel-mail.ts";
import { type Action, retryOnConflict, transact } from "#shared/store/transact.ts";
import { counselToChange } from "#shared/use-cases/counsel/signed-counsel.ts";

interface Stopped {
  /** Fails if the same was recorded of that mail before. */
  first: Action;
  /** The address to which it went. */
  email: string;
  counselId: string;
  reason: StopReason;
  now: string;
}

/**
 * Stops all mail to the address to which an invitation to enrol a key went.
 * @returns `unknown` if counsel has another address by now; `repeated` if it was recorded before
 */
export const stopMailToCounsel = ({ first, email, counselId, reason, now }: Stopped) =>
  retryOnConflict<null, "recorded" | "repeated" | "unknown">(null, async () => {
    const counsel = await counselToChange(counselId);
    if (counsel === null || counsel.email !== email) return { done: "unknown" };
    const row = auditRow({
      action: "counsel.mail_stopped",
      resourceId: counsel.id,
      tenantId: null,
      actorUserId: null,
      context: { ...counselContext(counsel), reason },
      id: randomUUID(),
      at: now,
    });
    const written = await transact({
      ...counselActions(counsel, recorded(counsel, counsel, row)),
      first,
      stop: stopMail(email, reason),
    });
    if (written.committed) return { done: "recorded" };
    return written.failed.has("first") ? { done: "repeated" } : { conflict: null };
  });
