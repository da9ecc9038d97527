import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import {
  type CounselRecord,
  counselContext,
  type NewCounsel,
} from "#shared/domain/counsel/counsel.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { putNewCounsel } from "#shared/store/counsel.ts";

interface Registration {
  given: NewCounsel;
  actorUserId: string;
  now: string;
}

/**
 * Registers a counsel. A returning counsel may get a new record: (framework, e-mail) need not be
 * unique.
 * @throws DomainError `unknown_framework`
 */
export async function createCounsel({ given, actorUserId, now }: Registration) {
  const counsel: CounselRecord = {
    id: randomUUID(),
    framework_id: given.framework_id,
    display_name: given.display_name,
    email: given.email,
    firm: given.firm ?? null,
    jurisdiction: given.jurisdiction ?? null,
    bar_registration: given.bar_registration ?? null,
    notes: given.notes ?? null,
    active: true,
    created_at: now,
    signing_policy: "link",
    keys_in_use: 0,
    former_emails: [],
  };
  const outcome = await putNewCounsel(
    counsel,
    auditRow({
      action: "counsel.created",
      resourceId: counsel.id,
      tenantId: null,
      actorUserId,
      context: counselContext(counsel),
      id: randomUUID(),
      at: now,
    }),
  );
  if (outcome.committed) return counsel;
  throw new DomainError("unknown_framework", `There is no framework ${given.framework_id}.`);
}
