import { lawful } from "#shared/domain/audit/life.ts";
import { RETIRED_KEYS_KEPT_MS } from "#shared/domain/clearance/statement-key.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { ED25519 } from "#shared/domain/log/verifier-key.ts";
import { clearanceKeyStep } from "#shared/domain/setup/key-life.ts";
import { newKeys } from "#shared/platform/aws/signing-key.ts";
import {
  type ClearanceKey,
  getClearanceKeys,
  putClearanceKeys,
} from "#shared/store/clearance-keys.ts";
import { changeDeployment, readDeployment } from "#shared/store/deployment.ts";
import { putLoggedRow } from "#shared/store/logged-rows.ts";
import { prepareWriter } from "#shared/store/own-writer.ts";
import { prepareChain } from "#shared/store/row-chains.ts";
import { type Caller, readAhead, repeatUntilDone } from "#shared/use-cases/setup/secret-state.ts";
import { keyOf, rowOf } from "./clearance-key.ts";

/**
 * Makes another key sign from now on. The previous key stays published for seven years.
 * @throws DomainError `secret_not_provisioned`, `conflict`, `dependency_unavailable`
 */
export async function rotateClearanceKey(caller: Caller) {
  const first = readState();
  const [, known] = await first;
  if (known.length === 0) {
    throw new DomainError("secret_not_provisioned", "Provision the key of statements first.");
  }
  prepareWriter();
  const key = await newKeys("clearance", [ED25519], ([arn = ""]) => keyOf(arn, caller.now));
  const look = readAhead(readState, first);
  return repeatUntilDone(async () => {
    const [deployment, keys] = await look();
    const old_kid = keys[0]?.kid ?? "";
    const row = rowOf("rotated", { kid: key.kid, old_kid }, caller);
    const [, ...former] = keys.map(({ kid }) => kid);
    lawful(clearanceKeyStep, { keys: [old_kid], former: former.toReversed() }, row);
    const changed = await changeDeployment(deployment, deployment, putLoggedRow(row), [
      putClearanceKeys(keys, [key, ...retired(keys, caller.now)]),
    ]);
    if (changed === null) return null;
    return { status: "rotated" as const, old_kid, new_kid: key.kid, revision: changed.revision };
  });
}

function readState() {
  prepareChain("clearance_key", "clearance-key");
  return Promise.all([readDeployment(), getClearanceKeys()]);
}

const retired = (keys: readonly ClearanceKey[], now: string): ClearanceKey[] =>
  keys
    .map((key) => ({ ...key, retired_at: key.retired_at ?? now }))
    .filter(({ retired_at }) => Date.parse(now) - Date.parse(retired_at) < RETIRED_KEYS_KEPT_MS);
