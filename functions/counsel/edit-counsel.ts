import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import {
  type CounselEdit,
  type CounselRecord,
  counselContext,
} from "#shared/domain/counsel/counsel.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { bind } from "#shared/edge/bind.ts";
import { counselRoutes } from "#shared/routes/table/counsel.ts";
import { getCounselWithSignatures, replaceCounsel } from "#shared/store/counsel.ts";
import { unknownCounsel } from "#shared/use-cases/counsel/unknown-counsel.ts";

/**
 * An e-mail is bound into signatures: the answer tells how many a change stops from verifying
 * (those made under the e-mail as it stands), and with dry_run nothing is written.
 */
export const handler = bind(counselRoutes.editCounsel)(
  async ({ params, query, body, principal, now }) => {
    const found = await getCounselWithSignatures(params.counsel_id);
    if (found === null) throw unknownCounsel();
    const before = found.counsel;
    const after = edited(before, body);
    const changed = (Object.keys(body) as (keyof CounselEdit)[]).filter(
      (field) => after[field] !== before[field],
    );
    const signatures_affected = changed.includes("email")
      ? (found.signatures.get(before.email) ?? 0)
      : 0;
    const answer = { status: 200, body: { ...after, signatures_affected } } as const;
    if (query.dry_run || changed.length === 0) return answer;
    const outcome = await replaceCounsel(
      before,
      after,
      auditRow({
        action: "counsel.updated",
        resourceId: after.id,
        tenantId: null,
        actorUserId: principal.userId,
        context: { ...counselContext(after), changed: changed.toSorted() },
        id: randomUUID(),
        at: now,
      }),
    );
    if (!outcome.committed) {
      throw new DomainError("conflict", "The counsel was changed by someone else meanwhile.");
    }
    return answer;
  },
);

function edited(counsel: CounselRecord, edit: CounselEdit): CounselRecord {
  const given = Object.entries(edit).filter(([, value]) => value !== undefined);
  const after: CounselRecord = { ...counsel, ...Object.fromEntries(given) };
  const former = new Set([...counsel.former_emails, counsel.email]);
  return after.email === counsel.email ? after : { ...after, former_emails: [...former] };
}
