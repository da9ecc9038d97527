import { DomainError } from "#shared/domain/errors.ts";
import {
  type IssuerRecord,
  jwksOf,
  overlapIsActive,
  rotatedRecord,
  signingKid,
} from "#shared/domain/issuer/rotation.ts";
import { type Deployment, provisionedIssuer } from "#shared/domain/setup/deployment.ts";
import { CURRENT_KEY_SECRET, PREVIOUS_KEY_SECRET } from "#shared/platform/issuer/issuer.ts";
import {
  makeCurrent,
  type SecretEntry,
  writeSecret,
} from "#shared/platform/secrets/secret-entries.ts";
import { type NewKey, newKey, slotKey } from "./keypair.ts";
import {
  attachVersions,
  type Caller,
  readSecretState,
  repeatUntilDone,
  usableEntry,
} from "./secret-state.ts";

/** The slots, written and not yet attached. */
interface Written {
  key: NewKey;
  current: string;
  previous: string;
}

interface IssuerState {
  deployment: Deployment;
  issuer: IssuerRecord;
  attached: string;
  entries: Entries;
}

type Entries = Record<"current" | "previous", SecretEntry | null>;

/**
 * The current key becomes the previous one and a new key the current one: it is published at once,
 * but signs only when every verifier's cache must contain it. In an emergency the new key signs at
 * once and the old one is dropped.
 */
export const rotateKeypair = (emergency: boolean, caller: Caller) =>
  repeatUntilDone(async () => {
    const state = await look();
    if (!emergency) refuseDuringOverlap(state.issuer, caller.now);
    const written = await (emergency ? replaceBoth(state) : shiftSlots(state));
    return written && attach(state, written, emergency, caller);
  });

async function look(): Promise<IssuerState> {
  const { deployment, entry: current, attached } = await readSecretState(CURRENT_KEY_SECRET);
  const previous = await usableEntry(PREVIOUS_KEY_SECRET);
  if (deployment.issuer !== null && attached !== null) {
    const { issuer } = deployment;
    return { deployment, issuer, attached, entries: { current, previous } };
  }
  throw new DomainError("keypair_not_provisioned", "Provision the issuer keypair first.");
}

function refuseDuringOverlap(issuer: IssuerRecord, now: string): void {
  if (!overlapIsActive(issuer, now)) return;
  const { overlap_ends_at } = issuer;
  throw new DomainError(
    "rotation_overlap_active",
    `Rotating before ${overlap_ends_at} would drop a key that may still be in use; if the key is ` +
      'compromised, send {"emergency": true}.',
    { members: { overlap_ends_at } },
  );
}

/**
 * Writes the previous slot first, then the current one. It reuses what an earlier attempt has written.
 */
async function shiftSlots({ issuer, attached, entries }: IssuerState): Promise<Written | null> {
  const copy = entries.previous?.currentVersion ?? null;
  const found = entries.current?.currentVersion ?? attached;
  const [old, copied, newer] = await Promise.all([
    slotKey(CURRENT_KEY_SECRET, attached),
    slotKey(PREVIOUS_KEY_SECRET, copy),
    slotKey(CURRENT_KEY_SECRET, found === attached ? null : found),
  ]);
  if (old === null) {
    throw new DomainError(
      "secret_not_usable",
      `The issuer's key cannot be read: version ${attached} of the entry ${CURRENT_KEY_SECRET} is missing from the secret store. Restore it, or provision the key pair again.`,
    );
  }
  const previous =
    copied?.jwk.kid === issuer.current_kid
      ? copy
      : await writeSecret(PREVIOUS_KEY_SECRET, entries.previous, old.pem);
  if (previous === null) return null;
  if (newer !== null && !(newer.jwk.kid in issuer.keys)) {
    return { key: newer, current: found, previous };
  }
  const isCurrent = await makeCurrent(CURRENT_KEY_SECRET, found, attached);
  return isCurrent ? writeCurrent(entries, await newKey(), previous) : null;
}

/** Writes only the new key to both slots, and does not trust what an earlier attempt left behind. */
async function replaceBoth({ entries }: IssuerState): Promise<Written | null> {
  const key = await newKey();
  const previous = await writeSecret(PREVIOUS_KEY_SECRET, entries.previous, key.pem);
  return previous === null ? null : writeCurrent(entries, key, previous);
}

async function writeCurrent(entries: Entries, key: NewKey, previous: string) {
  const current = await writeSecret(CURRENT_KEY_SECRET, entries.current, key.pem);
  return current === null ? null : { key, current, previous };
}

async function attach(
  { deployment, issuer }: IssuerState,
  { key, current, previous }: Written,
  emergency: boolean,
  caller: Caller,
) {
  const { now } = caller;
  const old_kid = signingKid(issuer, now);
  const new_kid = key.jwk.kid;
  const after = await attachVersions(
    deployment,
    {
      versions: [
        [PREVIOUS_KEY_SECRET, previous],
        [CURRENT_KEY_SECRET, current],
      ],
      action: "platform.oidc_issuer.rotated",
      resourceId: "oidc-issuer",
      context: { old_kid, new_kid, emergency },
      also: { issuer: rotatedRecord(issuer, key.jwk, now, emergency) },
    },
    caller,
  );
  if (after === null) return null;
  const record = provisionedIssuer(after);
  return {
    status: "rotated" as const,
    old_kid,
    new_kid,
    signing_kid: signingKid(record, now),
    activates_at: record.activates_at ?? now,
    overlap_ends_at: record.overlap_ends_at,
    public_key_jwks: jwksOf(record),
    revision: after.revision,
  };
}
