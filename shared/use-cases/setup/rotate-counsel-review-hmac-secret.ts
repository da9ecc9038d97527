import { DomainError } from "#shared/domain/errors.ts";
import { keepsAll } from "#shared/domain/setup/rotate-keyring.ts";
import { COUNSEL_SECRET } from "#shared/platform/secrets/counsel-keyring.ts";
import { makeCurrent, writeSecret } from "#shared/platform/secrets/secret-entries.ts";
import {
  attachRing,
  fetchVersion,
  newRing,
  overrideAt,
  type Result,
  readVersion,
} from "./keyring-versions.ts";
import { type Caller, notProvisioned, readSecretState, repeatUntilDone } from "./secret-state.ts";

/**
 * Makes a new secret the signing one; every earlier one stays in the keyring. The new keyring is
 * always derived from the attached one, and attached only if that is still attached: concurrent
 * rotations cannot lose each other's secret.
 * @throws DomainError `secret_not_provisioned`, `secret_overridden` while a credential signs instead
 * of the keyring: a rotation would change nothing
 */
export async function rotateCounselReviewHmacSecret(caller: Caller): Promise<Result<"rotated">> {
  if ((await overrideAt(caller.now)) !== null) {
    throw new DomainError(
      "secret_overridden",
      "COUNSEL_REVIEW_HMAC_SECRET is set and signs instead of the stored secret: change it there, or call provision-secret, remove it and then rotate.",
    );
  }
  return repeatUntilDone(async () => {
    const { deployment, entry, attached } = await readSecretState(COUNSEL_SECRET);
    if (attached === null) throw notProvisioned(COUNSEL_SECRET);
    const current = entry?.currentVersion ?? attached;
    const [inUse, found] = await Promise.all([
      readVersion(attached),
      current === attached ? null : fetchVersion(current),
    ]);
    if (found?.ring && keepsAll(found.ring, inUse.ring)) {
      return attachRing(deployment, { id: found.id, ring: found.ring }, inUse, "rotated", caller);
    }
    // Without its label, the store could drop the attached version once more versions are written.
    const isCurrent =
      current === attached || (await makeCurrent(COUNSEL_SECRET, current, attached));
    if (!isCurrent) return null;
    const ring = await newRing(inUse.ring, caller.now);
    const id = await writeSecret(COUNSEL_SECRET, entry, JSON.stringify(ring), false);
    return id === null ? null : attachRing(deployment, { id, ring }, inUse, "rotated", caller);
  });
}
