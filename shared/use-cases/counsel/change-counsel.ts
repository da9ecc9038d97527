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
import type { Acting } from "#shared/domain/tenants/tenant.ts";
import { replaceCounsel } from "#shared/store/counsel.ts";
import { type Attempt, retryOnConflict } from "#shared/store/transact.ts";
import { counselToChange } from "./signed-counsel.ts";

/** The counsel to change, who changes them, and when. */
export interface CounselRequest {
  counselId: string;
  actor: Acting;
  now: string;
}

/** The changed fields, and the action that the row records; null: nothing changes. */
export type Change = {
  action: "counsel.deactivated" | "counsel.reactivated" | "counsel.confirmed";
  fields?: Partial<Counsel>;
  /** Further members of the row's context. */
  more?: { identity_sha256?: string };
} | null;

/**
 * Changes a counsel, with one row; writes no row if nothing changes.
 * @throws DomainError `not_found`, `conflict`, `state_differs`, `forbidden` for the canary's counsel
 */
export async function changeCounsel(
  { counselId, actor, now }: CounselRequest,
  changeOf: (before: CounselRecord) => Change,
): Promise<CounselRecord> {
  return retryOnConflict(
    null,
    async (): Promise<Attempt<null, CounselRecord>> => {
      const before = await counselToChange(counselId);
      if (before === null) throw unknownCounsel();
      leaveCanaryAlone(before);
      const change = changeOf(before);
      if (change === null) return { done: before };
      const after = { ...before, ...change.fields };
      const row = auditRow({
        action: change.action,
        resourceId: after.id,
        tenantId: null,
        actorUserId: actor.userId,
        context: { ...counselContext(after, actor.email), ...change.more },
        id: randomUUID(),
        at: now,
      });
      const changed = recorded(before, after, row);
      const outcome = await replaceCounsel(before, changed);
      return outcome.committed ? { done: changed.after } : { conflict: null };
    },
    "conflict",
  );
}
