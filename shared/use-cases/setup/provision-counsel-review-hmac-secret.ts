import { keepingOverride, keepsAll } from "#shared/domain/setup/rotate-keyring.ts";
import { COUNSEL_SECRET } from "#shared/platform/secrets/counsel-keyring.ts";
import { makeCurrent } from "#shared/platform/secrets/secret-entries.ts";
import {
  attachRing,
  fetchVersion,
  newRing,
  overrideAt,
  type Result,
  readVersion,
  resultOf,
  writeRing,
} from "./keyring-versions.ts";
import { provisionSecret } from "./provision-secret.ts";
import type { Caller } from "./secret-state.ts";

type Provisioned = Result<"provisioned" | "already_provisioned" | "recovered">;

/**
 * Provisions the signing keyring, or finishes an interrupted provisioning or rotation. While a
 * credential overrides the keyring's secret, the keyring also gets the credential's secret, so that its
 * signatures still verify after the credential is removed.
 */
export const provisionCounselReviewHmacSecret = (caller: Caller): Promise<Provisioned> =>
  provisionSecret<Provisioned>(COUNSEL_SECRET, caller, {
    make: async ({ attached }) => {
      // The entry is gone although it is attached: whatever can still be read of it is kept.
      const lost = attached === null ? null : await fetchVersion(attached);
      return JSON.stringify(await newRing(lost?.ring ?? null, caller.now));
    },
    // A version that was written but not attached is attached unless that would lose a secret.
    attach: async (state, versionId, status, isNew) => {
      const { deployment, attached } = state;
      const replaces = !isNew && attached !== null;
      const [found, inUse] = await Promise.all([
        readVersion(versionId),
        replaces ? fetchVersion(attached) : null,
      ]);
      if (replaces && inUse === null) {
        // The attached version is lost, and an old copy may have been restored: its current secret
        // may be one that was replaced, which must not sign again.
        const ring = await newRing(found.ring, caller.now);
        return writeRing(state, ring, { status: "recovered", replaced: null }, caller);
      }
      if (inUse === null || keepsAll(found.ring, inUse.ring)) {
        return attachRing(deployment, found, { status, replaced: null }, caller);
      }
      const isCurrent = await makeCurrent(COUNSEL_SECRET, found.id, inUse.id);
      return isCurrent ? resultOf("already_provisioned", inUse, deployment) : null;
    },
    attached: async (state, versionId, status) => {
      const found = await readVersion(versionId);
      const ring = keepingOverride(found.ring, await overrideAt(caller.now), caller.now);
      return ring === found.ring
        ? resultOf(status, found, state.deployment)
        : writeRing(state, ring, { status: "recovered", replaced: null }, caller);
    },
  });
