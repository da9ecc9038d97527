import { auditRow } from "#shared/domain/audit/counsel.ts";
import {
  type Counsel,
  type CounselChange,
  type CounselRecord,
  counselContext,
  type Delegate,
  registered,
} from "./counsel.ts";

/** A counsel whom another one names, passing a request on (reviews-that-run, "Delegation"). */
export function newlyVouched(
  named: Delegate,
  by: CounselRecord,
  { id, rowId, now }: { id: string; rowId: string; now: string },
): CounselChange {
  const counsel: Counsel = {
    id,
    framework_id: by.framework_id,
    display_name: named.display_name,
    email: named.email,
    firm: named.firm ?? null,
    jurisdiction: named.jurisdiction ?? null,
    bar_registration: named.bar_registration ?? null,
    notes: null,
    language: null,
    active: true,
    created_at: now,
    signing_policy: "link",
    keys_in_use: 0,
    vouched_by: by.id,
  };
  const row = auditRow({
    action: "counsel.created",
    resourceId: id,
    tenantId: null,
    actorUserId: null,
    context: counselContext(counsel),
    id: rowId,
    at: now,
  });
  return registered({ ...counsel, former_emails: [] }, row);
}
