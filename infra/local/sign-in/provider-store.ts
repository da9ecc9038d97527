import { existsSync, readFileSync } from "node:fs";
import { replaceFile } from "#infra/local/write-file.ts";

type Payload = Record<string, unknown> & { grantId?: string; uid?: string };

interface Kept {
  payload: Payload;
  /** Milliseconds since the epoch; null: never expires. */
  endsAt: number | null;
}

const SAVE_AFTER_MS = 50;

/**
 * What the provider remembers (sessions, grants, codes) and who has signed in, in one file of the
 * state folder, or in memory only (null). Its adapter implements oidc-provider's interface.
 */
export function openProviderStore(file: string | null) {
  const text = file !== null && existsSync(file) ? readFileSync(file, "utf8") : "[]";
  const entries = new Map<string, Kept>(JSON.parse(text));
  let saving: NodeJS.Timeout | null = null;

  const save = (): void => {
    if (file === null || saving !== null) return;
    saving = setTimeout(() => {
      saving = null;
      void replaceFile(file, JSON.stringify([...entries]));
    }, SAVE_AFTER_MS);
  };
  const find = (key: string): Payload | undefined => {
    const kept = entries.get(key);
    if (kept === undefined || kept.endsAt === null || kept.endsAt > Date.now()) {
      return kept?.payload;
    }
    entries.delete(key);
    return undefined;
  };
  const put = (key: string, payload: Payload, seconds: number | undefined): void => {
    const endsAt = seconds === undefined ? null : Date.now() + seconds * 1000;
    entries.set(key, { payload, endsAt });
    save();
  };
  const remove = (wanted: (key: string, payload: Payload) => boolean): void => {
    for (const [key, { payload }] of entries) if (wanted(key, payload)) entries.delete(key);
    save();
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
      remove((_, payload) => payload.grantId === grantId);
    }
    async consume(id: string) {
      const payload = find(this.#model + id);
      if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
      save();
    }
  }
  return { Adapter, find, put };
}
