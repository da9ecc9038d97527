import { type Envelope, instantOf } from "./envelope.ts";
import { type Finding, findingIn } from "./found-in-event.ts";

/**
 * What a run keeps of an event: its id, its finding and when it happened only, so that large events do
 * not fill the table.
 */
export interface EventInput {
  event_id: string;
  finding: Finding | null;
  /** ISO 8601 UTC. */
  at: string;
}

export const inputOf = (event: Envelope, received: string) =>
  ({
    event_id: event.id,
    finding: findingIn(event),
    at: instantOf(event, received),
  }) satisfies EventInput;
