import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import { type Counsel, counselContext } from "#shared/domain/counsel/counsel.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { counselOf, getCounsel, replaceCounsel } from "#shared/store/counsel.ts";
import { unknownCounsel } from "./unknown-counsel.ts";

interface Toggle {
  counselId: string;
  active: boolean;
  actorUserId: string;
  now: string;
}

/** Switches a counsel on or off; what stands already is answered without a second audit row. */
export async function setActive({ counselId, active, actorUserId, now }: Toggle): Promise<Counsel> {
  let before = await getCounsel(counselId);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (before === null) throw unknownCounsel();
    if (before.active === active) return before;
    const after = { ...before, active };
    const outcome = await replaceCounsel(
      before,
      after,
      auditRow({
        action: active ? "counsel.reactivated" : "counsel.deactivated",
        resourceId: after.id,
        tenantId: null,
        actorUserId,
        context: counselContext(after),
        id: randomUUID(),
        at: now,
      }),
    );
    if (outcome.committed) return after;
    const standing = outcome.failed.get("counsel");
    before = standing ? counselOf(standing) : null;
  }
  throw new DomainError("conflict", "The counsel is being changed by others; please repeat.");
}
