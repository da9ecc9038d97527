import { keepingOverride, keepsAll } from "#shared/domain/setup/rotate-keyring.ts";
import { COUNSEL_SECRET } from "#shared/platform/secrets/counsel-keyring.ts";
import { makeCurrent, writeSecret } from "#shared/platform/secrets/secret-entries.ts";
import {
  answerOf,
  attachRing,
  fetchVersion,
  newRing,
  overrideAt,
  type Result,
  readVersion,
} from "./keyring-versions.ts";
import { provisionSecret } from "./provision-secret.ts";
import type { Caller, SecretState } from "./secret-state.ts";

type Provisioned = Result<"provisioned" | "already_provisioned" | "recovered">;

/**
 * Provisions the signing keyring, or finishes an interrupted provisioning or rotation. While a
 * credential overrides the keyring's secret, the keyring also gets that one, so that what it signs
 * verifies after it is removed.
 */
export function provisionCounselReviewHmacSecret(caller: Caller): Promise<Provisioned> {
  return provisionSecret<Provisioned>(COUNSEL_SECRET, caller, {
    make: async ({ attached }) => {
      // The entry is gone although it is attached: whatever can still be read of it is kept.
      const lost = attached === null ? null : (await fetchVersion(attached)).ring;
      return JSON.stringify(await newRing(lost, caller.now));
    },
    attach: async (state, versionId, status, isNew) =>
      isNew
        ? attachRing(state.deployment, await readVersion(versionId), null, "provisioned", caller)
        : attachWritten(state, { versionId, status }, caller),
    attached: async ({ deployment, entry }, versionId, status) => {
      const found = await readVersion(versionId);
      const ring = keepingOverride(found.ring, await overrideAt(caller.now), caller.now);
      if (ring === found.ring) return answerOf(deployment, found, status);
      const id = await writeSecret(COUNSEL_SECRET, entry, JSON.stringify(ring), false);
      return id === null ? null : attachRing(deployment, { id, ring }, null, "recovered", caller);
    },
  });
}

/** Attaches a version that was written but not attached, unless that would lose a secret. */
async function attachWritten(
  { deployment, attached }: SecretState,
  { versionId, status }: { versionId: string; status: "provisioned" | "recovered" },
  caller: Caller,
) {
  const [found, inUse] = await Promise.all([
    readVersion(versionId),
    attached === null ? null : readVersion(attached),
  ]);
  if (inUse === null || keepsAll(found.ring, inUse.ring)) {
    return attachRing(deployment, found, null, status, caller);
  }
  const isCurrent = await makeCurrent(COUNSEL_SECRET, found.id, inUse.id);
  return isCurrent ? answerOf(deployment, inUse, "already_provisioned") : null;
}
