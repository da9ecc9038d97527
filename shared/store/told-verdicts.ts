import { randomUUID } from "node:crypto";
import type { WebhookMessage } from "#shared/domain/webhooks/event-types.ts";
import { putEvent } from "./audit.ts";
import { entity, hasStill, put } from "./item.ts";
import { readRecords } from "./read.ts";
import type { Key } from "./table-schema.ts";
import { transact } from "./transact.ts";

/*
 * VERDICTS#<framework> / <use_case_id>   the verdict on a rule as endpoints know it from clearance.changed
 */

export interface ToldVerdict {
  cleared: boolean;
  /** When the rule was judged, ISO 8601 UTC. */
  at: string;
  /** Another one each time. */
  revision: string;
}

const verdictKey = (frameworkId: string, useCaseId: string): Key => ({
  pk: `VERDICTS#${frameworkId}`,
  sk: useCaseId,
});
const verdictEntity = entity<ToldVerdict>("verdict", {});

/** The verdicts as they were last told, in the order of the rules; null: none was. */
export const toldVerdicts = (
  frameworkId: string,
  useCaseIds: readonly string[],
): Promise<(ToldVerdict | null)[]> =>
  readRecords(
    useCaseIds.map((id) => verdictKey(frameworkId, id)),
    verdictEntity.fromItem,
  );

export interface VerdictToTell {
  use_case_id: string;
  cleared: boolean;
  /** As it was read. */
  before: ToldVerdict | null;
  /** null: endpoints know the verdict. */
  message: WebhookMessage | null;
}

/** The most verdicts that are noted at once. With their event they are one transaction. */
export const MAX_VERDICTS = 49;

/**
 * Notes verdicts and writes the event that tells of them, unless somebody else has noted one of them
 * meanwhile.
 * @returns whether they were written
 */
export async function tellVerdicts(
  frameworkId: string,
  at: string,
  verdicts: readonly VerdictToTell[],
): Promise<boolean> {
  const messages = verdicts.flatMap(({ message }) => message ?? []);
  const { committed } = await transact({
    verdicts: verdicts.map(({ use_case_id, cleared, before }) =>
      put(
        {
          ...verdictKey(frameworkId, use_case_id),
          ...verdictEntity.toItem({ cleared, at, revision: randomUUID() }),
        },
        // Also an item that holds no verdict is replaced, however it came there.
        hasStill("verdict.revision", before?.revision),
      ),
    ),
    event:
      messages.length === 0 ? undefined : putEvent({ id: randomUUID(), at, about: { messages } }),
  });
  return committed;
}
