import { DomainError } from "#shared/domain/errors.ts";
import { attachedVersion } from "#shared/domain/setup/deployment.ts";
import { keepsAll } from "#shared/domain/setup/rotate-keyring.ts";
import { COUNSEL_SECRET } from "#shared/platform/secrets/counsel-keyring.ts";
import { makeCurrent } from "#shared/platform/secrets/secret-entries.ts";
import { readDeployment } from "#shared/store/deployment.ts";
import { prepareWriter } from "#shared/store/own-writer.ts";
import { prepareChain } from "#shared/store/row-chains.ts";
import {
  attachRing,
  fetchVersion,
  newRing,
  overrideAt,
  type Result,
  readVersion,
  writeRing,
} from "./keyring-versions.ts";
import {
  type Caller,
  notProvisioned,
  readAhead,
  readSecretState,
  repeatUntilDone,
} from "./secret-state.ts";

/**
 * Makes a new secret the signing one; every earlier one stays in the keyring. The new keyring is
 * always derived from the attached one, and attached only if that is still attached: concurrent
 * rotations cannot lose each other's secret.
 * @throws DomainError `secret_not_provisioned`, `secret_overridden` while a credential signs instead
 * of the keyring: a rotation would change nothing
 */
export async function rotateCounselReviewHmacSecret(caller: Caller): Promise<Result<"rotated">> {
  const look = readAhead(readDeployment);
  if ((await overrideAt(caller.now)) !== null) {
    throw new DomainError(
      "secret_overridden",
      "COUNSEL_REVIEW_HMAC_SECRET is set and signs instead of the stored secret: change it there, or call provision-secret, remove it and then rotate.",
    );
  }
  return repeatUntilDone(async () => {
    const deployment = await look();
    const attached = attachedVersion(deployment, COUNSEL_SECRET);
    const reading = attached === null ? null : readVersion(attached);
    // An entry that is marked for deletion is refused first: its versions cannot be read.
    reading?.catch(() => {});
    const state = await readSecretState(COUNSEL_SECRET, deployment);
    if (attached === null || reading === null) throw notProvisioned(COUNSEL_SECRET);
    prepareWriter();
    prepareChain("platform_secret", COUNSEL_SECRET);
    const current = state.entry?.currentVersion ?? attached;
    const [replaced, found] = await Promise.all([
      reading,
      current === attached ? null : fetchVersion(current),
    ]);
    const change = { status: "rotated" as const, replaced };
    // A version that was written but not attached holds secrets that must not be lost.
    const written = found !== null && keepsAll(found.ring, replaced.ring) ? found : null;
    if (written !== null && written.ring.current.key_id !== replaced.ring.current.key_id) {
      return attachRing(deployment, written, change, caller);
    }
    if (written === null && !(await makeCurrent(COUNSEL_SECRET, current, attached))) return null;
    const { ring } = written ?? replaced;
    return writeRing(state, await newRing(ring, caller.now), change, caller);
  });
}
