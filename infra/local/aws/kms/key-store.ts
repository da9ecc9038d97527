import { readFile } from "node:fs/promises";
import * as z from "zod";
import { replaceFile } from "#infra/local/write-file.ts";

const keySchema = z.strictObject({
  id: z.string(),
  description: z.string(),
  createdAt: z.number(),
  tags: z.array(z.strictObject({ TagKey: z.string(), TagValue: z.string() })),
  /** PKCS#8; the real service would never let it out. */
  privateKeyPem: z.string(),
});

const fileSchema = z.strictObject({ version: z.literal(1), keys: z.array(keySchema) });

export type LocalKey = z.infer<typeof keySchema>;

interface KeyStore {
  get(id: string): LocalKey | undefined;
  all(): readonly LocalKey[];
  /** Resolves once the key is on disk. */
  add(key: LocalKey): Promise<void>;
}

/** The signing keys in that file, or in memory only (null). Throws an Error if it is damaged. */
export async function openKeyStore(file: string | null): Promise<KeyStore> {
  const keys = new Map((file === null ? [] : await load(file)).map((key) => [key.id, key]));
  let last: Promise<unknown> = Promise.resolve();
  return {
    get: (id) => keys.get(id),
    all: () => [...keys.values()],
    add: (key) => {
      const turn = last.then(async () => {
        const next = [...keys.values(), key];
        if (file !== null) await replaceFile(file, JSON.stringify({ version: 1, keys: next }));
        keys.set(key.id, key);
      });
      last = turn.catch(() => {});
      return turn;
    },
  };
}

async function load(file: string): Promise<LocalKey[]> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  try {
    return fileSchema.parse(JSON.parse(text)).keys;
  } catch {
    // The parser's own message quotes the file, which is full of keys.
    throw new Error(
      `The file of signing keys ${file} is damaged; restore it, or delete the state folder to start anew.`,
    );
  }
}
