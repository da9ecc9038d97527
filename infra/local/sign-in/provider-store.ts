import { existsSync, readFileSync } from "node:fs";
import { keepFile } from "./kept-file.ts";

type Payload = Record<string, unknown> & { grantId?: string; uid?: string };

interface Kept {
  payload: Payload;
  /** Milliseconds since the epoch; null: never expires. */
  endsAt: number | null;
}

/**
 * What the provider remembers (sessions, grants, codes) and who has signed in, in one file of the
 * state folder, or in memory only (null). Its adapter implements oidc-provider's interface.
 * @param onFault called when the file cannot be written; what is in memory stays usable
 */
export function openProviderStore(file: string | null, onFault: (error: Error) => void) {
  const text = file !== null && existsSync(file) ? readFileSync(file, "utf8") : "[]";
  const entries = new Map<string, Kept>(JSON.parse(text));
  const kept = file === null ? null : keepFile(file, () => JSON.stringify([...entries]), onFault);
  const find = (key: string): Payload | undefined => {
    const entry = entries.get(key);
    if (entry === undefined || entry.endsAt === null || entry.endsAt > Date.now()) {
      return entry?.payload;
    }
    entries.delete(key);
    return undefined;
  };
  const put = (key: string, payload: Payload, seconds: number | undefined): void => {
    const endsAt = seconds === undefined ? null : Date.now() + seconds * 1000;
    entries.set(key, { payload, endsAt });
    kept?.changed();
  };
  const remove = (wanted: (key: string, payload: Payload) => boolean): void => {
    for (const [key, { payload }] of entries) if (wanted(key, payload)) entries.delete(key);
    kept?.changed();
  };

  /** Returns what is stored under a key, and removes it. */
  const take = (key: string): Payload | undefined => {
    const found = find(key);
    remove((one) => one === key);
    return found;
  };

  class Adapter {
    readonly #model: string;
    constructor(model: string) {
      this.#model = `${model}:`;
    }
    async upsert(id: string, payload: Payload, seconds?: number) {
      put(this.#model + id, payload, seconds);
    }
    async find(id: string) {
      return find(this.#model + id);
    }
    async findByUid(uid: string) {
      for (const [key, { payload }] of entries) {
        if (key.startsWith(this.#model) && payload.uid === uid) return find(key);
      }
      return undefined;
    }
    async findByUserCode() {
      return undefined;
    }
    async destroy(id: string) {
      remove((key) => key === this.#model + id);
    }
    async revokeByGrantId(grantId: string) {
      // A sign-in under way has the grant of the person before, and goes on without it.
      remove((key, payload) => key.startsWith(this.#model) && payload.grantId === grantId);
    }
    async consume(id: string) {
      const payload = find(this.#model + id);
      if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
      kept?.changed();
    }
  }
  return { Adapter, find, put, take, flush: async () => kept?.flush() };
}
