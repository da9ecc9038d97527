import { randomUUID } from "node:crypto";
import { type NewCounsel, withIdentity } from "#shared/domain/counsel/counsel.ts";
import { newCounsel } from "#shared/domain/counsel/new-counsel.ts";
import { superseded, unknownFramework } from "#shared/domain/frameworks/framework.ts";
import type { Acting } from "#shared/domain/tenants/tenant.ts";
import { putNewCounsel } from "#shared/store/counsel.ts";
import { requireOfferedLanguage } from "./require-offered-language.ts";
import { requireAddress } from "./two-people.ts";

interface Registration {
  given: NewCounsel;
  actor: Acting;
  now: string;
}

/**
 * Registers a counsel. A returning counsel may get a new record: (framework, e-mail) need not be
 * unique.
 * @throws DomainError `unknown_framework`, `framework_superseded`, `second_person_required`,
 *   `language_not_offered`
 */
export async function createCounsel({ given, actor, now }: Registration) {
  requireOfferedLanguage(given.language);
  requireAddress(actor, given.framework_id);
  const ids = { id: randomUUID(), rowId: randomUUID(), now };
  const change = newCounsel(given, { admin: actor }, ids);
  const outcome = await putNewCounsel(change);
  if (outcome.committed) return withIdentity(change.after);
  if (outcome.failed.get("framework") != null) throw superseded(given.framework_id);
  throw unknownFramework(given.framework_id);
}
