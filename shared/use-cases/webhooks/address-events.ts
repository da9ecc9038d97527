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
import { tellFlips } from "./judge-flips.ts";
import { messagesOf } from "./messages-of.ts";

const EVENTS_AT_ONCE = 4;
const PROMISES_AT_ONCE = 16;

/**
 * Addresses every waiting event to the endpoints that exist now. An event whose messages are too many
 * for one run is continued by the next. Repeating it after a crash promises nothing twice, because a
 * delivery's id follows from event, message and endpoint. What tells of the verdicts that an event has
 * turned are further events, which are addressed after it.
 * @returns how many events were addressed to the end
 */
export async function addressEvents(mayGoOn: () => boolean): Promise<number> {
  let addressed = 0;
  let turned = 0;
  await Promise.all(
    shards.map((shard) =>
      eachBounded(waitingEvents(shard, now()), EVENTS_AT_ONCE, async (event) => {
        if (!mayGoOn() || !(await claimEvent(event, now()))) return;
        try {
          const done = await address(event, mayGoOn);
          addressed += done.isWhole ? 1 : 0;
          turned += done.turned;
        } catch (error) {
          // The event's lease ends, and the next run takes it up.
          log("error", "webhook_event_failed", { event_id: event.id, ...describeError(error) });
        }
      }),
    ),
  );
  return turned === 0 ? addressed : addressed + (await addressEvents(mayGoOn));
}

interface Addressed {
  /** Every message of the event has been promised. */
  isWhole: boolean;
  /** How many verdicts the event has turned. */
  turned: number;
}

async function address(event: WaitingEvent, mayGoOn: () => boolean): Promise<Addressed> {
  const { messages, turned } = await messagesFor(event);
  const promised = await send(event, messages, mayGoOn);
  const isWhole = promised >= messages.length;
  await (isWhole ? deleteEvent(event) : leaveEvent(event, promised));
  return { isWhole, turned };
}

async function messagesFor({
  about,
  promised,
}: WaitingEvent): Promise<Pick<Addressed, "turned"> & { messages: readonly WebhookMessage[] }> {
  if ("message" in about) return { messages: [about.message], turned: 0 };
  if ("messages" in about) return { messages: about.messages, turned: 0 };
  const row = await eventRow(about.row);
  const audience = row === null ? null : await listenersOf(row);
  if (row === null || audience === null) return { messages: [], turned: 0 };
  const isContinued = promised !== undefined;
  const turned = isContinued ? 0 : await tellTurned(row, audience);
  return { messages: await messagesOf(row), turned };
}

/** The endpoints that could hear about a row at all; null: there are none, and no messages are made. */
async function listenersOf(row: AuditRow): Promise<readonly Endpoint[] | null> {
  const own = await endpointsOf(row.tenant_id ?? PLATFORM);
  const tenants = row.tenant_id === null ? await tenantsEndpoints() : [];
  const listening = [...own, ...tenants].filter(({ enabled }) => enabled);
  return listening.length === 0 ? null : listening;
}

/**
 * Writes events that tell of the verdicts that a change has turned, if anybody wants to hear of them.
 * @returns how many verdicts there are
 */
async function tellTurned(row: AuditRow, listening: readonly Endpoint[]): Promise<number> {
  const hearing = listening.filter(({ events }) => events.includes("clearance.changed"));
  const [since] = hearing.map(({ updated_at }) => updated_at).sort();
  const change = since === undefined ? null : await bookChangeOf(row);
  if (since === undefined || change === null) return 0;
  return tellFlips(change, since);
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
