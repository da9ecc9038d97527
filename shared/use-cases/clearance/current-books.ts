import { DomainError } from "#shared/domain/errors.ts";
import { refuseSuperseded } from "#shared/domain/frameworks/framework.ts";
import { isCanaryFramework } from "#shared/domain/service/canary.ts";
import { getFramework } from "#shared/store/frameworks.ts";

/**
 * Checks that each of these ids is that of a book that applies today.
 * @throws DomainError `unknown_framework`, `framework_superseded`
 */
export async function requireCurrentBooks(ids: readonly string[]): Promise<void> {
  const found = await Promise.all(ids.map((id) => getFramework(id)));
  const unknown = ids.filter((id, i) => found[i] == null || isCanaryFramework(id));
  if (unknown.length > 0) {
    throw new DomainError("unknown_framework", `There is no framework ${unknown.join(", ")}.`);
  }
  for (const framework of found) if (framework !== null) refuseSuperseded(framework);
}
