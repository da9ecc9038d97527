import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import { type CounselRecord, counselContext } from "#shared/domain/counsel/counsel.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { bind } from "#shared/edge/bind.ts";
import { counselRoutes } from "#shared/routes/table/counsel.ts";
import { putNewCounsel } from "#shared/store/counsel.ts";

/** A returning counsel may get a new row: nothing about (framework, e-mail) is unique. */
export const handler = bind(counselRoutes.createCounsel)(async ({ body, principal, now }) => {
  const counsel: CounselRecord = {
    id: randomUUID(),
    framework_id: body.framework_id,
    display_name: body.display_name,
    email: body.email,
    firm: body.firm ?? null,
    jurisdiction: body.jurisdiction ?? null,
    bar_registration: body.bar_registration ?? null,
    notes: body.notes ?? null,
    active: true,
    created_at: now,
    former_emails: [],
  };
  const outcome = await putNewCounsel(
    counsel,
    auditRow({
      action: "counsel.created",
      resourceId: counsel.id,
      tenantId: null,
      actorUserId: principal.userId,
      context: counselContext(counsel),
      id: randomUUID(),
      at: now,
    }),
  );
  if (!outcome.committed) {
    throw new DomainError("unknown_framework", `There is no framework ${body.framework_id}.`);
  }
  return { status: 201, body: counsel };
});
