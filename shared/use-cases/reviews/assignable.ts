import type { Counsel } from "#shared/domain/counsel/counsel.ts";
import { DomainError } from "#shared/domain/errors.ts";

/**
 * The counsel, if they can be asked for reviews of this framework.
 * @throws DomainError `unknown_counsel`, `counsel_framework_mismatch`, `counsel_inactive`,
 *   `counsel_unconfirmed`
 */
export function assignable<C extends Counsel>(counsel: C | null, frameworkId: string): C {
  if (counsel === null) throw new DomainError("unknown_counsel", "There is no such counsel.");
  if (counsel.framework_id !== frameworkId) {
    throw new DomainError(
      "counsel_framework_mismatch",
      `The counsel is registered for ${counsel.framework_id}, not for ${frameworkId}.`,
    );
  }
  if (!counsel.active) throw inactive();
  if (counsel.confirmed_at !== null) return counsel;
  throw new DomainError(
    "counsel_unconfirmed",
    `${counsel.display_name} was named by ${counsel.vouched_by_name ?? "another counsel"}, and no admin has confirmed them yet.`,
  );
}

export const inactive = (): DomainError =>
  new DomainError("counsel_inactive", "The counsel is inactive; choose an active one.");
