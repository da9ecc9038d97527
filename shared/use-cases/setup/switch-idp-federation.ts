import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/setup.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { type Deployment, issuerIsProvisioned, withFlag } from "#shared/domain/setup/deployment.ts";
import { FEDERATION_FLAG, isFederated } from "#shared/platform/issuer/idp-client.ts";
import { setting } from "#shared/platform/settings.ts";
import { putAuditRow } from "#shared/store/audit.ts";
import { changeDeployment, readDeployment } from "#shared/store/deployment.ts";
import { type Caller, repeatUntilDone } from "./secret-state.ts";

/**
 * Switches federation with the identity provider; a flag that already has the value is left alone.
 * @throws DomainError `keypair_not_provisioned`, `idp_app_object_id_missing` when switching on
 */
export const switchIdpFederation = (value: boolean, { actorUserId, now }: Caller) =>
  repeatUntilDone(async () => {
    const before = await readDeployment();
    if (value) requireFederation(before);
    const previous = isFederated(before);
    if (previous === value) {
      return { status: "unchanged" as const, previous, value, revision: before.revision };
    }
    const row = auditRow({
      action: "platform.idp_fic.toggled",
      resourceId: "idp-fic",
      tenantId: null,
      actorUserId,
      context: { previous, value },
      id: randomUUID(),
      at: now,
    });
    const after = await changeDeployment(
      before,
      withFlag(before, FEDERATION_FLAG, value, now),
      putAuditRow(row),
    );
    const status = value ? ("enabled" as const) : ("disabled" as const);
    return after && { status, previous, value, revision: after.revision };
  });

function requireFederation(deployment: Deployment): void {
  if (!issuerIsProvisioned(deployment)) {
    throw new DomainError(
      "keypair_not_provisioned",
      "Provision the issuer keypair first: assertions are signed with it.",
    );
  }
  if (setting("IDP_APP_OBJECT_ID") === undefined) {
    throw new DomainError(
      "idp_app_object_id_missing",
      "Set IDP_APP_OBJECT_ID to the object id (not the client id) of the app registration first.",
    );
  }
}
