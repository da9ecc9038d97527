import { setTimeout as pause } from "node:timers/promises";
import type { LogParts } from "#shared/domain/evidence/bundle.ts";

/** How often, and how long, we wait for a row. The log takes a row within about a minute. */
const PAUSE_MS = 1000;
const MAX_PAUSES = 300;
/** The most waiting rows to wait for at once. */
const MAX_ROWS = 1000;

/** Repeats the call until there is an answer. @throws Error with `otherwise` after five minutes */
export async function until<T>(ask: () => Promise<T | null>, otherwise: string): Promise<T> {
  for (let made = 0; made < MAX_PAUSES; made += 1) {
    const answer = await ask();
    if (answer !== null) return answer;
    await pause(PAUSE_MS);
  }
  throw new Error(`${otherwise} within five minutes. Run the same command again to go on.`);
}

export interface LogWaits {
  /** The text of a bundle, once the log proves each of its rows. */
  proven(load: () => Promise<string>): Promise<string>;
  /** Waits until a signed checkpoint covers every row that waits now. */
  caughtUp(): Promise<void>;
}

/**
 * Lets the log catch up with an export. After five minutes altogether the export goes on with what
 * there is: the log may be standing still, and the verifier says what it does not prove.
 */
export function logWaits(say: (line: string) => void): LogWaits {
  let made = 0;
  const mayGoOn = async (): Promise<boolean> => {
    if (made === MAX_PAUSES) return false;
    if (made === 0) say("Waiting for the evidence log to take the newest rows …");
    made += 1;
    await pause(PAUSE_MS);
    return true;
  };
  return {
    proven: async (load) => {
      let text = await load();
      while (!isProven(text) && (await mayGoOn())) text = await load();
      return text;
    },
    caughtUp: async () => {
      const { stillWaiting, waitingRows } = await import("#shared/store/log-outbox.ts");
      const { readLog } = await import("#shared/store/log.ts");
      let keys = (await waitingRows(MAX_ROWS)).rows.map(({ key }) => key);
      let size: number | null = null;
      do {
        keys = await stillWaiting(keys);
        const { head, checkpoint } = await readLog();
        if (keys.length === 0) size ??= head?.size ?? 0;
        if (size !== null && (checkpoint?.size ?? 0) >= size) return;
      } while (await mayGoOn());
    },
  };
}

const isProven = (bundle: string): boolean => {
  const { log } = JSON.parse(bundle) as LogParts;
  return log.proofs.every(({ log_proof }) => log_proof !== null);
};
