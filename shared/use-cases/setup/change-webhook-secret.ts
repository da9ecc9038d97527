import { randomBytes, randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import { type Deployment, withSecret } from "#shared/domain/setup/deployment.ts";
import { planProvision } from "#shared/domain/setup/provision-plan.ts";
import { writeSecret } from "#shared/platform/secrets/secret-entries.ts";
import type { WebhookSecretName } from "#shared/platform/secrets/webhook-secrets.ts";
import { changeDeployment } from "#shared/store/deployment.ts";
import { type Caller, repeatUntilDone } from "./repeat-until-done.ts";
import { notProvisioned, readSecretState } from "./secret-state.ts";

type Change = "provisioned" | "recovered" | "rotated";

interface Result<S extends string> {
  status: S;
  secret_version_id: string;
  revision: number;
}

const auditPrefix = {
  "sourcehost-webhook-secret": "platform.sourcehost_webhook_secret",
  "cloudb-eventbus-webhook-secret": "platform.cloudb_eventbus_webhook_secret",
} as const satisfies Record<WebhookSecretName, string>;

/** 256 bits as 64 hex characters (second seed, "Limits"). */
const newSecret = (): string => randomBytes(32).toString("hex");

/** Generates, stores and attaches the secret, or finishes an interrupted attempt. */
export function provisionWebhookSecret(
  name: WebhookSecretName,
  caller: Caller,
): Promise<Result<"provisioned" | "already_provisioned" | "recovered">> {
  let written: string | null = null;
  return repeatUntilDone(async (mayWait) => {
    const { deployment, entry, attached } = await readSecretState(name);
    const plan = planProvision(attached, entry, Date.parse(caller.now), mayWait, written);
    switch (plan.do) {
      case "nothing": {
        const { status, versionId: secret_version_id } = plan;
        return { status, secret_version_id, revision: deployment.revision };
      }
      case "wait":
        return null;
      case "attach":
        return attach(name, deployment, plan.versionId, plan.status, caller);
      case "create":
        written = await writeSecret(name, entry, newSecret(), attached === null);
        return written === null ? null : attach(name, deployment, written, "provisioned", caller);
    }
  });
}

/**
 * Replaces the current secret, which is accepted for another `overlapSeconds`. A rotation that
 * stopped before attaching its secret is completed, not repeated.
 * @throws DomainError `secret_not_provisioned`
 */
export function rotateWebhookSecret(
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
      : attach(name, deployment, versionId, "rotated", caller, overlapSeconds);
  });
}

/** Attaches a version with its audit row; null when someone else changed the deployment. */
async function attach<C extends Change>(
  name: WebhookSecretName,
  before: Deployment,
  versionId: string,
  change: C,
  { actorUserId, now }: Caller,
  overlapSeconds?: number,
): Promise<Result<C> | null> {
  const row = auditRow({
    action: `${auditPrefix[name]}.${change as Change}`,
    resourceId: name,
    tenantId: null,
    actorUserId,
    context: {
      secret_version_id: versionId,
      ...(overlapSeconds === undefined ? {} : { overlap_seconds: overlapSeconds }),
    },
    id: randomUUID(),
    at: now,
  });
  const after = await changeDeployment(
    before,
    withSecret(before, name, versionId, now, overlapSeconds),
    row,
  );
  return after && { status: change, secret_version_id: versionId, revision: after.revision };
}
