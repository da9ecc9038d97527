import { readFile } from "node:fs/promises";
import * as z from "zod";
import { replaceFile } from "#infra/local/write-file.ts";

/** Entries that a service keeps across restarts, by their keys. */
export interface StateFile<Entry> {
  read(): ReadonlyMap<string, Entry>;
  /**
   * Runs one change at a time. `work` changes a copy, which replaces the entries once it is on disk; if
   * it throws, nothing has changed.
   */
  change<Answer>(work: (entries: Map<string, Entry>) => Answer): Promise<Answer>;
  /** Remembers the entries. @returns a function that restores them */
  keep(): () => Promise<void>;
  /** Resolves when the changes in progress are done. */
  idle(): Promise<void>;
}

interface Form<Entry> {
  /** The JSON file (mode 0600); null keeps the entries in memory only. */
  file: string | null;
  /** The name of its contents, for the error message when it is damaged: `event buses`. */
  name: string;
  /** The file's member that lists the entries. */
  member: string;
  schema: z.ZodType<Entry>;
  keyOf: (entry: Entry) => string;
}

/**
 * Opens a service's state. Only one process may use a file.
 * @throws Error with one sentence when the file is damaged; it never quotes the file
 */
export async function openStateFile<Entry>(form: Form<Entry>): Promise<StateFile<Entry>> {
  const { file, member, keyOf } = form;
  const kept = file === null ? [] : await load({ ...form, file });
  let current = new Map(kept.map((entry) => [keyOf(entry), entry]));
  let last: Promise<unknown> = Promise.resolve();

  async function run<Answer>(work: (entries: Map<string, Entry>) => Answer): Promise<Answer> {
    const next = structuredClone(current);
    const answer = work(next);
    const text = JSON.stringify({ version: 1, [member]: [...next.values()] });
    if (file !== null) await replaceFile(file, text);
    current = next;
    return answer;
  }

  const change: StateFile<Entry>["change"] = (work) => {
    const queued = last.then(() => run(work));
    last = queued.catch(() => {});
    return queued;
  };

  return {
    read: () => current,
    change,
    keep: () => {
      const kept = current;
      return () =>
        change((entries) => {
          entries.clear();
          for (const [key, entry] of kept) entries.set(key, entry);
        });
    },
    idle: async () => {
      await last;
    },
  };
}

async function load<Entry>(form: Form<Entry> & { file: string }): Promise<Entry[]> {
  const { file, name, member, schema } = form;
  const damaged = (reason: string): Error =>
    new Error(
      `The ${name} file ${file} is damaged: ${reason}; ` +
        "move it away or delete the state folder to start anew.",
    );
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw damaged(`it cannot be read (${error.code ?? "unknown"})`);
  });
  if (text === null) return [];
  const parsed = z
    .strictObject({ version: z.literal(1), [member]: z.array(schema) })
    .safeParse(jsonIn(text, damaged));
  if (parsed.success) return parsed.data[member] as Entry[];
  const place = parsed.error.issues[0]?.path.join(".") || "its top level";
  throw damaged(`${place} is not as expected`);
}

function jsonIn(text: string, damaged: (reason: string) => Error): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the file, which may be full of secrets.
    throw damaged("it is not JSON");
  }
}
