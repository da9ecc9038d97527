import * as z from "zod/mini";
import { toldInstant } from "#shared/domain/connections/told-instant.ts";
import { cut, wellFormed } from "#shared/domain/text/text.ts";
import { aiSources, CLOUDTRAIL_CALL } from "./ai-events.ts";

/** Text from the sender, made well-formed: it goes into keys and attributes of the table. */
const text = (longest: number) =>
  z.pipe(z.string().check(z.minLength(1), z.maxLength(longest)), z.transform(wellFormed));

/**
 * An EventBridge event. Only what routing needs is required. `time` may have any form, because the
 * provider's own examples give it both as text and as epoch seconds.
 */
export const envelopeSchema = z.looseObject({
  id: text(200),
  source: text(256),
  "detail-type": text(256),
  account: z.optional(z.unknown()),
  region: z.catch(z.optional(text(64)), undefined),
  resources: z.catch(z.optional(z.array(z.unknown())), undefined),
  detail: z.record(z.string(), z.unknown()),
});

export type Envelope = z.output<typeof envelopeSchema>;

/** What the receiver function forwards: the envelope and the tenant whose bus it came over. */
export const forwardedSchema = z.strictObject({ tenant_id: z.string(), event: envelopeSchema });

/** Whether an event matters to discovery; `scope` is the event's kind. */
export type Relevance =
  | { relevant: true; scope: string }
  | { relevant: false; scope: string; reason: "unknown_event" | "call_failed" };

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** The event's kind: the call's name, or the detail type if it is not a call. */
function scopeOf(event: Envelope): string {
  const { eventName } = event.detail;
  return event["detail-type"] === CLOUDTRAIL_CALL && isText(eventName)
    ? cut(eventName, 256)
    : event["detail-type"];
}

/** Whether an event is in the tables; failed calls are irrelevant. */
export function relevanceOf(event: Envelope): Relevance {
  const scope = scopeOf(event);
  const source = Object.hasOwn(aiSources, event.source) ? aiSources[event.source] : undefined;
  const known = event["detail-type"] === CLOUDTRAIL_CALL ? source?.calls : source?.changes;
  if (known === undefined || !Object.hasOwn(known, scope)) {
    return { relevant: false, scope, reason: "unknown_event" };
  }
  const hasFailed = event.detail.errorCode !== undefined && event.detail.errorCode !== null;
  return hasFailed ? { relevant: false, scope, reason: "call_failed" } : { relevant: true, scope };
}

/**
 * When it happened, ISO 8601 UTC: as the call or the envelope says, if that can be read and is not later
 * than the receipt.
 */
export const instantOf = ({ time, detail }: Envelope, received: string): string =>
  toldInstant(detail.eventTime ?? time, received) ?? received;

/** The sender's 12-digit account number; null if the envelope has none. */
export const accountOf = ({ account }: Envelope): string | null =>
  typeof account === "string" && /^\d{12}$/.test(account) ? account : null;
