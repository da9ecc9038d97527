import {
  type Message,
  type MessageKind,
  nextAttempt,
  waiting,
} from "#shared/domain/courier/message.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { now } from "#shared/platform/clock.ts";
import { describeError, log } from "#shared/platform/log.ts";
import {
  type ClaimedMessage,
  claimMessage,
  dueMessages,
  releaseMessage,
  shards,
} from "#shared/store/outbox.ts";

/**
 * `dropped`: nothing is to be sent, or no longer; `again`: it will be retried; `waits`: somebody has to
 * act first; `lost`: another sender has it.
 */
export type Delivery = "sent" | "given_up" | "dropped" | "again" | "waits" | "lost";

/** Sends a claimed message and records its outcome, unless it is `again`, `waits` or `dropped`. */
export type Sender = (claimed: ClaimedMessage, isLast: boolean) => Promise<Delivery>;
export type Senders = Readonly<Record<MessageKind, Sender>>;

/** How many messages one shard sends at once: with 8 shards, more than SES accepts in a second. */
const AT_ONCE = 4;

/** Nothing new is claimed with less time than this left: a lease must not outlive its function. */
const RESERVE_MS = 30_000;

/**
 * The courier (reviews-that-run, section 1) sends the messages that are due, each once. A message that
 * a crash left claimed is taken over when its lease has ended. Messages that are not due cost nothing.
 * @returns how many messages had each outcome
 */
export async function runCourier(
  load: () => Promise<Senders>,
  remainingMs: () => number,
): Promise<Record<Delivery, number>> {
  const counts: Record<Delivery, number> = {
    sent: 0,
    given_up: 0,
    dropped: 0,
    again: 0,
    waits: 0,
    lost: 0,
  };
  await Promise.all(
    shards.map((shard) =>
      eachBounded(dueMessages(shard, now()), AT_ONCE, async (message) => {
        if (remainingMs() < RESERVE_MS) return;
        counts[await deliver(message, load)] += 1;
      }),
    ),
  );
  return counts;
}

async function deliver(message: Message, load: () => Promise<Senders>): Promise<Delivery> {
  // Before the claim: whoever holds a message sends it at once.
  const { [message.kind]: send } = await load();
  const claimed = await claimMessage(message, now());
  if (claimed === null) return "lost";
  const delivery = await tried(claimed, send, nextAttempt(message, now()) === null);
  if (delivery === "dropped") await releaseMessage(claimed, null);
  if (delivery === "waits") await releaseMessage(claimed, waiting(message, now()));
  if (delivery !== "again") return delivery;
  const next = nextAttempt(message, now());
  if (next === null) log("error", "message_given_up", { message_id: message.id });
  await releaseMessage(claimed, next);
  return next === null ? "given_up" : "again";
}

/** An error in sending one message does not delay the others; that message is tried again later. */
async function tried(claimed: ClaimedMessage, send: Sender, isLast: boolean): Promise<Delivery> {
  const { id, kind } = claimed.message;
  try {
    return await send(claimed, isLast);
  } catch (error) {
    log("error", "message_not_sent", { message_id: id, kind, ...describeError(error) });
    return "again";
  }
}
