import { illegal, type Step } from "#shared/domain/audit/life.ts";

/** Which key signs statements, by its thumbprint. */
export interface ClearanceKeyLife {
  kid: string;
}

/** The key of statements after a row. */
export const clearanceKeyStep: Step<ClearanceKeyLife> = (before, { action, context }) => {
  const kid = String(context.kid);
  if (action === "platform.clearance_key.provisioned") {
    return before === null ? { kid } : illegal("there was a key already.");
  }
  if (before === null) return illegal("there was no key before.");
  if (context.old_kid !== before.kid)
    return illegal("it replaces another key than the one before.");
  return kid === before.kid ? illegal("it is the key that signed before.") : { kid };
};
