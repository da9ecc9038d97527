import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/counsel.ts";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import {
  type CounselEdit,
  type CounselRecord,
  counselContext,
  recorded,
  unknownCounsel,
  withIdentity,
} from "#shared/domain/counsel/counsel.ts";
import { leaveCanaryAlone } from "#shared/domain/service/canary.ts";
import type { Acting } from "#shared/domain/tenants/tenant.ts";
import { getCounselWithSignatures, replaceCounsel } from "#shared/store/counsel.ts";
import { type Attempt, retryOnConflict } from "#shared/store/transact.ts";
import { requireFreeAddress } from "#shared/use-cases/panels/refuse-twice.ts";
import { requireOfferedLanguage } from "./require-offered-language.ts";
import { counselToChange } from "./signed-counsel.ts";
import { requireAddress } from "./two-people.ts";

interface Edit {
  counselId: string;
  edit: CounselEdit;
  /** If true, nothing is written. */
  dryRun: boolean;
  actor: Acting;
  now: string;
}

/**
 * Changes a counsel, and counts the signatures that end with a new e-mail.
 * @throws DomainError `not_found`, `conflict`, `counsel_twice`, `language_not_offered`,
 * `state_differs`, `second_person_required`, `forbidden` for the canary's counsel
 */
export const editCounsel = (given: Edit) =>
  retryOnConflict(null, () => editOnce(given), "conflict");

type Edited = ReturnType<typeof withIdentity<CounselRecord>> & { signatures_affected: number };

async function editOnce(given: Edit): Promise<Attempt<null, Edited>> {
  const { counselId, edit, dryRun, actor, now } = given;
  const [before, found] = await Promise.all([
    counselToChange(counselId),
    getCounselWithSignatures(counselId),
  ]);
  if (before === null) throw unknownCounsel();
  leaveCanaryAlone(before);
  requireOfferedLanguage(edit.language);
  const after = edited(before, edit);
  const changed = (Object.keys(edit) as (keyof CounselEdit)[]).filter(
    (field) => after[field] !== before[field],
  );
  const signatures_affected = changed.includes("email")
    ? (found?.signatures.get(before.email) ?? 0)
    : 0;
  const seen = changed.includes("email") ? await requireFreeAddress(before, after.email) : null;
  const rows = rowsOf(before, after, changed, { actor, now });
  const change = recorded(before, after, ...rows);
  if (change.after.identity.version > before.identity.version) {
    requireAddress(actor, before.framework_id);
  }
  const answer = { ...withIdentity(change.after), signatures_affected };
  if (dryRun || rows.length === 0) return { done: answer };
  const outcome = await replaceCounsel(before, change, seen);
  return outcome.committed ? { done: answer } : { conflict: null };
}

function rowsOf(
  before: CounselRecord,
  after: CounselRecord,
  changed: readonly (keyof CounselEdit)[],
  { actor, now }: Pick<Edit, "actor" | "now">,
): AuditRow[] {
  const base = { resourceId: after.id, tenantId: null, actorUserId: actor.userId, at: now };
  const others = changed.filter((field) => field !== "signing_policy");
  const context = counselContext(after, actor.email);
  return [
    ...(others.length === 0
      ? []
      : [
          auditRow({
            ...base,
            action: "counsel.updated",
            context: { ...context, changed: others.toSorted() },
            id: randomUUID(),
          }),
        ]),
    ...(others.length === changed.length
      ? []
      : [
          auditRow({
            ...base,
            action: "counsel.signing_policy_changed",
            context: { ...context, previous: before.signing_policy, value: after.signing_policy },
            id: randomUUID(),
          }),
        ]),
  ];
}

function edited(counsel: CounselRecord, edit: CounselEdit): CounselRecord {
  const given = Object.entries(edit).filter(([, value]) => value !== undefined);
  const after: CounselRecord = { ...counsel, ...Object.fromEntries(given) };
  const former = new Set([...counsel.former_emails, counsel.email]);
  return after.email === counsel.email ? after : { ...after, former_emails: [...former] };
}
