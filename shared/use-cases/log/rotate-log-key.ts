import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/row.ts";
import { DomainError } from "#shared/domain/errors.ts";
import {
  parseVerifierKey,
  rawPublicKey,
  verifierKey,
  verifierKeyText,
} from "#shared/domain/log/note.ts";
import { createLogKey, logPublicKey } from "#shared/platform/aws/log-key.ts";
import { log } from "#shared/platform/log.ts";
import { changeDeployment, readDeployment } from "#shared/store/deployment.ts";
import { getLogKeys, putLogKey } from "#shared/store/log.ts";
import type { Caller } from "#shared/use-cases/setup/repeat-until-done.ts";

const ROUNDS = 5;

/**
 * Makes a new key the signing key. The previous one signs the log that announces it: anyone who
 * trusts the old key finds the new one in a row of that log.
 * @throws DomainError `secret_not_provisioned` before the log has begun, `conflict`
 */
export async function rotateLogKey({ actorUserId, now }: Caller) {
  const { origin } = await signingKey();
  const keyArn = await createLogKey();
  // A crash after this leaves an unused key; its ARN is in the log line.
  log("info", "evidence_log.key_created", { key_arn: keyArn });
  const key = verifierKey(origin, rawPublicKey(await logPublicKey(keyArn)));
  const verifier_key = verifierKeyText(key);
  for (let round = 0; round < ROUNDS; round += 1) {
    const [deployment, { keys, id }] = await Promise.all([readDeployment(), signingKey()]);
    const row = auditRow({
      action: "platform.evidence_log_key.rotated",
      resourceId: "evidence-log-key",
      tenantId: null,
      actorUserId,
      context: { key_id: key.id, verifier_key, old_key_id: id },
      id: randomUUID(),
      at: now,
    });
    const added = putLogKey(keys, { key_arn: keyArn, verifier_key, since: now });
    const changed = await changeDeployment(deployment, deployment, row, [added]);
    if (changed !== null) {
      const { revision } = changed;
      return { status: "rotated" as const, key_id: key.id, verifier_key, revision };
    }
  }
  throw new DomainError("conflict", "The deployment keeps changing; please try again.");
}

async function signingKey() {
  const keys = await getLogKeys();
  const key = parseVerifierKey(keys[0]?.verifier_key ?? "");
  if (key !== null) return { keys, id: key.id, origin: key.name };
  throw new DomainError("secret_not_provisioned", "The log starts with its sequencer's first run.");
}
