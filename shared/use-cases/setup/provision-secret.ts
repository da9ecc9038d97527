import { planProvision } from "#shared/domain/setup/provision-plan.ts";
import { writeSecret } from "#shared/platform/secrets/secret-entries.ts";
import type { SecretName } from "#shared/routes/contract/route.ts";
import { type Caller, readSecretState, repeatUntilDone, type SecretState } from "./secret-state.ts";

/** What is particular about provisioning one secret. Null: someone interfered; start over. */
interface Provisioning<Answer> {
  /** The answer if there is nothing to do, whatever the store holds. */
  isDone?(state: SecretState, written: string | null): Answer | null;
  /** The text of a new secret. */
  make(state: SecretState): Promise<string> | string;
  /** @param isNew whether this attempt made the version */
  attach(
    state: SecretState,
    versionId: string,
    status: "provisioned" | "recovered",
    isNew: boolean,
  ): Promise<Answer | null>;
  /** The answer if the version in the plan is attached already. */
  attached(
    state: SecretState,
    versionId: string,
    status: "provisioned" | "already_provisioned",
  ): Promise<Answer | null> | Answer;
}

/**
 * Generates, stores and attaches a secret once, whoever else tries it at the same time and wherever
 * an earlier attempt stopped.
 * @throws DomainError `secret_not_usable`, `conflict`
 */
export function provisionSecret<Answer>(
  name: SecretName,
  caller: Caller,
  { isDone, make, attach, attached }: Provisioning<Answer>,
): Promise<Answer> {
  let written: string | null = null;
  return repeatUntilDone<Answer>(async (mayWait) => {
    const state = await readSecretState(name);
    const done = isDone?.(state, written) ?? null;
    if (done !== null) return done;
    const plan = planProvision(
      state.attached,
      state.entry,
      Date.parse(caller.now),
      mayWait,
      written,
    );
    switch (plan.do) {
      case "wait":
        return null;
      case "create":
        written = await writeSecret(name, state.entry, await make(state), state.attached === null);
        return written === null ? null : attach(state, written, "provisioned", true);
      case "nothing":
        return attached(state, plan.versionId, plan.status);
      case "attach":
        return attach(state, plan.versionId, plan.status, false);
    }
  });
}
