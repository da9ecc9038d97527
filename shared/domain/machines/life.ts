import { illegal, type Step } from "#shared/domain/audit/life.ts";

/** A machine or a pipeline according to its rows: whether it may sign in, and as what. */
export interface MachineLife {
  /** null: it was removed, and may be registered again. */
  trusted: Readonly<Record<string, unknown>> | null;
}

/** Applies one row to a machine or a pipeline. */
export const machineStep: Step<MachineLife> = (before, { action, context }) => {
  const isThere = before !== null && before.trusted !== null;
  const done = action.split(".").at(-1);
  if (done === "created") {
    return isThere ? illegal("it was registered already.") : { trusted: context };
  }
  if (!isThere) return illegal("it was not registered before.");
  return { trusted: done === "deleted" ? null : context };
};
