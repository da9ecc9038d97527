import { DomainError } from "#shared/domain/errors.ts";
import type { IssuerRecord } from "#shared/domain/issuer/rotation.ts";

/** A replaced version that is still accepted for a while. */
interface ReplacedVersion {
  version_id: string;
  /** ISO 8601 UTC, exclusive. */
  accepted_until: string;
}

/** A reference to one version of a secret-store entry; "attaching a secret" means setting it. */
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
 * State that other systems change by redeploying (contract, "Setup"): attached secret references,
 * flags, the issuer's record and a revision number.
 */
export interface Deployment {
  /** Incremented by one with every change. */
  revision: number;
  /** Entry → the attached version; only attached and still accepted versions are used. */
  secrets: Readonly<Record<string, AttachedSecret>>;
  /** Setting → its value; a flag that was never set takes its value from the environment. */
  flags: Readonly<Record<string, Flag>>;
  /** null: no keypair has been provisioned. */
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
 * The deployment with another version of an entry attached. The previous version stays accepted for
 * `overlapSeconds`, and older versions no longer than that: whoever attaches another version without
 * an overlap ends the overlaps before it.
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
    ...(before?.replaced ?? []).map((older) => ({
      ...older,
      accepted_until: older.accepted_until < acceptedUntil ? older.accepted_until : acceptedUntil,
    })),
  ].filter(({ accepted_until }) => accepted_until > now);
  const attached: AttachedSecret = { version_id: versionId, attached_at: now, replaced };
  return { ...deployment, secrets: { ...deployment.secrets, [name]: attached } };
}

/** For how many seconds the last attachment of an entry left the version that it replaced accepted. */
export function overlapOf(deployment: Deployment, name: string): number {
  const { attached_at, replaced } = deployment.secrets[name] ?? {};
  const [newest] = replaced ?? [];
  if (attached_at === undefined || newest === undefined) return 0;
  return (Date.parse(newest.accepted_until) - Date.parse(attached_at)) / 1000;
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

/** The flag in which the deployment notes the last seen value of the option `twoPeople`. */
export const TWO_PEOPLE_FLAG = "TWO_PEOPLE";

/** Whether a second person had to confirm counsel when somebody last acted on one. */
export const needsSecondPerson = ({ flags }: Deployment): boolean =>
  flags[TWO_PEOPLE_FLAG]?.value ?? false;

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
