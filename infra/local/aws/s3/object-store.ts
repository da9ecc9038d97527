import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { replaceFile } from "#infra/local/write-file.ts";

const objectSchema = z.strictObject({
  key: z.string(),
  contentType: z.string(),
  base64: z.string(),
  /** ISO 8601; until then it can be neither deleted nor replaced. */
  retainUntil: z.string().nullable(),
});

type StoredObject = z.infer<typeof objectSchema>;

interface ObjectStore {
  get(key: string): StoredObject | undefined;
  /** In byte order. */
  keys(): string[];
  put(object: StoredObject): Promise<void>;
  /** Removes every object, even if it is locked. */
  forget(): Promise<void>;
  /** Remembers the objects. @returns a function that restores exactly these objects */
  keep(): () => Promise<void>;
}

/** The objects of one bucket: each is a file in the folder, or all are only in memory (null). */
export function openObjectStore(folder: string | null): ObjectStore {
  const objects = new Map<string, StoredObject>();
  const fileOf = (key: string) => `${Buffer.from(key).toString("base64url")}.json`;
  if (folder !== null) {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder).filter((file) => file.endsWith(".json"))) {
      const object = objectSchema.parse(JSON.parse(readFileSync(join(folder, name), "utf8")));
      objects.set(object.key, object);
    }
  }
  const put = async (object: StoredObject) => {
    if (folder !== null) {
      await replaceFile(join(folder, fileOf(object.key)), JSON.stringify(object));
    }
    objects.set(object.key, object);
  };
  const forget = async () => {
    for (const key of [...objects.keys()]) {
      if (folder !== null) await rm(join(folder, fileOf(key)), { force: true });
      objects.delete(key);
    }
  };
  return {
    get: (key) => objects.get(key),
    keys: () => [...objects.keys()].sort(),
    put,
    forget,
    keep: () => {
      const kept = [...objects.values()];
      return async () => {
        await forget();
        for (const object of kept) await put(object);
      };
    },
  };
}
