import { randomBytes, randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import { DomainError } from "#shared/domain/errors.ts";
import type { StoredKeyring } from "#shared/domain/reviews/keyring.ts";
import { type Deployment, withSecret } from "#shared/domain/setup/deployment.ts";
import { planProvision } from "#shared/domain/setup/provision-plan.ts";
import { keepsAll, parseKeyring, rotateKeyring } from "#shared/domain/setup/rotate-keyring.ts";
import { COUNSEL_SECRET } from "#shared/platform/secrets/counsel-keyring.ts";
import { credential } from "#shared/platform/secrets/credentials.ts";
import { makeCurrent, writeSecret } from "#shared/platform/secrets/secret-entries.ts";
import { fetchSecret } from "#shared/platform/secrets/secrets.ts";
import { changeDeployment } from "#shared/store/deployment.ts";
import { type Caller, repeatUntilDone } from "./repeat-until-done.ts";
import { notProvisioned, readSecretState } from "./secret-state.ts";

interface Result<S extends string> {
  status: S;
  key_id: string;
  secret_version_id: string;
  revision: number;
}

interface Version {
  id: string;
  ring: StoredKeyring;
}

/** Provisions the signing keyring, or finishes an interrupted provisioning or rotation. */
export function provisionCounselSecret(
  caller: Caller,
): Promise<Result<"provisioned" | "already_provisioned" | "recovered">> {
  let written: string | null = null;
  return repeatUntilDone(async (mayWait) => {
    const { deployment, entry, attached } = await readSecretState(COUNSEL_SECRET);
    const plan = planProvision(attached, entry, Date.parse(caller.now), mayWait, written);
    switch (plan.do) {
      case "wait":
        return null;
      case "create": {
        // The entry is gone although it is attached: whatever can still be read of it is kept.
        const lost = attached === null ? null : (await fetchVersion(attached)).ring;
        const ring = await newRing(lost, caller.now);
        const text = JSON.stringify(ring);
        written = await writeSecret(COUNSEL_SECRET, entry, text, attached === null);
        return written === null
          ? null
          : attach(deployment, { id: written, ring }, null, "provisioned", caller);
      }
      case "nothing":
        return answerOf(deployment, await readVersion(plan.versionId), plan.status);
      case "attach":
        return attachWritten(deployment, plan, attached, caller);
    }
  });
}

/** Attaches a version that was written but not attached, unless that would lose a secret. */
async function attachWritten(
  deployment: Deployment,
  { versionId, status }: { versionId: string; status: "provisioned" | "recovered" },
  attached: string | null,
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
 * @throws DomainError `secret_not_provisioned`
 */
export function rotateCounselSecret(caller: Caller): Promise<Result<"rotated">> {
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

async function newRing(before: StoredKeyring | null, now: string): Promise<StoredKeyring> {
  const override = await credential("COUNSEL_REVIEW_HMAC_SECRET", Date.parse(now));
  return rotateKeyring(before, randomBytes(32).toString("hex"), override, now);
}

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
  { actorUserId, now }: Caller,
): Promise<Result<C> | null> {
  const key_id = ring.current.key_id;
  const row = auditRow({
    action: `platform.counsel_review_hmac_secret.${change as "rotated"}`,
    resourceId: COUNSEL_SECRET,
    tenantId: null,
    actorUserId,
    context: {
      secret_version_id: id,
      key_id,
      ...(replaced === null ? {} : { old_key_id: replaced.ring.current.key_id }),
    },
    id: randomUUID(),
    at: now,
  });
  const after = await changeDeployment(before, withSecret(before, COUNSEL_SECRET, id, now), row);
  return after && { status: change, key_id, secret_version_id: id, revision: after.revision };
}
