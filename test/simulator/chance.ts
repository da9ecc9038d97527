import { AsyncLocalStorage } from "node:async_hooks";
import nodeCrypto, { createHash, webcrypto } from "node:crypto";

/*
 * Whatever functions leave to chance comes from the run's seed here: ids, tokens, salts, waits between
 * two tries. A run that is played again is therefore the same run. Keys are still random, because
 * nothing that happens depends on them.
 */

/** Bytes that follow from a text, and from nothing else. */
export class Chance {
  readonly #of: string;
  #drawn = 0;
  #state: number | null = null;

  constructor(of: string) {
    this.#of = of;
  }

  bytes(length: number): Buffer {
    const parts: Buffer[] = [];
    for (let left = length; left > 0; left -= 32) {
      this.#drawn += 1;
      parts.push(createHash("sha256").update(`${this.#of} ${this.#drawn}`).digest());
    }
    return Buffer.concat(parts).subarray(0, length);
  }

  /** From 0 to below 1. Functions draw a dozen with each call: Mulberry32 costs less than a hash. */
  fraction(): number {
    this.#state ??= this.bytes(4).readInt32BE();
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  uuid(): ReturnType<typeof nodeCrypto.randomUUID> {
    const hex = this.bytes(16).toString("hex");
    const digits = `${hex.slice(0, 12)}4${hex.slice(13, 16)}8${hex.slice(17)}`;
    const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(digits) ?? [];
    return parts.slice(1).join("-") as ReturnType<typeof nodeCrypto.randomUUID>;
  }
}

/** The chance from which each run of a function draws. */
export const drawing = new AsyncLocalStorage<Chance>();

/** How many key operations beside this thread and waits between two tries are still in progress. */
let underWay = 0;
let whenDone: (() => void) | null = null;

/** Whether a function is about to go on by itself: after a key operation, or a wait between two tries. */
export const isGoingOn = (): boolean => underWay > 0;

/** @param told called each time that nothing goes on by itself any more */
export function onRest(told: () => void): void {
  whenDone = told;
}

function over(): void {
  underWay -= 1;
  if (underWay === 0) whenDone?.();
}

/** Longer waits are time limits of a call. A call held here may take its time on a busy machine. */
const LONGEST_WAIT_MS = 500;
/** The longest that a timer can wait: 24 days. */
const NEVER_MS = 2 ** 31 - 1;

const original = {
  random: Math.random,
  randomUUID: nodeCrypto.randomUUID,
  randomBytes: nodeCrypto.randomBytes,
  globalUuid: webcrypto.randomUUID,
  wait: globalThis.setTimeout,
  limit: AbortSignal.timeout,
  stopWaiting: globalThis.clearTimeout,
};

/** Counts the functions' waits as going on until they are over. @returns puts the originals back */
function takeWaits(): () => void {
  const waiting = new Set<unknown>();
  const ends = (timer: unknown): void => {
    if (waiting.delete(timer)) over();
  };
  globalThis.setTimeout = ((act: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
    if (drawing.getStore() === undefined) return original.wait(act, ms, ...given);
    if (ms > LONGEST_WAIT_MS) return original.wait(act, NEVER_MS, ...given).unref();
    underWay += 1;
    const timer: unknown = original.wait(() => {
      try {
        act(...given);
      } finally {
        ends(timer);
      }
    }, ms);
    waiting.add(timer);
    return timer;
  }) as typeof setTimeout;
  globalThis.clearTimeout = (timer) => {
    ends(timer);
    original.stopWaiting(timer);
  };
  AbortSignal.timeout = (ms) => original.limit(drawing.getStore() === undefined ? ms : NEVER_MS);
  return () => {
    AbortSignal.timeout = original.limit;
    globalThis.setTimeout = original.wait;
    globalThis.clearTimeout = original.stopWaiting;
  };
}

const operations = ["sign", "verify", "digest", "importKey", "exportKey", "generateKey"] as const;

/** From now on, functions draw from the run's seed. @returns puts the originals back */
export function takeChance(): () => void {
  const drawn = <T>(draw: (chance: Chance) => T, otherwise: () => T): T => {
    const chance = drawing.getStore();
    return chance === undefined ? otherwise() : draw(chance);
  };
  Math.random = () => drawn((chance) => chance.fraction(), original.random);
  const uuid = (): ReturnType<typeof original.randomUUID> =>
    drawn((chance) => chance.uuid(), original.randomUUID);
  nodeCrypto.randomUUID = uuid;
  webcrypto.randomUUID = uuid;
  nodeCrypto.randomBytes = ((length: number, ...then: []) =>
    drawn(
      (chance) => chance.bytes(length),
      () => original.randomBytes(length, ...then),
    )) as typeof original.randomBytes;
  const putBackWaits = takeWaits();
  const { subtle } = webcrypto;
  // Key operations end in the order they began in, and what waits for them keeps that order.
  let last: Promise<unknown> = Promise.resolve();
  for (const name of operations) {
    const real = Reflect.get(subtle, name) as (...given: unknown[]) => Promise<unknown>;
    Object.defineProperty(subtle, name, {
      configurable: true,
      value: async (...given: unknown[]) => {
        underWay += 1;
        try {
          const done = last.then(() => Reflect.apply(real, subtle, given));
          last = done.catch(() => undefined);
          return await done;
        } finally {
          over();
        }
      },
    });
  }
  return () => {
    putBackWaits();
    Math.random = original.random;
    nodeCrypto.randomUUID = original.randomUUID;
    nodeCrypto.randomBytes = original.randomBytes;
    webcrypto.randomUUID = original.globalUuid;
    for (const name of operations) Reflect.deleteProperty(subtle, name);
  };
}
