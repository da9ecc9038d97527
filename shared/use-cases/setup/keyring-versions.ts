import { randomBytes } from "node:crypto";
import { lawful } from "#shared/domain/audit/life.ts";
import { DomainError } from "#shared/domain/errors.ts";
import type { StoredKeyring } from "#shared/domain/reviews/keyring.ts";
import type { Deployment } from "#shared/domain/setup/deployment.ts";
import { decisionSecretStep, type KeyLife } from "#shared/domain/setup/key-life.ts";
import { parseKeyring, rotateKeyring } from "#shared/domain/setup/rotate-keyring.ts";
import { COUNSEL_SECRET } from "#shared/platform/secrets/counsel-keyring.ts";
import { writeSecret } from "#shared/platform/secrets/secret-entries.ts";
import { credential, fetchSecret } from "#shared/platform/secrets/secrets.ts";
import { putLoggedRow } from "#shared/store/logged-rows.ts";
import {
  type Answer,
  answerOf,
  attachVersions,
  type Caller,
  type SecretState,
} from "./secret-state.ts";

export type Result<S extends string> = Answer<S> & { key_id: string };

interface Version {
  id: string;
  ring: StoredKeyring;
}

export const overrideAt = (now: string): Promise<string | null> =>
  credential("COUNSEL_REVIEW_HMAC_SECRET", Date.parse(now));

export const newRing = async (before: StoredKeyring | null, now: string): Promise<StoredKeyring> =>
  rotateKeyring(before, randomBytes(32).toString("hex"), await overrideAt(now), now);

/** A version of the keyring; null: there is none, or it is no keyring. */
export async function fetchVersion(id: string): Promise<Version | null> {
  const secret = await fetchSecret(COUNSEL_SECRET, id);
  const ring = secret === null ? null : parseKeyring(secret);
  return ring && { id, ring };
}

/** @throws DomainError `secret_not_usable` */
export async function readVersion(id: string): Promise<Version> {
  const found = await fetchVersion(id);
  if (found !== null) return found;
  throw new DomainError(
    "secret_not_usable",
    `In the secret store, version ${id} of ${COUNSEL_SECRET} is missing or is not a keyring.`,
  );
}

export const resultOf = <S extends string>(
  status: S,
  { id, ring }: Version,
  deployment: Deployment,
): Result<S> => ({ ...answerOf(status, id, deployment), key_id: ring.current.key_id });

interface RingChange<S extends string> {
  status: S;
  /** The keyring that was attached before; null if none is replaced. */
  replaced: Version | null;
}

/** Writes a keyring as a new version and attaches it. @returns null if someone else was first */
export async function writeRing<S extends "recovered" | "rotated">(
  { deployment, entry }: SecretState,
  ring: StoredKeyring,
  change: RingChange<S>,
  caller: Caller,
): Promise<Result<S> | null> {
  const id = await writeSecret(COUNSEL_SECRET, entry, JSON.stringify(ring));
  return id === null ? null : attachRing(deployment, { id, ring }, change, caller);
}

const lifeOf = ({ current, retired }: StoredKeyring): KeyLife => ({
  keys: [current.key_id],
  former: retired.map(({ key_id }) => key_id),
});

export async function attachRing<S extends "provisioned" | "recovered" | "rotated">(
  before: Deployment,
  version: Version,
  { status, replaced }: RingChange<S>,
  caller: Caller,
): Promise<Result<S> | null> {
  const after = await attachVersions(
    before,
    {
      versions: [[COUNSEL_SECRET, version.id]],
      action: `platform.counsel_review_hmac_secret.${status as "rotated"}`,
      resourceId: COUNSEL_SECRET,
      context: {
        secret_version_id: version.id,
        key_id: version.ring.current.key_id,
        ...(replaced === null ? {} : { old_key_id: replaced.ring.current.key_id }),
      },
      put: (row) => {
        lawful(decisionSecretStep, replaced && lifeOf(replaced.ring), row);
        return putLoggedRow(row);
      },
    },
    caller,
  );
  return after && resultOf(status, version, after);
}
