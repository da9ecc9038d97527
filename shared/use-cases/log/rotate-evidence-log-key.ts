import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/log.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { parseVerifierKey, verifierKeyText } from "#shared/domain/log/verifier-key.ts";
import { createLogKey, LOG_KEY_KINDS } from "#shared/platform/aws/log-key.ts";
import { log } from "#shared/platform/log.ts";
import { changeDeployment, readDeployment } from "#shared/store/deployment.ts";
import { getLogKeys, type LogKeys, putLogKeys } from "#shared/store/log.ts";
import { type Caller, repeatUntilDone } from "#shared/use-cases/setup/secret-state.ts";
import { signerOf } from "./log-signer.ts";

/**
 * Makes new keys, one of each kind, which sign from the next run of the sequencer on: it signs the
 * change under the old and the new keys, so that anyone who trusts the old ones can follow.
 * @throws DomainError `secret_not_provisioned` before the log has begun, `conflict`
 */
export async function rotateEvidenceLogKey({ actorUserId, now }: Caller) {
  const { origin } = await signingKeys();
  const [first, second] = await Promise.all(LOG_KEY_KINDS.map(createLogKey));
  const next = [first ?? "", second ?? ""] as const;
  // A crash after this leaves unused keys; their ARNs are in the log line.
  log("info", "evidence_log.keys_created", { key_arns: next });
  const verifier_keys = (await signerOf(origin, next)).keys.map(verifierKeyText);
  return repeatUntilDone(async () => {
    const [deployment, { keys, ids }] = await Promise.all([readDeployment(), signingKeys()]);
    const row = auditRow({
      action: "platform.evidence_log_key.rotated",
      resourceId: "evidence-log-key",
      tenantId: null,
      actorUserId,
      context: { verifier_keys, old_key_ids: ids },
      id: randomUUID(),
      at: now,
    });
    const changed = await changeDeployment(deployment, deployment, row, [
      putLogKeys(keys, { ...keys, next }),
    ]);
    return changed && { status: "rotated" as const, verifier_keys, revision: changed.revision };
  });
}

async function signingKeys(): Promise<{ keys: LogKeys; ids: string[]; origin: string }> {
  const keys = await getLogKeys();
  const current = (keys?.sets[0] ?? []).flatMap((key) => parseVerifierKey(key.verifier_key) ?? []);
  const [first] = current;
  if (keys === null || first === undefined) {
    throw new DomainError(
      "secret_not_provisioned",
      "The log starts with its sequencer's first run.",
    );
  }
  if (keys.next !== null) {
    throw new DomainError("conflict", "The last rotation takes effect within a minute.");
  }
  return { keys, ids: current.map(({ id }) => id), origin: first.name };
}
