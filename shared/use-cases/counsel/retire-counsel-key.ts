import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/counsel.ts";
import { counselContext, recorded, unknownCounsel } from "#shared/domain/counsel/counsel.ts";
import { keyContext, withWords } from "#shared/domain/counsel/counsel-key.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { getKey, putRetiredKey, type StoredKey } from "#shared/store/counsel-keys.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { counselToChange } from "./signed-counsel.ts";

interface Retirement {
  counselId: string;
  credentialId: string;
  actorUserId: string;
  now: string;
}

/**
 * Retires a key, which then signs nothing more. Idempotent: a repeat returns the same answer and writes
 * no second row.
 * @throws DomainError `not_found`, `state_differs`
 */
export async function retireCounselKey(
  given: Retirement,
): Promise<StoredKey & { fingerprint: string }> {
  const { counselId, credentialId, actorUserId, now } = given;
  const read = async () => ({
    counsel: await counselToChange(counselId),
    key: await getKey(counselId, credentialId),
  });
  return retryOnConflict(await read(), async ({ counsel, key }) => {
    if (counsel === null) throw unknownCounsel();
    if (key === null) throw new DomainError("not_found", "This counsel has no such key.");
    if (key.retired_at !== null) return { done: withWords(key) };
    const after = { ...key, retired_at: now };
    const row = auditRow({
      action: "counsel.key_retired",
      resourceId: counselId,
      tenantId: null,
      actorUserId,
      context: { ...counselContext(counsel), ...keyContext(key), retired_at: now },
      id: randomUUID(),
      at: now,
    });
    const fewer = { ...counsel, keys_in_use: counsel.keys_in_use - 1 };
    const outcome = await putRetiredKey(
      { before: key, after },
      counsel,
      recorded(counsel, fewer, row),
    );
    return outcome.committed ? { done: withWords(after) } : { conflict: await read() };
  });
}
