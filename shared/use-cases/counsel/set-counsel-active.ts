import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/counsel.ts";
import {
  type Counsel,
  type CounselRecord,
  counselContext,
  recorded,
  unknownCounsel,
} from "#shared/domain/counsel/counsel.ts";
import { leaveCanaryAlone } from "#shared/domain/service/canary.ts";
import { counselOf, getCounsel, replaceCounsel } from "#shared/store/counsel.ts";
import { type Attempt, retryOnConflict } from "#shared/store/transact.ts";

interface Toggle {
  counselId: string;
  active: boolean;
  actorUserId: string;
  now: string;
}

/**
 * Activates or deactivates a counsel; a repeat returns the same answer and writes no second audit
 * row.
 * @throws DomainError `not_found`, `conflict`, `forbidden` for the canary's
 */
export async function setCounselActive({
  counselId,
  active,
  actorUserId,
  now,
}: Toggle): Promise<Counsel> {
  const first = await getCounsel(counselId);
  return retryOnConflict(
    first,
    async (before): Promise<Attempt<CounselRecord | null, Counsel>> => {
      if (before === null) throw unknownCounsel();
      leaveCanaryAlone(before);
      if (before.active === active) return { done: before };
      const after = { ...before, active };
      const row = auditRow({
        action: active ? "counsel.reactivated" : "counsel.deactivated",
        resourceId: after.id,
        tenantId: null,
        actorUserId,
        context: counselContext(after),
        id: randomUUID(),
        at: now,
      });
      const outcome = await replaceCounsel(before, recorded(after, row));
      if (outcome.committed) return { done: after };
      const present = outcome.failed.get("counsel");
      return { conflict: present ? counselOf(present) : null };
    },
    "conflict",
  );
}
