import { allKeys, type SignedFields, verifyDecision } from "#shared/domain/reviews/keyring.ts";
import { attachedVersion } from "#shared/domain/setup/deployment.ts";
import { COUNSEL_SECRET, readKeyring } from "#shared/platform/secrets/counsel-keyring.ts";
import { readDeployment } from "#shared/store/deployment.ts";

/** Tries the current secret, then the retired ones, and reports which one matches. */
export async function verifySignature(
  { signature, ...fields }: SignedFields & { signature: string },
  now: string,
): Promise<{ verified: boolean; key_id: string | null }> {
  const attached = attachedVersion(await readDeployment(), COUNSEL_SECRET);
  const keyring = await readKeyring(Date.parse(now), attached);
  const key = allKeys(keyring).find(({ secret }) => verifyDecision(secret, fields, signature));
  return { verified: key !== undefined, key_id: key?.key_id ?? null };
}
