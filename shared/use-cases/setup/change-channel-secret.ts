import { randomBytes } from "node:crypto";
import { type Deployment, overlapOf } from "#shared/domain/setup/deployment.ts";
import { type WebhookSecretName, webhookSecrets } from "#shared/domain/setup/webhook-secrets.ts";
import { writeSecret } from "#shared/platform/secrets/secret-entries.ts";
import { provisionSecret } from "./provision-secret.ts";
import {
  type Answer,
  answerOf,
  attachVersions,
  type Caller,
  notProvisioned,
  readSecretState,
  repeatUntilDone,
} from "./secret-state.ts";

type Provisioned = Answer<"provisioned" | "already_provisioned" | "recovered">;

/** 256 bits as 64 hex characters (second seed, "Limits"). */
const newSecret = (): string => randomBytes(32).toString("hex");

/** Generates, stores and attaches the secret, or finishes an interrupted attempt. */
export const provisionChannelSecret = (
  name: WebhookSecretName,
  caller: Caller,
): Promise<Provisioned> =>
  provisionSecret<Provisioned>(name, caller, {
    make: newSecret,
    attach: ({ deployment }, version, status) =>
      attach(deployment, { name, version, status }, caller),
    attached: ({ deployment }, version, status) => answerOf(status, version, deployment),
  });

/**
 * Replaces the current secret. A rotation that stopped before attaching its secret is completed, not
 * repeated.
 * @param overlapSeconds how long the replaced secret stays accepted
 * @throws DomainError `secret_not_provisioned`
 */
export function rotateChannelSecret(
  name: WebhookSecretName,
  caller: Caller,
  overlapSeconds: number = webhookSecrets[name].overlapSeconds,
): Promise<Answer<"rotated">> {
  let found: string | undefined;
  return repeatUntilDone(async () => {
    const { deployment, entry, attached } = await readSecretState(name);
    if (attached === null) throw notProvisioned(name);
    found ??= attached;
    const status = "rotated";
    const current = entry?.currentVersion ?? null;
    // Somebody else has just rotated it in the same way: that rotation is this one, too.
    const isDone = attached !== found && attached === current;
    if (isDone && overlapOf(deployment, name) === overlapSeconds) {
      return answerOf(status, attached, deployment);
    }
    const isUnattached = current !== null && current !== attached;
    const version = isUnattached ? current : await writeSecret(name, entry, newSecret());
    if (version === null) return null;
    return attach(deployment, { name, version, status, overlapSeconds }, caller);
  });
}

async function attach<S extends "provisioned" | "recovered" | "rotated">(
  before: Deployment,
  change: { name: WebhookSecretName; version: string; status: S; overlapSeconds?: number },
  caller: Caller,
): Promise<Answer<S> | null> {
  const { name, version, status, overlapSeconds } = change;
  const after = await attachVersions(
    before,
    {
      versions: [[name, version]],
      action: `${webhookSecrets[name].audited}.${status as "rotated"}`,
      resourceId: name,
      context: {
        secret_version_id: version,
        ...(overlapSeconds === undefined ? {} : { overlap_seconds: overlapSeconds }),
      },
      overlapSeconds: overlapSeconds ?? webhookSecrets[name].overlapSeconds,
    },
    caller,
  );
  return after && answerOf(status, version, after);
}
