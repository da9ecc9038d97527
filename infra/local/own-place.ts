import { listenOnLoopback } from "./listen.ts";
import { holderOf } from "./state-folder.ts";

/** Where a run serves and keeps its state. */
interface OwnPlace {
  port: number;
  stateDir: string;
  /** What to tell the person who started the run; null: it uses the usual port and folder. */
  note: string | null;
}

const PORT = 3000;
const STATE_DIR = ".local";
/** How many runs of one clone get their own port and folder by default. */
const MAX_RUNS = 9;

/**
 * The requested port and state folder. A second run of the same clone without an explicit state
 * folder gets the next free one, and another port unless one was requested.
 * @throws Error with one sentence for an invalid port
 */
export async function ownPlace(asked: {
  PORT?: string | undefined;
  LOCAL_STATE_DIR?: string | undefined;
}): Promise<OwnPlace> {
  const port = portOf(asked.PORT || String(PORT));
  if (asked.LOCAL_STATE_DIR) return { port, stateDir: asked.LOCAL_STATE_DIR, note: null };
  const folders = Array.from({ length: MAX_RUNS }, (_, n) =>
    n === 0 ? STATE_DIR : `${STATE_DIR}-${n + 1}`,
  );
  const nth = folders.findIndex((folder) => holderOf(folder) === null);
  // If all are in use, the state folder's error names the process that holds it.
  if (nth <= 0) return { port, stateDir: STATE_DIR, note: null };
  const stateDir = folders[nth] as string;
  const own = asked.PORT ? port : await freePortFrom(PORT + nth);
  const note = `Process ${holderOf(STATE_DIR)} already runs here with its state in ${STATE_DIR}, so this run keeps its own in ${stateDir}${asked.PORT ? "" : `, and serves on port ${own}`}.`;
  return { port: own, stateDir, note };
}

function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error(`PORT is ${text}; it must be a whole number from 0 to 65535.`);
}

/** The first free port from `first` on; 0 (any free port) if the next 20 are taken. */
async function freePortFrom(first: number): Promise<number> {
  for (let port = first; port < first + 20; port += 1) {
    try {
      const { close } = await listenOnLoopback(() => {}, port);
      close();
      return port;
    } catch {
      // Taken: try the next one.
    }
  }
  return 0;
}
