import { auditRow } from "#shared/domain/audit/counsel.ts";
import type { Acting } from "#shared/domain/tenants/tenant.ts";
import {
  type Counsel,
  type CounselChange,
  counselContext,
  type NewCounsel,
  registered,
} from "./counsel.ts";

/**
 * A newly registered counsel, with the row about it.
 * @param by the platform admin who registers them, or the counsel who names them while passing a
 *   request on (reviews-that-run, "Delegation")
 */
export function newCounsel(
  given: NewCounsel,
  by: { admin: Acting } | { counsel: Pick<Counsel, "id" | "display_name" | "email"> },
  { id, rowId, now }: { id: string; rowId: string; now: string },
): CounselChange {
  const counsel: Counsel = {
    id,
    framework_id: given.framework_id,
    display_name: given.display_name,
    email: given.email,
    firm: given.firm ?? null,
    jurisdiction: given.jurisdiction ?? null,
    bar_registration: given.bar_registration ?? null,
    notes: given.notes ?? null,
    language: given.language ?? null,
    active: true,
    created_at: now,
    signing_policy: "link",
    keys_in_use: 0,
    vouched_by: "counsel" in by ? by.counsel.id : null,
    vouched_by_name: "counsel" in by ? by.counsel.display_name : null,
    confirmed_at: "counsel" in by ? null : now,
  };
  const row = auditRow({
    action: "counsel.created",
    resourceId: id,
    tenantId: null,
    actorUserId: "admin" in by ? by.admin.userId : null,
    context: counselContext(counsel, "admin" in by ? by.admin.email : by.counsel.email),
    id: rowId,
    at: now,
  });
  return registered({ ...counsel, former_emails: [] }, row);
}
