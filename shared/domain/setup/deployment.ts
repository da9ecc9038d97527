import { DomainError } from "#shared/domain/errors.ts";
import type { IssuerRecord } from "#shared/domain/issuer/rotation.ts";

/** A version that was replaced and is still accepted for a while. */
interface ReplacedVersion {
  version_id: string;
  /** ISO 8601 UTC, exclusive. */
  accepted_until: string;
}

/** A reference to one version of a secret-store entry: what "attach the secret" means here. */
interface AttachedSecret {
  version_id: string;
  attached_at?: string;
  /** Newest first. */
  replaced?: readonly ReplacedVersion[];
}

interface Flag {
  value: boolean;
  changed_at: string;
}

/**
 * What a redeployment would change elsewhere (contract, "Setup"): the attached secret references,
 * the flags, the issuer's record and the number of changes so far.
 */
export interface Deployment {
  /** Counts the changes; every change bumps it once. */
  revision: number;
  /** Secret-store entry → the version that is attached; nothing else of an entry is in use. */
  secrets: Readonly<Record<string, AttachedSecret>>;
  /** Setting → its value here; a flag that was never set has its environment's value. */
  flags: Readonly<Record<string, Flag>>;
  /** null: no keypair was provisioned. */
  issuer: IssuerRecord | null;
}

export const EMPTY_DEPLOYMENT: Deployment = {
  revision: 0,
  secrets: {},
  flags: {},
  issuer: null,
};

export const attachedVersion = (deployment: Deployment, secret: string): string | null =>
  deployment.secrets[secret]?.version_id ?? null;

/**
 * The deployment with another version of an entry attached. The version before stays accepted for
 * `overlapSeconds`, as do those before it whose time has not ended.
 * @param now ISO 8601 UTC
 */
export function withSecret(
  deployment: Deployment,
  name: string,
  versionId: string,
  now: string,
  overlapSeconds = 0,
): Deployment {
  const before = deployment.secrets[name];
  const acceptedUntil = new Date(Date.parse(now) + overlapSeconds * 1000).toISOString();
  const replaced = [
    ...(before === undefined || before.version_id === versionId
      ? []
      : [{ version_id: before.version_id, accepted_until: acceptedUntil }]),
    ...(before?.replaced ?? []),
  ].filter(({ accepted_until }) => accepted_until > now);
  const attached: AttachedSecret = { version_id: versionId, attached_at: now, replaced };
  return { ...deployment, secrets: { ...deployment.secrets, [name]: attached } };
}

export const withFlag = (
  deployment: Deployment,
  name: string,
  value: boolean,
  now: string,
): Deployment => ({
  ...deployment,
  flags: { ...deployment.flags, [name]: { value, changed_at: now } },
});

export const issuerIsProvisioned = ({ issuer }: Deployment): boolean => issuer !== null;

/** @throws DomainError `oidc_issuer_not_provisioned` */
export function provisionedIssuer({ issuer }: Deployment): IssuerRecord {
  if (issuer !== null) return issuer;
  throw new DomainError(
    "oidc_issuer_not_provisioned",
    "The platform admin has to provision the issuer keypair first.",
    { retryAfter: 30 },
  );
}
