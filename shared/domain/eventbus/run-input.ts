import type { Envelope } from "./envelope.ts";
import { type Finding, findingIn } from "./found-in-event.ts";

/**
 * What a run keeps of an event: its id and finding only, so that large events do not fill the
 * table.
 */
export const inputOf = (event: Envelope): Record<string, unknown> => ({
  event_id: event.id,
  finding: findingIn(event),
});

/** The finding that a run was queued with; null if its event named no resource. */
export const findingOf = (input: Readonly<Record<string, unknown>> | null): Finding | null =>
  (input?.finding as Finding | null | undefined) ?? null;
