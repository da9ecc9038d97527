import { writeSecret } from "#shared/platform/secrets/secret-entries.ts";
import type { SecretName } from "#shared/routes/contract/route.ts";
import { type Caller, readSecretState, repeatUntilDone, type SecretState } from "./secret-state.ts";

/** A more recent write may belong to a concurrent call that is about to attach it. */
const UNDER_WAY_MS = 5000;

/** The steps that differ from secret to secret. Null: someone interfered; start over. */
interface Provisioning<Answer> {
  /** The answer if there is nothing to do, whatever the store holds. */
  isDone?(state: SecretState, written: string | null): Promise<Answer | null>;
  /** The text of a new secret. */
  make(state: SecretState): Promise<string> | string;
  /** @param isNew whether this attempt made the version */
  attach(
    state: SecretState,
    versionId: string,
    status: "provisioned" | "recovered",
    isNew: boolean,
  ): Promise<Answer | null>;
  /** The answer if the current version is attached already. */
  attached(
    state: SecretState,
    versionId: string,
    status: "provisioned" | "already_provisioned",
  ): Promise<Answer | null> | Answer;
}

/**
 * Generates, stores and attaches a secret once, no matter who else tries it at the same time and where
 * an earlier attempt stopped. The call that wrote the secret answers `provisioned`, whoever attached
 * it, so exactly one of several first calls gives that answer.
 * @throws DomainError `secret_not_usable`, `conflict`
 */
export function provisionSecret<Answer>(
  name: SecretName,
  caller: Caller,
  { isDone, make, attach, attached: answer }: Provisioning<Answer>,
): Promise<Answer> {
  let written: string | null = null;
  return repeatUntilDone<Answer>(async (mayWait) => {
    const state = await readSecretState(name);
    const { attached, entry } = state;
    const done = await isDone?.(state, written);
    if (done) return done;
    const current = entry?.currentVersion ?? null;
    if (entry === null || current === null) {
      written = await writeSecret(name, entry, await make(state), attached === null);
      return written === null ? null : attach(state, written, "provisioned", true);
    }
    const isOwn = current === written;
    if (current === attached) {
      return answer(state, current, isOwn ? "provisioned" : "already_provisioned");
    }
    const mayBeUnderWay = !isOwn && Date.parse(caller.now) - entry.changedAt < UNDER_WAY_MS;
    if (mayBeUnderWay && mayWait) return null;
    return attach(state, current, isOwn ? "provisioned" : "recovered", false);
  });
}
