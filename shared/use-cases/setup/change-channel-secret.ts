import { randomBytes } from "node:crypto";
import type { Deployment } from "#shared/domain/setup/deployment.ts";
import { type WebhookSecretName, webhookSecrets } from "#shared/domain/setup/webhook-secrets.ts";
import { writeSecret } from "#shared/platform/secrets/secret-entries.ts";
import { provisionSecret } from "./provision-secret.ts";
import {
  attachVersions,
  type Caller,
  notProvisioned,
  readSecretState,
  repeatUntilDone,
} from "./secret-state.ts";

type Change = "provisioned" | "recovered" | "rotated";

type Provisioned = Result<"provisioned" | "already_provisioned" | "recovered">;

interface Result<S extends string> {
  status: S;
  secret_version_id: string;
  revision: number;
}

/** 256 bits as 64 hex characters (second seed, "Limits"). */
const newSecret = (): string => randomBytes(32).toString("hex");

/** Generates, stores and attaches the secret, or finishes an interrupted attempt. */
export function provisionChannelSecret(
  name: WebhookSecretName,
  caller: Caller,
): Promise<Provisioned> {
  return provisionSecret<Provisioned>(name, caller, {
    make: newSecret,
    attach: ({ deployment: before }, versionId, change) =>
      attach({ name, before, versionId, change }, caller),
    attached: ({ deployment: { revision } }, secret_version_id, status) => ({
      status,
      secret_version_id,
      revision,
    }),
  });
}

/**
 * Replaces the current secret, which is accepted for another `overlapSeconds`. A rotation that
 * stopped before attaching its secret is completed, not repeated.
 * @throws DomainError `secret_not_provisioned`
 */
export function rotateChannelSecret(
  name: WebhookSecretName,
  caller: Caller,
  overlapSeconds: number,
): Promise<Result<"rotated">> {
  let found: string | undefined;
  return repeatUntilDone(async () => {
    const { deployment, entry, attached } = await readSecretState(name);
    if (attached === null) throw notProvisioned(name);
    found ??= attached;
    const current = entry?.currentVersion ?? null;
    if (attached !== found && attached === current) {
      const { revision } = deployment;
      return { status: "rotated", secret_version_id: attached, revision };
    }
    const isUnattached = current !== null && current !== attached;
    const versionId = isUnattached ? current : await writeSecret(name, entry, newSecret(), false);
    return versionId === null
      ? null
      : attach({ name, before: deployment, versionId, change: "rotated", overlapSeconds }, caller);
  });
}

interface Attaching<C extends Change> {
  name: WebhookSecretName;
  before: Deployment;
  versionId: string;
  change: C;
  overlapSeconds?: number;
}

async function attach<C extends Change>(
  { name, before, versionId, change, overlapSeconds }: Attaching<C>,
  caller: Caller,
): Promise<Result<C> | null> {
  const after = await attachVersions(
    before,
    {
      versions: [[name, versionId]],
      action: `${webhookSecrets[name].audited}.${change as Change}`,
      resourceId: name,
      context: {
        secret_version_id: versionId,
        ...(overlapSeconds === undefined ? {} : { overlap_seconds: overlapSeconds }),
      },
      overlapSeconds,
    },
    caller,
  );
  return after && { status: change, secret_version_id: versionId, revision: after.revision };
}
