import { randomBytes } from "node:crypto";
import { DomainError } from "#shared/domain/errors.ts";
import type { StoredKeyring } from "#shared/domain/reviews/keyring.ts";
import type { Deployment } from "#shared/domain/setup/deployment.ts";
import { parseKeyring, rotateKeyring } from "#shared/domain/setup/rotate-keyring.ts";
import { COUNSEL_SECRET } from "#shared/platform/secrets/counsel-keyring.ts";
import { credential, fetchSecret } from "#shared/platform/secrets/secrets.ts";
import { attachVersions, type Caller } from "./secret-state.ts";

export interface Result<S extends string> {
  status: S;
  key_id: string;
  secret_version_id: string;
  revision: number;
}

interface Version {
  id: string;
  ring: StoredKeyring;
}

export const overrideAt = (now: string): Promise<string | null> =>
  credential("COUNSEL_REVIEW_HMAC_SECRET", Date.parse(now));

export const newRing = async (before: StoredKeyring | null, now: string): Promise<StoredKeyring> =>
  rotateKeyring(before, randomBytes(32).toString("hex"), await overrideAt(now), now);

export async function fetchVersion(
  id: string,
): Promise<{ id: string; ring: StoredKeyring | null }> {
  const secret = await fetchSecret(COUNSEL_SECRET, id);
  return { id, ring: secret && parseKeyring(secret.value) };
}

export async function readVersion(id: string): Promise<Version> {
  const { ring } = await fetchVersion(id);
  if (ring !== null) return { id, ring };
  throw new DomainError(
    "secret_not_usable",
    `Version ${id} of ${COUNSEL_SECRET} in the secret store is not a keyring.`,
  );
}

export const answerOf = <S extends string>(
  { revision }: Deployment,
  { id, ring }: Version,
  status: S,
): Result<S> => ({
  status,
  key_id: ring.current.key_id,
  secret_version_id: id,
  revision,
});

export async function attachRing<C extends "provisioned" | "recovered" | "rotated">(
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
