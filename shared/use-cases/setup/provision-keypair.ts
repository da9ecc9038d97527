import { firstRecord, jwksOf } from "#shared/domain/issuer/rotation.ts";
import {
  attachedVersion,
  type Deployment,
  provisionedIssuer,
} from "#shared/domain/setup/deployment.ts";
import { CURRENT_KEY_SECRET } from "#shared/platform/issuer/issuer.ts";
import { newKey, notUsable, slotKey } from "./keypair.ts";
import { provisionSecret } from "./provision-secret.ts";
import { attachVersions, type Caller, type SecretState } from "./secret-state.ts";

type Answer = ReturnType<typeof answer<"provisioned" | "already_provisioned" | "recovered">>;

/** Generates the issuer's first key, or finishes a provisioning interrupted before attaching. */
export function provisionKeypair(caller: Caller): Promise<Answer> {
  return provisionSecret<Answer>(CURRENT_KEY_SECRET, caller, {
    // A version newer than the attached one comes from an interrupted rotation, and rotating continues
    // it, unless the attached one is lost.
    isDone: async ({ attached, deployment, entry }, written) => {
      if (attached === null || deployment.issuer === null || entry === null) return null;
      if ((await slotKey(CURRENT_KEY_SECRET, attached)) === null) return null;
      return answer(attached === written ? "provisioned" : "already_provisioned", deployment);
    },
    make: async () => (await newKey()).pem,
    attach: (state, versionId, status) => attach(state, versionId, status, caller),
    attached: (state, versionId) => attach(state, versionId, "recovered", caller),
  });
}

async function attach(
  { deployment }: SecretState,
  versionId: string,
  status: "provisioned" | "recovered",
  caller: Caller,
) {
  const { issuer } = deployment;
  const key = await slotKey(CURRENT_KEY_SECRET, versionId);
  if (key === null) throw notUsable(CURRENT_KEY_SECRET);
  const after = await attachVersions(
    deployment,
    {
      versions: [[CURRENT_KEY_SECRET, versionId]],
      action: "platform.oidc_issuer.keypair_provisioned",
      resourceId: "oidc-issuer",
      context: { kid: key.jwk.kid, secret_version_id: versionId },
      also: {
        issuer: issuer?.current_kid === key.jwk.kid ? issuer : firstRecord(key.jwk, caller.now),
      },
    },
    caller,
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
