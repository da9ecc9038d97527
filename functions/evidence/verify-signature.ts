import { allKeys } from "#shared/domain/reviews/keyring.ts";
import { verifyDecision } from "#shared/domain/reviews/signature.ts";
import { attachedVersion } from "#shared/domain/setup/deployment.ts";
import { bind } from "#shared/edge/bind.ts";
import { COUNSEL_SECRET, readKeyring } from "#shared/platform/secrets/counsel-keyring.ts";
import { evidenceRoutes } from "#shared/routes/table/evidence.ts";
import { deploymentKey, deploymentOf } from "#shared/store/deployment.ts";
import { getItem } from "#shared/store/read.ts";

/** Tries the current secret, then the retired ones, and says which verified. */
export const handler = bind(evidenceRoutes.verifySignature)(async ({ body, now }) => {
  const { signature, ...fields } = body;
  const deployment = deploymentOf(await getItem(deploymentKey));
  const attached = attachedVersion(deployment, COUNSEL_SECRET);
  const keyring = await readKeyring(Date.parse(now), attached);
  const key = allKeys(keyring).find(({ secret }) => verifyDecision(secret, fields, signature));
  return { status: 200, body: { verified: key !== undefined, key_id: key?.key_id ?? null } };
});
