import { randomUUID } from "node:crypto";
import type { NewCounsel } from "#shared/domain/counsel/counsel.ts";
import { newCounsel } from "#shared/domain/counsel/new-counsel.ts";
import { superseded, unknownFramework } from "#shared/domain/frameworks/framework.ts";
import { putNewCounsel } from "#shared/store/counsel.ts";
import { requireOfferedLanguage } from "./require-offered-language.ts";

interface Registration {
  given: NewCounsel;
  actorUserId: string;
  now: string;
}

/**
 * Registers a counsel. A returning counsel may get a new record: (framework, e-mail) need not be
 * unique.
 * @throws DomainError `unknown_framework`, `framework_superseded`, `language_not_offered`
 */
export async function createCounsel({ given, actorUserId, now }: Registration) {
  requireOfferedLanguage(given.language);
  const ids = { id: randomUUID(), rowId: randomUUID(), now };
  const change = newCounsel(given, { actorUserId }, ids);
  const outcome = await putNewCounsel(change);
  if (outcome.committed) return change.after;
  if (outcome.failed.get("framework") != null) throw superseded(given.framework_id);
  throw unknownFramework(given.framework_id);
}
