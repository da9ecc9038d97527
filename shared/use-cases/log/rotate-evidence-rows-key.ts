import { randomUUID } from "node:crypto";
import { lawful } from "#shared/domain/audit/life.ts";
import { auditRow } from "#shared/domain/audit/log.ts";
import { ROWS_KEY } from "#shared/domain/log/key-change.ts";
import { ED25519, parseVerifierKey } from "#shared/domain/log/verifier-key.ts";
import { type RowsKeyLife, rowsKeyStep } from "#shared/domain/setup/key-life.ts";
import { newKeys } from "#shared/platform/aws/signing-key.ts";
import { logOrigin } from "#shared/platform/settings.ts";
import { changeDeployment, readDeployment } from "#shared/store/deployment.ts";
import { putLogKeys } from "#shared/store/log.ts";
import { type LogKeys, RECENT_MS } from "#shared/store/log-keys.ts";
import { putLoggedRow } from "#shared/store/logged-rows.ts";
import { prepareWriter } from "#shared/store/own-writer.ts";
import { prepareChain } from "#shared/store/row-chains.ts";
import { type Caller, readAhead, repeatUntilDone } from "#shared/use-cases/setup/secret-state.ts";
import { changeableKeys, requireNoRotation } from "./changeable-keys.ts";
import { rowsKeyOf } from "./log-signer.ts";

/**
 * Makes a new key for the certificates of the functions that write logged rows. The next run of the
 * sequencer signs the change. Functions get certificates from the new key as soon as they need one.
 * @param emergency the present key is not to be trusted: half a minute later nothing logged is written
 *   until the key has changed, and from then on nothing under the former one counts, open links included
 * @throws DomainError `secret_not_provisioned` before the log has begun, `conflict`,
 *   `dependency_unavailable`
 */
export async function rotateEvidenceRowsKey(emergency: boolean, { actorUserId, now }: Caller) {
  await requireNoRotation("rows");
  prepareWriter();
  const look = readAhead(() => {
    prepareChain("evidence_rows_key", ROWS_KEY);
    return Promise.all([readDeployment(), changeableKeys()]);
  });
  const { stored } = await newKeys("rows", [ED25519], ([arn = ""]) => rowsKeyOf(logOrigin(), arn));
  const { key_arn: arn, verifier_key } = stored;
  const emergency_at = new Date(Date.parse(now) + RECENT_MS).toISOString();
  return repeatUntilDone(async () => {
    const [deployment, keys] = await look();
    const row = auditRow({
      action: "platform.evidence_rows_key.rotated",
      resourceId: ROWS_KEY,
      tenantId: null,
      actorUserId,
      context: {
        verifier_key,
        old_key_id: parseVerifierKey(keys.rows[0]?.verifier_key ?? "")?.id ?? "",
        emergency,
      },
      id: randomUUID(),
      at: now,
    });
    lawful(rowsKeyStep, lifeOf(keys), row);
    const next = { role: "rows", arn, ...(emergency ? { emergency_at } : {}) } as const;
    const changed = await changeDeployment(deployment, deployment, putLoggedRow(row), [
      putLogKeys(keys, { ...keys, next }),
    ]);
    return (
      changed && {
        ...{ status: "rotated" as const, verifier_key, emergency },
        pauses_at: emergency ? emergency_at : null,
        revision: changed.revision,
      }
    );
  });
}

function lifeOf({ rows }: LogKeys): RowsKeyLife {
  const [now = "", ...former] = rows.map(({ verifier_key }) => verifier_key);
  return { keys: [now], former: former.toReversed(), began_after: "" };
}
