import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { startDatabase } from "#infra/local/aws/dynamodb/database.ts";
import type { RestoredTable } from "./restored-table.ts";

/** The endpoints of a running local run, and its table. */
export interface LocalRun {
  base_url: string;
  dynamodb: string;
  secretsmanager: string;
  s3: string;
  events: string;
  table_name: string;
  region: string;
  databaseFile: string;
}

/**
 * The local run that uses a state folder.
 * @throws Error with one sentence if there is none
 */
export function localRun(stateDir: string): LocalRun {
  const file = join(stateDir, "endpoints.json");
  const databaseFile = join(stateDir, "dynamodb.sqlite");
  if (!existsSync(file) || !existsSync(databaseFile)) {
    throw new Error(
      `No local run has its state in ${stateDir}; start one (npm start), or name its folder in LOCAL_STATE_DIR.`,
    );
  }
  return { ...JSON.parse(readFileSync(file, "utf8")), databaseFile };
}

/** Copies the current database of a local run, which keeps running. */
export async function copyDatabase({ databaseFile }: LocalRun, to: string): Promise<void> {
  const database = new DatabaseSync(databaseFile, { readOnly: true });
  try {
    await backup(database, to);
  } finally {
    database.close();
  }
}

/**
 * Starts a separate database on a copy of the local run's.
 * @param from an existing copy; null: one is made now
 */
export async function restoreCopy(run: LocalRun, from: string | null): Promise<RestoredTable> {
  if (from !== null && !existsSync(from)) throw new Error(`The copy ${from} does not exist.`);
  const folder = mkdtempSync(join(tmpdir(), "countersign-drill-"));
  const file = join(folder, "dynamodb.sqlite");
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  try {
    if (from === null) await copyDatabase(run, file);
    else copyFileSync(from, file);
    const { endpoint, close } = await startDatabase(file, run.table_name);
    const remove = async () => {
      await close();
      removeFolder();
    };
    return { endpoint, name: run.table_name, at: null, remove };
  } catch (error) {
    removeFolder();
    throw error;
  }
}
