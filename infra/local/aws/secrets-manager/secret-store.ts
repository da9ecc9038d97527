import { readFile } from "node:fs/promises";
import * as z from "zod";
import { replaceFile } from "#infra/local/write-file.ts";
import { type Secrets, secretSchema } from "./secret.ts";

const fileSchema = z.strictObject({ version: z.literal(1), secrets: z.array(secretSchema) });

/** What a write decides: its answer and all secrets afterwards (the same map: write nothing). */
export type Change = { answer: unknown; next: Secrets };

interface SecretStore {
  /** The secrets that exist at that time (ms since the epoch). */
  read(at: number): Secrets;
  /** Runs one change after the other; resolves once its result is on disk. */
  change(at: number, decide: (secrets: Secrets) => Change): Promise<unknown>;
  /** Resolves when no change is under way. */
  settled(): Promise<void>;
}

/** Opens the secrets in that file, or in memory only (null). Throws an Error if it is damaged. */
export async function openSecretStore(file: string | null): Promise<SecretStore> {
  let current = file === null ? new Map() : await load(file);
  let last: Promise<unknown> = Promise.resolve();

  async function run(at: number, decide: (secrets: Secrets) => Change): Promise<unknown> {
    const before = existing(current, at);
    const { answer, next } = decide(before);
    if (next !== before) {
      if (file !== null) {
        await replaceFile(file, JSON.stringify({ version: 1, secrets: [...next.values()] }));
      }
      current = next;
    }
    return answer;
  }

  return {
    read: (at) => existing(current, at),
    change: (at, decide) => {
      const turn = last.then(() => run(at, decide));
      last = turn.catch(() => {});
      return turn;
    },
    settled: async () => {
      await last;
    },
  };
}

function existing(secrets: Secrets, at: number): Secrets {
  return new Map(
    [...secrets].filter(([, { deletionAt }]) => deletionAt === null || deletionAt > at),
  );
}

async function load(file: string): Promise<Secrets> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return new Map();
    throw damaged(file, `it cannot be read (${code})`);
  }
  const parsed = fileSchema.safeParse(parseJson(text, file));
  if (!parsed.success) {
    const place = parsed.error.issues[0]?.path.join(".") || "its top level";
    throw damaged(file, `${place} is not what it should be`);
  }
  return new Map(parsed.data.secrets.map((secret) => [secret.name, secret]));
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the file, which is full of secrets.
    throw damaged(file, "it is not JSON");
  }
}

function damaged(file: string, reason: string): Error {
  const advice = "move it away or delete the state folder to start anew.";
  return new Error(`The secrets file ${file} is damaged: ${reason}; ${advice}`);
}
