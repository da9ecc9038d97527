import { createHash, createPublicKey } from "node:crypto";
import { DomainError } from "#shared/domain/errors.ts";
import { appKeyOf } from "#shared/domain/sourcehost/app-api.ts";
import { APP_KEY_SECRET } from "#shared/platform/issuer/sourcehost-app.ts";
import { writeSecret } from "#shared/platform/secrets/secret-entries.ts";
import { fetchSecret } from "#shared/platform/secrets/secrets.ts";
import {
  type Answer,
  answerOf,
  attachVersions,
  type Caller,
  readSecretState,
  repeatUntilDone,
} from "./secret-state.ts";

type KeySet = Answer<"provisioned" | "already_provisioned" | "rotated">;

/**
 * Stores the private key of the platform's app at the source host and attaches it; setting the key
 * already in use changes nothing.
 * @param pem RSA of at least 2048 bits, PKCS#1 or PKCS#8; never returned, logged or audited
 * @throws DomainError `invalid_private_key`, `secret_not_usable`
 */
export function setSourcehostAppKey(pem: string, caller: Caller): Promise<KeySet> {
  const key = appKeyOf(pem);
  if (key === null) {
    throw new DomainError(
      "invalid_private_key",
      "It must be an RSA private key of at least 2048 bits, as PEM (PKCS#1 or PKCS#8).",
    );
  }
  const spki = createPublicKey(key).export({ type: "spki", format: "der" });
  const fingerprint = createHash("sha256").update(spki).digest("hex");
  let written: string | null = null;
  return repeatUntilDone(async () => {
    const { deployment, entry, attached } = await readSecretState(APP_KEY_SECRET);
    const inUse = attached === null ? null : await fetchSecret(APP_KEY_SECRET, attached);
    if (attached !== null && inUse === pem) {
      const status = attached === written ? "provisioned" : "already_provisioned";
      return answerOf(status, attached, deployment);
    }
    written ??= await writeSecret(APP_KEY_SECRET, entry, pem);
    if (written === null) return null;
    const status = attached === null ? "provisioned" : "rotated";
    const after = await attachVersions(
      deployment,
      {
        versions: [[APP_KEY_SECRET, written]],
        action: "platform.sourcehost_app.key_set",
        resourceId: APP_KEY_SECRET,
        context: { secret_version_id: written, public_key_sha256: fingerprint, status },
      },
      caller,
    );
    return after && answerOf(status, written, after);
  });
}
