import { randomUUID } from "node:crypto";
import { auditRow } from "#shared/domain/audit/frameworks.ts";
import { lawful } from "#shared/domain/audit/life.ts";
import { DomainError } from "#shared/domain/errors.ts";
import {
  type Framework,
  type FrameworkContent,
  frameworkContent,
  frameworkOfContent,
  isSameContent,
} from "#shared/domain/frameworks/framework.ts";
import { frameworkStep, lifeOf } from "#shared/domain/frameworks/life.ts";
import { getFramework, putFramework as writeFramework } from "#shared/store/frameworks.ts";
import { prepareChain } from "#shared/store/row-chains.ts";
import { announceEvent } from "#shared/use-cases/webhooks/announce-event.ts";

interface PutFramework {
  id: string;
  content: FrameworkContent;
  actorUserId: string;
  now: string;
}

/**
 * Creates or changes a framework; writes nothing if nothing changes.
 * @throws DomainError `validation_failed`, `conflict`
 */
export async function putFramework(put: PutFramework): Promise<Framework> {
  const { id, actorUserId, now } = put;
  prepareChain("framework", id);
  const before = await getFramework(id);
  const after = frameworkOfContent(id, put.content, before, now);
  if (before !== null && isSameContent(before, after)) return before;
  const row = auditRow({
    action: "framework.updated",
    resourceId: id,
    tenantId: null,
    actorUserId,
    context: { framework_id: id, ...frameworkContent(after) },
    id: randomUUID(),
    at: now,
  });
  const known = before && { ...lifeOf([]), content: frameworkContent(before) };
  lawful(frameworkStep, known, row);
  const outcome = await writeFramework(after, before, row);
  if (!outcome.committed) {
    throw new DomainError("conflict", "Someone else changed the framework in the meantime.");
  }
  await announceEvent(row);
  return after;
}
