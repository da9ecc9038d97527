import { readableLine } from "./readable-line.ts";

/** Where a run reports what it does. */
export interface Terminal {
  /** A log line of the functions or of the local run (JSON). */
  log(line: string): void;
  /** A sentence to the person who started the run. */
  say(text: string): void;
  /** Reports a long step and how long it took. */
  during<T>(what: string, work: () => Promise<T>): Promise<T>;
  /** Call this just before the addresses are printed. From then on, requests get a line each. */
  serves(): void;
}

interface Options {
  out: Pick<NodeJS.WriteStream, "write" | "isTTY">;
  /** `json`: log lines as AWS gets them, on a terminal too. */
  format: string | undefined;
}

/** On a terminal, log lines for people; in a pipe, the JSON that AWS gets. */
export function openTerminal({ out, format }: Options): Terminal {
  const isForPeople = out.isTTY && format !== "json";
  let isServing = false;
  const say = (text: string): void => {
    out.write(`${text}\n`);
  };
  return {
    say,
    serves: () => {
      isServing = true;
    },
    log: (line) => {
      if (!isForPeople) return say(line);
      const text = readableLine(line, new Date());
      // The run's own first calls would only push the addresses off the screen, unless they fail.
      if (text !== null && (isServing || isTrouble(line))) say(text);
    },
    during: async (what, work) => {
      const startedAt = performance.now();
      const seconds = () => Math.round((performance.now() - startedAt) / 1000);
      if (!isForPeople) say(`${what} ...`);
      const show = () => {
        out.write(`\r${what} ... ${seconds()} s`);
      };
      const ticking = isForPeople ? setInterval(show, 1000) : undefined;
      if (isForPeople) show();
      try {
        return await work();
      } finally {
        clearInterval(ticking);
        if (isForPeople) say(`\r${what} ... ${seconds()} s`);
      }
    },
  };
}

const isTrouble = (line: string): boolean => /^\{"level":"(?:warn|error)"/.test(line);
