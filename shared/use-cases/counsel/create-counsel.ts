import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/counsel.ts";
import {
  type Counsel,
  counselContext,
  type NewCounsel,
  registered,
} from "#shared/domain/counsel/counsel.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { superseded } from "#shared/domain/frameworks/framework.ts";
import { putNewCounsel } from "#shared/store/counsel.ts";

interface Registration {
  given: NewCounsel;
  actorUserId: string;
  now: string;
}

/**
 * Registers a counsel. A returning counsel may get a new record: (framework, e-mail) need not be
 * unique.
 * @throws DomainError `unknown_framework`, `framework_superseded`
 */
export async function createCounsel({ given, actorUserId, now }: Registration) {
  const counsel: Counsel = {
    id: randomUUID(),
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
    vouched_by: null,
  };
  const change = registered(
    { ...counsel, former_emails: [] },
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
  const outcome = await putNewCounsel(change);
  if (outcome.committed) return change.after;
  if (outcome.failed.get("framework") != null) throw superseded(given.framework_id);
  throw new DomainError("unknown_framework", `There is no framework ${given.framework_id}.`);
}
