import { readFile } from "node:fs/promises";
import * as z from "zod";
import { replaceFile } from "#infra/local/write-file.ts";
import { type Buses, busSchema } from "./bus.ts";

const fileSchema = z.strictObject({ version: z.literal(1), buses: z.array(busSchema) });

export interface BusStore {
  read(): Buses;
  /** Runs one change after the other on a copy; resolves once its result is on disk. */
  change<T>(decide: (buses: Buses) => T): Promise<T>;
  /** Resolves when no change is under way. */
  settled(): Promise<void>;
}

/** Opens the buses in that file, or in memory only (null). @throws Error if it is damaged */
export async function openBusStore(file: string | null): Promise<BusStore> {
  let current: Buses = file === null ? new Map() : await load(file);
  let last: Promise<unknown> = Promise.resolve();

  async function run<T>(decide: (buses: Buses) => T): Promise<T> {
    const next = structuredClone(current);
    const answer = decide(next);
    if (file !== null) {
      await replaceFile(file, JSON.stringify({ version: 1, buses: [...next.values()] }));
    }
    current = next;
    return answer;
  }

  return {
    read: () => current,
    change: (decide) => {
      const turn = last.then(() => run(decide));
      last = turn.catch(() => {});
      return turn;
    },
    settled: async () => {
      await last;
    },
  };
}

async function load(file: string): Promise<Buses> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Map();
    throw error;
  }
  const parsed = fileSchema.safeParse(jsonOf(text));
  if (!parsed.success) {
    const place = parsed.error.issues[0]?.path.join(".") || "its top level";
    throw new Error(
      `The event buses' file ${file} is damaged: ${place} is not what it should be; ` +
        "move it away or delete the state folder to start anew.",
    );
  }
  return new Map(parsed.data.buses.map((bus) => [bus.name, bus]));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
