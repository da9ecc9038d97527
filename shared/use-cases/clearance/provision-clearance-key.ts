import { lawful } from "#shared/domain/audit/life.ts";
import { clearanceKeyStep } from "#shared/domain/setup/key-life.ts";
import { firstClearanceKeyArn } from "#shared/platform/aws/signing-key.ts";
import { getClearanceKeys, putClearanceKeys } from "#shared/store/clearance-keys.ts";
import { changeDeployment, readDeployment } from "#shared/store/deployment.ts";
import { putLoggedRow } from "#shared/store/logged-rows.ts";
import { prepareChain } from "#shared/store/row-chains.ts";
import { type Caller, repeatUntilDone } from "#shared/use-cases/setup/secret-state.ts";
import { keyOf, rowOf } from "./clearance-key.ts";

/** Attaches the stage's own key. This can be done once. @throws DomainError `conflict` */
export function provisionClearanceKey(caller: Caller) {
  return repeatUntilDone(async () => {
    prepareChain("clearance_key", "clearance-key");
    const [deployment, keys] = await Promise.all([readDeployment(), getClearanceKeys()]);
    const [current] = keys;
    if (current !== undefined) {
      const { revision } = deployment;
      return { status: "already_provisioned" as const, kid: current.kid, revision };
    }
    const key = await keyOf(firstClearanceKeyArn(), caller.now);
    const row = rowOf("provisioned", { kid: key.kid }, caller);
    lawful(clearanceKeyStep, null, row);
    const changed = await changeDeployment(deployment, deployment, putLoggedRow(row), [
      putClearanceKeys([], [key]),
    ]);
    if (changed === null) return null;
    return { status: "provisioned" as const, kid: key.kid, revision: changed.revision };
  });
}
