import type { CounselRecord } from "#shared/domain/counsel/counsel.ts";
import { DomainError } from "#shared/domain/errors.ts";
import type { Acting } from "#shared/domain/tenants/tenant.ts";
import { requireSecondPerson } from "#shared/use-cases/counsel/two-people.ts";

/**
 * The counsel, if they can be asked for reviews of this framework.
 * @throws DomainError `unknown_counsel`, `counsel_framework_mismatch`, `counsel_inactive`,
 *   `counsel_unconfirmed`, `counsel_is_admin`, `second_person_required`
 */
export function assignable(
  counsel: CounselRecord | null,
  frameworkId: string,
  asker: Acting,
): CounselRecord {
  if (counsel === null) throw new DomainError("unknown_counsel", "There is no such counsel.");
  if (counsel.framework_id !== frameworkId) {
    throw new DomainError(
      "counsel_framework_mismatch",
      `The counsel is registered for ${counsel.framework_id}, not for ${frameworkId}.`,
    );
  }
  if (!counsel.active) {
    throw new DomainError("counsel_inactive", "This counsel is no longer active. Choose another.");
  }
  requireSecondPerson(counsel, asker);
  if (counsel.confirmed_at !== null) return counsel;
  throw new DomainError(
    "counsel_unconfirmed",
    `${counsel.display_name} was named by ${counsel.vouched_by_name ?? "another counsel"}, and no admin has confirmed them yet.`,
  );
}
