import { readFile } from "node:fs/promises";
import * as z from "zod";
import { replaceFile } from "#infra/local/write-file.ts";

/** State that a service keeps between restarts. */
export interface StateFile<State> {
  read(): State;
  /** One after the other; resolves once `next` is on disk, unless it is the same object. */
  change<Answer>(decide: (state: State) => { answer: Answer; next: State }): Promise<Answer>;
  /** Resolves when the changes in progress are done. */
  idle(): Promise<void>;
}

interface Form<Kept, State> {
  /** The JSON file (mode 0600); null keeps the state in memory only. */
  file: string | null;
  /** What it holds, for the error message when it is damaged: `secrets`. */
  name: string;
  schema: z.ZodType<Kept>;
  read: (kept: Kept) => State;
  write: (state: State) => Kept;
  empty: State;
}

/**
 * Opens a service's state. Only one process may use a file.
 * @throws Error with one sentence when the file is damaged; it never quotes the file
 */
export async function openStateFile<Kept, State>(
  form: Form<Kept, State>,
): Promise<StateFile<State>> {
  const { file, empty, write } = form;
  let current = file === null ? empty : await load({ ...form, file });
  let last: Promise<unknown> = Promise.resolve();

  async function run<Answer>(
    decide: (state: State) => { answer: Answer; next: State },
  ): Promise<Answer> {
    const { answer, next } = decide(current);
    if (next !== current && file !== null) await replaceFile(file, JSON.stringify(write(next)));
    current = next;
    return answer;
  }

  return {
    read: () => current,
    change: (decide) => {
      const queued = last.then(() => run(decide));
      last = queued.catch(() => {});
      return queued;
    },
    idle: async () => {
      await last;
    },
  };
}

async function load<Kept, State>({
  file,
  name,
  schema,
  read,
  empty,
}: Form<Kept, State> & { file: string }): Promise<State> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return empty;
    throw damaged(name, file, `it cannot be read (${code})`);
  }
  const parsed = z.safeParse(schema, jsonOf(text, name, file));
  if (parsed.success) return read(parsed.data);
  const place = parsed.error.issues[0]?.path.join(".") || "its top level";
  throw damaged(name, file, `${place} is not as expected`);
}

function jsonOf(text: string, name: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the file, which may be full of secrets.
    throw damaged(name, file, "it is not JSON");
  }
}

const damaged = (name: string, file: string, reason: string): Error =>
  new Error(
    `The ${name} file ${file} is damaged: ${reason}; ` +
      "move it away or delete the state folder to start anew.",
  );
