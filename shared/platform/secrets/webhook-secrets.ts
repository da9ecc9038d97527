import { attachedVersion, type Deployment } from "#shared/domain/setup/deployment.ts";
import { type WebhookSecretName, webhookSecrets } from "#shared/domain/setup/webhook-secrets.ts";
import { credential, readSecret } from "./secrets.ts";

/** A secret whose signatures are accepted now. Its key bytes are the UTF-8 bytes of `value`. */
export interface AcceptedSecret {
  value: string;
  which: "current" | "previous";
}

/**
 * The secrets a webhook's signature may be made with: the current one first, then those that a
 * rotation replaced but that are still accepted. Empty: none is configured (503). Our own sender
 * signs with every one of them, so that a receiver that has not yet seen a rotation accepts the
 * event.
 *
 * Once a secret is attached, the fallback credential is ignored: otherwise a rotation would have no
 * effect.
 * @param now ISO 8601 UTC
 * @param deployment from `cachedDeployment`, so that a rotation takes effect within 30 s
 */
export async function acceptedSecrets(
  name: WebhookSecretName,
  now: string,
  deployment: Deployment,
): Promise<readonly AcceptedSecret[]> {
  const at = Date.parse(now);
  const current = attachedVersion(deployment, name);
  if (current === null) {
    const value = await credential(webhookSecrets[name].fallback, at);
    return value === null ? [] : [{ value, which: "current" }];
  }
  const replaced = (deployment.secrets[name]?.replaced ?? [])
    .filter(({ accepted_until }) => now < accepted_until)
    .map(({ version_id }) => ({ version: version_id, which: "previous" as const }));
  const versions = [{ version: current, which: "current" as const }, ...replaced];
  const secrets = await Promise.all(
    versions.map(async ({ version, which }) => {
      const value = await readSecret(name, at, version);
      return value === null || value === "" ? [] : [{ value, which }];
    }),
  );
  return secrets.flat();
}
