import { randomBytes } from "node:crypto";
import { DomainError } from "#shared/domain/errors.ts";
import type { StoredKeyring } from "#shared/domain/reviews/keyring.ts";
import type { Deployment } from "#shared/domain/setup/deployment.ts";
import {
  keepingOverride,
  keepsAll,
  parseKeyring,
  rotateKeyring,
} from "#shared/domain/setup/rotate-keyring.ts";
import { COUNSEL_SECRET } from "#shared/platform/secrets/counsel-keyring.ts";
import { makeCurrent, writeSecret } from "#shared/platform/secrets/secret-entries.ts";
import { credential, fetchSecret } from "#shared/platform/secrets/secrets.ts";
import { provisionSecret } from "./provision-secret.ts";
import {
  attachVersions,
  type Caller,
  notProvisioned,
  readSecretState,
  repeatUntilDone,
  type SecretState,
} from "./secret-state.ts";

interface Result<S extends string> {
  status: S;
  key_id: string;
  secret_version_id: string;
  revision: number;
}

type Provisioned = Result<"provisioned" | "already_provisioned" | "recovered">;

interface Version {
  id: string;
  ring: StoredKeyring;
}

/**
 * Provisions the signing keyring, or finishes an interrupted provisioning or rotation. While a
 * credential overrides the keyring's secret, the keyring also gets that one, so that what it signs
 * verifies after it is removed.
 */
export function provisionCounselSecret(caller: Caller): Promise<Provisioned> {
  return provisionSecret<Provisioned>(COUNSEL_SECRET, caller, {
    make: async ({ attached }) => {
      // The entry is gone although it is attached: whatever can still be read of it is kept.
      const lost = attached === null ? null : (await fetchVersion(attached)).ring;
      return JSON.stringify(await newRing(lost, caller.now));
    },
    attach: async (state, versionId, status, isNew) =>
      isNew
        ? attach(state.deployment, await readVersion(versionId), null, "provisioned", caller)
        : attachWritten(state, { versionId, status }, caller),
    attached: async ({ deployment, entry }, versionId, status) => {
      const found = await readVersion(versionId);
      const ring = keepingOverride(found.ring, await overrideAt(caller.now), caller.now);
      if (ring === found.ring) return answerOf(deployment, found, status);
      const id = await writeSecret(COUNSEL_SECRET, entry, JSON.stringify(ring), false);
      return id === null ? null : attach(deployment, { id, ring }, null, "recovered", caller);
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
    return attach(deployment, found, null, status, caller);
  }
  const isCurrent = await makeCurrent(COUNSEL_SECRET, found.id, inUse.id);
  return isCurrent ? answerOf(deployment, inUse, "already_provisioned") : null;
}

/**
 * Makes a new secret the signing one; every earlier one stays in the keyring. The new keyring is
 * always derived from the attached one, and attached only if that is still attached: concurrent
 * rotations cannot lose each other's secret.
 * @throws DomainError `secret_not_provisioned`, `secret_overridden` while a credential signs instead
 * of the keyring: a rotation would change nothing
 */
export async function rotateCounselSecret(caller: Caller): Promise<Result<"rotated">> {
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
      return attach(deployment, { id: found.id, ring: found.ring }, inUse, "rotated", caller);
    }
    // Without its label, the store could drop the attached version once more versions are written.
    const isCurrent =
      current === attached || (await makeCurrent(COUNSEL_SECRET, current, attached));
    if (!isCurrent) return null;
    const ring = await newRing(inUse.ring, caller.now);
    const id = await writeSecret(COUNSEL_SECRET, entry, JSON.stringify(ring), false);
    return id === null ? null : attach(deployment, { id, ring }, inUse, "rotated", caller);
  });
}

const overrideAt = (now: string): Promise<string | null> =>
  credential("COUNSEL_REVIEW_HMAC_SECRET", Date.parse(now));

const newRing = async (before: StoredKeyring | null, now: string): Promise<StoredKeyring> =>
  rotateKeyring(before, randomBytes(32).toString("hex"), await overrideAt(now), now);

async function fetchVersion(id: string): Promise<{ id: string; ring: StoredKeyring | null }> {
  const secret = await fetchSecret(COUNSEL_SECRET, id);
  return { id, ring: secret && parseKeyring(secret.value) };
}

async function readVersion(id: string): Promise<Version> {
  const { ring } = await fetchVersion(id);
  if (ring !== null) return { id, ring };
  throw new DomainError(
    "secret_not_usable",
    `Version ${id} of ${COUNSEL_SECRET} in the secret store is not a keyring.`,
  );
}

const answerOf = <S extends string>(
  { revision }: Deployment,
  { id, ring }: Version,
  status: S,
): Result<S> => ({
  status,
  key_id: ring.current.key_id,
  secret_version_id: id,
  revision,
});

async function attach<C extends "provisioned" | "recovered" | "rotated">(
  before: Deployment,
  { id, ring }: Version,
  replaced: Version | null,
  change: C,
  caller: Caller,
): Promise<Result<C> | null> {
  const key_id = ring.current.key_id;
  const after = await attachVersions(
    before,
    {
      versions: [[COUNSEL_SECRET, id]],
      action: `platform.counsel_review_hmac_secret.${change as "rotated"}`,
      resourceId: COUNSEL_SECRET,
      context: {
        secret_version_id: id,
        key_id,
        ...(replaced === null ? {} : { old_key_id: replaced.ring.current.key_id }),
      },
    },
    caller,
  );
  return after && { status: change, key_id, secret_version_id: id, revision: after.revision };
}
