import { LEASE_MS, type Message } from "#shared/domain/courier/message.ts";
import { all, any, change, drop, exists, insert, is, isAbsent, isBelow, put } from "./item.ts";
import { getItems, type Item, type QuerySpec, queryOnce } from "./read.ts";
import { type Key, SHARDS, shardOf } from "./table-schema.ts";
import { type Action, type Outcome, transact } from "./transact.ts";

/*
 * OUTBOX#<shard> / <due_at>#<id>: a message that waits, or is being sent while `lease_until` lasts
 *
 * Messages that are not due are never read: their sort keys lie beyond the end of every query.
 */

const outboxKey = ({ id, due_at }: Message): Key => ({
  pk: `OUTBOX#${shardOf(id)}`,
  sk: `${due_at}#${id}`,
});

/** Promises a message; belongs to the transaction of the change that it reports. */
export const promise = (message: Message): Action => insert({ ...outboxKey(message), message });

/** The same for a message that may be promised already, and is not due yet. */
export const promiseAgain = (message: Message): Action => put({ ...outboxKey(message), message });

/** The link's token, from the first of these messages that still waits and has it; null: none does. */
export async function sealedIn(messages: readonly Message[]): Promise<string | null> {
  const found = await getItems(messages.map(outboxKey));
  return found.map((item) => (item?.message as Message | undefined)?.sealed).find(Boolean) ?? null;
}

const AT_ONCE = 25;

/** Messages that are due and that nobody is sending, oldest first, in a shard. */
export const dueMessages = (shard: number, now: string): AsyncGenerator<Message> =>
  unleased(
    { pk: `OUTBOX#${shard}`, below: `${now}#\uffff`, limit: AT_ONCE },
    now,
    ({ message }) => message as Message,
  );

/** Yields the items in a part of the table that nobody has claimed, in its order. */
export async function* unleased<T>(
  part: QuerySpec,
  now: string,
  fromItem: (item: Item) => T,
): AsyncGenerator<T> {
  let startKey: Record<string, unknown> | undefined;
  do {
    const page = await queryOnce(startKey === undefined ? part : { ...part, startKey });
    for (const item of page.items) {
      const { lease_until } = item;
      if (lease_until === undefined || String(lease_until) < now) yield fromItem(item);
    }
    startKey = page.lastKey ?? undefined;
  } while (startKey !== undefined);
}

/** Claims an item for {@link LEASE_MS}; null if somebody else has it, or it is gone. */
export async function lease(key: Key, now: string): Promise<string | null> {
  const until = new Date(Date.parse(now) + LEASE_MS).toISOString();
  const isFree = any(isAbsent("lease_until"), isBelow("lease_until", now));
  const outcome = await transact({
    item: change(key, { set: { lease_until: until }, where: all(exists("pk"), isFree) }),
  });
  return outcome.committed ? until : null;
}

export const shards: readonly number[] = Array.from({ length: SHARDS }, (_, shard) => shard);

/** A message that this sender alone may send until its lease ends. */
export interface ClaimedMessage {
  message: Message;
  leaseUntil: string;
}

/** Claims a message for {@link LEASE_MS}; null if another sender has it, or it is gone. */
export async function claimMessage(message: Message, now: string): Promise<ClaimedMessage | null> {
  const leaseUntil = await lease(outboxKey(message), now);
  return leaseUntil === null ? null : { message, leaseUntil };
}

/**
 * Takes a message out of the outbox if the claim still holds; part of the transaction of its outcome.
 */
export const settleMessage = ({ message, leaseUntil }: ClaimedMessage): Action =>
  drop(outboxKey(message), is({ lease_until: leaseUntil }));

/** Takes a message out of the outbox, or puts it back for its next attempt. */
export const releaseMessage = (claimed: ClaimedMessage, next: Message | null): Promise<Outcome> =>
  transact({
    message: settleMessage(claimed),
    next: next === null ? undefined : promise(next),
  });
