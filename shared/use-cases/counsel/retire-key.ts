import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import { counselContext } from "#shared/domain/counsel/counsel.ts";
import { keyContext } from "#shared/domain/counsel/counsel-key.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { retryOnConflict } from "#shared/domain/retry-on-conflict.ts";
import { getCounsel } from "#shared/store/counsel.ts";
import { getKey, putRetiredKey, type StoredKey } from "#shared/store/counsel-keys.ts";
import { backoff } from "#shared/store/transact.ts";
import { unknownCounsel } from "./unknown-counsel.ts";

interface Retirement {
  counselId: string;
  credentialId: string;
  actorUserId: string;
  now: string;
}

/**
 * Retires a key, which signs nothing from then on. Idempotent: a repeat returns the same answer and
 * writes no second row.
 * @throws DomainError `not_found`
 */
export async function retireKey(given: Retirement): Promise<StoredKey> {
  const { counselId, credentialId, actorUserId, now } = given;
  const [counsel, first] = await Promise.all([
    getCounsel(counselId),
    getKey(counselId, credentialId),
  ]);
  if (counsel === null) throw unknownCounsel();
  return retryOnConflict(first, backoff, async (key) => {
    if (key === null) throw new DomainError("not_found", "This counsel has no such key.");
    if (key.retired_at !== null) return { done: key };
    const after = { ...key, retired_at: now };
    const outcome = await putRetiredKey(
      key,
      after,
      auditRow({
        action: "counsel.key_retired",
        resourceId: counselId,
        tenantId: null,
        actorUserId,
        context: { ...counselContext(counsel), ...keyContext(key), retired_at: now },
        id: randomUUID(),
        at: now,
      }),
    );
    return outcome.committed
      ? { done: after }
      : { conflict: await getKey(counselId, credentialId) };
  });
}
