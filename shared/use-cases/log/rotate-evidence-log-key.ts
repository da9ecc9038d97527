import { randomUUID } from "node:crypto";
import { lawful } from "#shared/domain/audit/life.ts";
import { auditRow } from "#shared/domain/audit/log.ts";
import { LOG_KEY } from "#shared/domain/log/key-change.ts";
import { parseVerifierKey, verifierKeyText } from "#shared/domain/log/verifier-key.ts";
import { type LogKeyLife, logKeyStep } from "#shared/domain/setup/key-life.ts";
import { LOG_KEY_KINDS, newKeys } from "#shared/platform/aws/signing-key.ts";
import { logOrigin } from "#shared/platform/settings.ts";
import { changeDeployment, readDeployment } from "#shared/store/deployment.ts";
import { putLogKeys } from "#shared/store/log.ts";
import type { LogKeys } from "#shared/store/log-keys.ts";
import { putLoggedRow } from "#shared/store/logged-rows.ts";
import { prepareWriter } from "#shared/store/own-writer.ts";
import { prepareChain } from "#shared/store/row-chains.ts";
import { type Caller, readAhead, repeatUntilDone } from "#shared/use-cases/setup/secret-state.ts";
import { changeableKeys, requireNoRotation } from "./changeable-keys.ts";
import { signerOf } from "./log-signer.ts";

/**
 * Makes new log keys, one of each kind, which sign from the sequencer's next run on. That run signs the
 * change under the old and the new keys, so anyone who trusts the old keys can follow.
 * @throws DomainError `secret_not_provisioned` before the log has begun, `conflict`,
 *   `dependency_unavailable`
 */
export async function rotateEvidenceLogKey({ actorUserId, now }: Caller) {
  await requireNoRotation("log");
  prepareWriter();
  const look = readAhead(() => {
    prepareChain("evidence_log_key", LOG_KEY);
    return Promise.all([readDeployment(), changeableKeys()]);
  });
  const signer = await newKeys("log", LOG_KEY_KINDS, ([first = "", second = ""]) =>
    signerOf(logOrigin(), [first, second]),
  );
  const verifier_keys = signer.keys.map(verifierKeyText);
  return repeatUntilDone(async () => {
    const [deployment, keys] = await look();
    const row = auditRow({
      action: "platform.evidence_log_key.rotated",
      resourceId: LOG_KEY,
      tenantId: null,
      actorUserId,
      context: { verifier_keys, old_key_ids: signingIds(keys) },
      id: randomUUID(),
      at: now,
    });
    lawful(logKeyStep, lifeOf(keys), row);
    const next = { role: "log", arns: signer.arns } as const;
    const changed = await changeDeployment(deployment, deployment, putLoggedRow(row), [
      putLogKeys(keys, { ...keys, next }),
    ]);
    return changed && { status: "rotated" as const, verifier_keys, revision: changed.revision };
  });
}

const signingIds = ({ sets }: LogKeys): string[] =>
  (sets[0] ?? []).flatMap(({ verifier_key }) => parseVerifierKey(verifier_key)?.id ?? []);

function lifeOf({ sets }: LogKeys): LogKeyLife {
  const [now = [], ...former] = sets.map((set) => set.map(({ verifier_key }) => verifier_key));
  return { keys: now, former: former.toReversed().flat(), rows_verifier_key: "" };
}
