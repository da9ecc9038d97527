import { firstRecord, jwksOf } from "#shared/domain/issuer/rotation.ts";
import {
  attachedVersion,
  type Deployment,
  provisionedIssuer,
  withSecret,
} from "#shared/domain/setup/deployment.ts";
import { planProvision } from "#shared/domain/setup/provision-plan.ts";
import { CURRENT_KEY_SECRET } from "#shared/platform/issuer/issuer.ts";
import { changeDeployment } from "#shared/store/deployment.ts";
import { issuerRow, type NewKey, newKey, notUsable, slotKey, writeSlot } from "./keypair.ts";
import { type Caller, repeatUntilDone } from "./repeat-until-done.ts";
import { readSecretState } from "./secret-state.ts";

/** Generates the issuer's first key, or finishes a provisioning interrupted before attaching. */
export function provisionKeypair(caller: Caller) {
  let written: string | null = null;
  return repeatUntilDone(async (mayWait) => {
    const { deployment, entry, attached } = await readSecretState(CURRENT_KEY_SECRET);
    const isWired = attached !== null && deployment.issuer !== null && entry !== null;
    // A newer version than the attached one is from an interrupted rotation: rotating continues it.
    if (isWired) {
      const status = attached === written ? "provisioned" : "already_provisioned";
      return answer(status, deployment);
    }
    const plan = planProvision(attached, entry, Date.parse(caller.now), mayWait, written);
    if (plan.do === "wait") return null;
    if (plan.do === "create") {
      const key = await newKey();
      written = await writeSlot(CURRENT_KEY_SECRET, entry, key, attached === null);
      return written === null ? null : attach("provisioned", deployment, key, written, caller);
    }
    const key = await slotKey(CURRENT_KEY_SECRET, plan.versionId);
    if (key === null) throw notUsable(CURRENT_KEY_SECRET);
    const status = plan.do === "attach" ? plan.status : "recovered";
    return attach(status, deployment, key, plan.versionId, caller);
  });
}

async function attach(
  status: "provisioned" | "recovered",
  before: Deployment,
  { jwk }: NewKey,
  versionId: string,
  caller: Caller,
) {
  const after = await changeDeployment(
    before,
    {
      ...withSecret(before, CURRENT_KEY_SECRET, versionId, caller.now),
      issuer: firstRecord(jwk, caller.now),
    },
    issuerRow(
      "platform.oidc_issuer.keypair_provisioned",
      { kid: jwk.kid, secret_version_id: versionId },
      caller,
    ),
  );
  return after && answer(status, after);
}

function answer<S extends string>(status: S, deployment: Deployment) {
  const issuer = provisionedIssuer(deployment);
  return {
    status,
    public_key_jwks: jwksOf(issuer),
    kid: issuer.current_kid,
    secret_version_id: attachedVersion(deployment, CURRENT_KEY_SECRET) ?? "",
    revision: deployment.revision,
  };
}
