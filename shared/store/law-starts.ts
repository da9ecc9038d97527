import type { WebhookMessage } from "#shared/domain/webhooks/event-types.ts";
import { putEvent } from "./audit.ts";
import { insert } from "./item.ts";
import { transact } from "./transact.ts";

/* LAWSTARTS#<framework> / <use_case_id>#<day>#<threshold>: the start of a law has been announced. */

interface LawStart {
  framework_id: string;
  use_case_id: string;
  /** YYYY-MM-DD. */
  day: string;
  /** How many days before. */
  threshold: number;
}

/** Writes the start of a law as an event; false: it was written before. */
export async function putLawStart(start: LawStart, message: WebhookMessage): Promise<boolean> {
  const { framework_id, use_case_id, day, threshold } = start;
  const name = `${use_case_id}#${day}#${threshold}`;
  const outcome = await transact({
    told: insert({ pk: `LAWSTARTS#${framework_id}`, sk: name }),
    event: putEvent({
      id: `law.starts#${framework_id}#${name}`,
      at: message.timestamp,
      about: { message },
    }),
  });
  return outcome.committed;
}
