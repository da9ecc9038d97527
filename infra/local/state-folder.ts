import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { needFreeDiskSpace, remedyOf } from "./free-disk-space.ts";
import { isOtherProcess } from "./other-process.ts";
import { TEMPORARY } from "./write-file.ts";

/** Holds how far the clock was moved. */
export const CLOCK_FILE = "clock-offset";

/** The space that a new state needs, including growth over some days of work. */
const FREE_MB = 20;
const ELSEWHERE = "another folder (`memory` keeps nothing)";
/** The form of a state folder's contents. A folder with another form is refused. */
const FORM = "4";

/** Where the local run keeps its state. */
export interface StateFolder {
  /** The path of a file or folder in it; null if no state is kept. */
  pathOf(name: string): string | null;
  /** Writes endpoints.json, which exists as long as the run lasts. */
  publish(endpoints: Record<string, string>): void;
  close(): void;
}

/**
 * `memory` keeps nothing; any other value is a folder, used by one run at a time.
 * @throws Error with one sentence for a folder that cannot be used, or that another run uses
 */
export function openStateFolder(setting: string): StateFolder {
  if (setting === "memory") return { pathOf: () => null, publish: () => {}, close: () => {} };
  const folder = resolve(setting);
  const lock = join(folder, "lock");
  const endpointsFile = join(folder, "endpoints.json");
  using(folder, () => makeFolder(folder));
  needFreeDiskSpace(folder, FREE_MB, `, or set LOCAL_STATE_DIR to ${ELSEWHERE}`);
  takeLock(lock, folder);
  try {
    using(folder, () => removeTemporaries(folder));
    refuseOtherForm(folder);
  } catch (error) {
    rmSync(lock, { force: true });
    throw error;
  }
  return {
    pathOf: (name) => join(folder, name),
    publish: (endpoints) => {
      const text = `${JSON.stringify(endpoints, null, 2)}\n`;
      using(folder, () => writeFileSync(endpointsFile, text));
    },
    close: () => {
      for (const file of [endpointsFile, lock]) {
        try {
          rmSync(file, { force: true });
        } catch {
          // The file is not ours, or the folder is gone: nothing to clean up.
        }
      }
    },
  };
}

/**
 * Refuses a state that an earlier version stored: its rows lack the signatures of those who wrote them.
 * @throws Error with one sentence
 */
function refuseOtherForm(folder: string): void {
  const file = join(folder, "form");
  const isNew = !existsSync(join(folder, "dynamodb.sqlite"));
  if (isNew) {
    using(folder, () => {
      writeFileSync(file, FORM);
      // Only the database was deleted: nothing is left that the moved clock belongs to.
      rmSync(join(folder, CLOCK_FILE), { force: true });
    });
  }
  const form = existsSync(file) ? readFileSync(file, "utf8") : null;
  if (form === FORM) return;
  throw new Error(
    `The state folder ${folder} was written by another version; delete it to start anew, or set LOCAL_STATE_DIR to ${ELSEWHERE}.`,
  );
}

/** Node's own `recursive` loops forever on a file system that cannot create folders (/proc). */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && statSync(folder).isDirectory()) return;
    if (code !== "ENOENT") throw error;
    makeFolder(dirname(folder));
    mkdirSync(folder);
  }
}

/** Removes the unfinished files of a killed run. Only the holder of the lock may do so. */
function removeTemporaries(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (name.endsWith(TEMPORARY)) rmSync(join(folder, name), { force: true });
  }
}

function using(folder: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    const { code = "unknown", path = folder } = error as NodeJS.ErrnoException;
    const remedy = remedyOf(code);
    throw new Error(
      `The state folder ${folder} cannot be used (${code} at ${path})${remedy === null ? "" : `; ${remedy}`}; or set LOCAL_STATE_DIR to ${ELSEWHERE}.`,
    );
  }
}

/** The process that uses a state folder; null if there is none or it is this process. */
export function holderOf(setting: string): string | null {
  try {
    const holder = readFileSync(join(resolve(setting), "lock"), "utf8");
    return isOtherProcess(holder) ? holder : null;
  } catch {
    return null;
  }
}

function takeLock(lock: string, folder: string): void {
  const take = (flag: "w" | "wx") => writeFileSync(lock, String(process.pid), { flag });
  try {
    take("wx");
  } catch {
    const holder = holderOf(folder);
    if (holder !== null) {
      throw new Error(
        `Another run (process ${holder}) is using the state folder ${folder}; stop it, or set LOCAL_STATE_DIR to another folder.`,
      );
    }
    // The lock belongs to a run that has ended, or writing shows what is wrong with the folder.
    using(folder, () => take("w"));
  }
}
