import type { AskedSystems } from "#shared/domain/clearance/systems-question.ts";
import { DomainError } from "#shared/domain/errors.ts";
import {
  type MachineCaller,
  requireOwnRepository,
  tenantOfMachine,
} from "#shared/domain/machines/machine.ts";
import { askSystems } from "#shared/use-cases/clearance/ask-systems.ts";

/**
 * A machine asks about the repository of its own token. If the token names none, the machine asks about
 * systems by their ids.
 * @throws DomainError `repository_not_granted`, `scope_missing`, and as askSystems
 */
export function askSystemsFromMachine(
  caller: MachineCaller,
  asked: AskedSystems,
  given: { isSigned: boolean | undefined; now: string },
) {
  const tenantId = tenantOfMachine(caller);
  return askSystems(ownQuestion(caller, asked), { tenantId, seesRows: false, ...given });
}

function ownQuestion(caller: MachineCaller, asked: AskedSystems): AskedSystems {
  const { repositoryId } = caller;
  if (repositoryId === null) {
    if (asked.artifact_ids !== undefined) return asked;
    throw new DomainError(
      "repository_not_granted",
      "The token names no repository_id: ask about systems with artifact_ids.",
    );
  }
  requireOwnRepository(caller, asked.repository_id ?? repositoryId);
  if (asked.artifact_ids !== undefined) requireOwnRepository(caller, "");
  return { ...asked, repository_id: repositoryId };
}
