import type { AuditRow } from "#shared/domain/audit/row.ts";
import { sha256Hex, uuidOf } from "#shared/domain/canonical.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { type Delivery, webhookIdOf } from "#shared/domain/webhooks/delivery.ts";
import type { Endpoint } from "#shared/domain/webhooks/endpoint.ts";
import { bodyOf, PLATFORM, type WebhookMessage } from "#shared/domain/webhooks/event-types.ts";
import { now } from "#shared/platform/clock.ts";
import { describeError, log } from "#shared/platform/log.ts";
import type { WaitingEvent } from "#shared/store/audit.ts";
import { shards } from "#shared/store/outbox.ts";
import { promiseDelivery } from "#shared/store/webhook-deliveries.ts";
import { endpointsOf, tenantsEndpoints } from "#shared/store/webhook-endpoints.ts";
import {
  claimEvent,
  deleteEvent,
  eventRow,
  leaveEvent,
  waitingEvents,
} from "#shared/store/webhook-events.ts";
import { bookChangeOf } from "./book-change.ts";
import { flipsOf } from "./judge-flips.ts";
import { messagesOf } from "./messages-of.ts";

const EVENTS_AT_ONCE = 4;
const PROMISES_AT_ONCE = 16;

/**
 * Addresses every waiting event to the endpoints that exist now. An event whose messages are too many
 * for one run is continued by the next. Repeating it after a crash promises nothing twice, because a
 * delivery's id follows from event, message and endpoint.
 * @returns how many events were addressed to the end
 */
export async function addressEvents(mayGoOn: () => boolean): Promise<number> {
  let addressed = 0;
  await Promise.all(
    shards.map((shard) =>
      eachBounded(waitingEvents(shard, now()), EVENTS_AT_ONCE, async (event) => {
        if (!mayGoOn() || !(await claimEvent(event, now()))) return;
        try {
          addressed += (await address(event, mayGoOn)) ? 1 : 0;
        } catch (error) {
          // The event's lease ends, and the next run takes it up.
          log("error", "webhook_event_failed", { event_id: event.id, ...describeError(error) });
        }
      }),
    ),
  );
  return addressed;
}

/** @returns whether every message has been promised */
async function address(event: WaitingEvent, mayGoOn: () => boolean): Promise<boolean> {
  const messages = await messagesFor(event);
  const promised = await send(event, messages, mayGoOn);
  const isWhole = promised >= messages.length;
  await (isWhole ? deleteEvent(event) : leaveEvent(event, promised));
  return isWhole;
}

async function messagesFor({ about }: WaitingEvent): Promise<readonly WebhookMessage[]> {
  if ("message" in about) return [about.message];
  const row = await eventRow(about.row);
  const audience = row === null ? null : await listenersOf(row);
  if (row === null || audience === null) return [];
  return [...(await messagesOf(row)), ...(await flipMessages(row, audience))];
}

/** The endpoints that could hear about a row at all; null: there are none, and no messages are made. */
async function listenersOf(row: AuditRow): Promise<readonly Endpoint[] | null> {
  const own = await endpointsOf(row.tenant_id ?? PLATFORM);
  const tenants = row.tenant_id === null ? await tenantsEndpoints() : [];
  const listening = [...own, ...tenants].filter(({ enabled }) => enabled);
  return listening.length === 0 ? null : listening;
}

/** Verdicts that a change has turned, if anybody wants to hear of them. */
async function flipMessages(
  row: AuditRow,
  listening: readonly Endpoint[],
): Promise<WebhookMessage[]> {
  if (!listening.some(({ events }) => events.includes("clearance.changed"))) return [];
  const change = await bookChangeOf(row);
  if (change === null) return [];
  return (await flipsOf(change, now())).map(({ use_case_id, cleared, reason }) => ({
    type: "clearance.changed",
    timestamp: row.created_at,
    data: { framework_id: change.framework_id, use_case_id, cleared, reason },
    audience: "everybody",
  }));
}

/**
 * Promises an event's messages from where the last run stopped, each to everybody who listens.
 * @returns how many messages have been promised to everybody
 */
async function send(
  event: WaitingEvent,
  messages: readonly WebhookMessage[],
  mayGoOn: () => boolean,
): Promise<number> {
  const listeningTo = listeners();
  let number = event.promised ?? 0;
  async function* promises() {
    for (let message = messages[number]; message !== undefined; message = messages[number]) {
      for (const endpoint of await listeningTo(message)) {
        if (!mayGoOn()) return;
        yield { endpoint, message, name: `${event.id}#${number}` };
      }
      number += 1;
    }
  }
  await eachBounded(promises(), PROMISES_AT_ONCE, promiseTo);
  return number;
}

/** The endpoints that listen to a message. Each owner's endpoints are read once. */
function listeners(): (message: WebhookMessage) => Promise<Endpoint[]> {
  const endpoints = new Map<string, Promise<Endpoint[]>>();
  const read = (owner: string, from: () => Promise<Endpoint[]>): Promise<Endpoint[]> => {
    const found = endpoints.get(owner) ?? from();
    endpoints.set(owner, found);
    return found;
  };
  const of = (owner: string) => read(owner, () => endpointsOf(owner));
  return async ({ audience, type }) => {
    const meant =
      audience === "everybody"
        ? [...(await of(PLATFORM)), ...(await read("tenants", tenantsEndpoints))]
        : await of(audience.owner);
    return meant.filter(({ enabled, events }) => enabled && events.includes(type));
  };
}

interface Promised {
  endpoint: Endpoint;
  message: WebhookMessage;
  /** Identifies the message among all events' messages. */
  name: string;
}

async function promiseTo({ endpoint, message, name }: Promised): Promise<void> {
  const id = uuidOf(sha256Hex(`${name}#${endpoint.id}`));
  const at = now();
  const delivery: Delivery = {
    id,
    endpoint_id: endpoint.id,
    webhook_id: webhookIdOf(id),
    type: message.type,
    status: "pending",
    attempts: [],
    next_attempt_at: at,
    replay_of: null,
    body: bodyOf(message),
    created_at: at,
  };
  await promiseDelivery(endpoint.owner, delivery, id);
}
