import { randomUUID } from "node:crypto";
import type { ContextOf } from "#shared/domain/audit/row.ts";
import { auditRow, type setupActions } from "#shared/domain/audit/setup.ts";
import { type Deployment, withSecret } from "#shared/domain/setup/deployment.ts";
import type { SecretName } from "#shared/routes/contract/route.ts";
import { changeDeployment } from "#shared/store/deployment.ts";
import type { Caller } from "./repeat-until-done.ts";

type SetupAction = keyof typeof setupActions;

interface Attachment<A extends SetupAction> {
  /** The entries with the version that each gets, the one that the answer names last. */
  versions: readonly (readonly [SecretName, string])[];
  action: A;
  resourceId: string;
  context: ContextOf<typeof setupActions, A>;
  /** How long the replaced version is still accepted. */
  overlapSeconds?: number | undefined;
  /** What changes with it. */
  also?: Partial<Pick<Deployment, "issuer">>;
}

/**
 * Attaches written versions of entries to the deployment, with their audit row, in one conditional
 * write.
 * @param before the deployment that the decision was made on
 * @returns the new deployment; null when someone else changed it meanwhile
 */
export function attachVersions<A extends SetupAction>(
  before: Deployment,
  { versions, action, resourceId, context, overlapSeconds, also }: Attachment<A>,
  { actorUserId, now }: Caller,
): Promise<Deployment | null> {
  const attached = versions.reduce(
    (deployment, [name, id]) => withSecret(deployment, name, id, now, overlapSeconds),
    before,
  );
  const row = auditRow({
    action,
    resourceId,
    tenantId: null,
    actorUserId,
    context,
    id: randomUUID(),
    at: now,
  });
  return changeDeployment(before, { ...attached, ...also }, row);
}
