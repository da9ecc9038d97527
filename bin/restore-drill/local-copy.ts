import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { startDatabase } from "#infra/local/aws/dynamodb/database.ts";
import type { LocalRun } from "../aws/local-run.ts";
import type { RestoredTable } from "./restored-table.ts";

const databaseOf = ({ folder }: LocalRun): string => join(folder, "dynamodb.sqlite");

/** Copies the current database of a local run, which keeps running. */
export async function copyDatabase(run: LocalRun, to: string): Promise<void> {
  const database = new DatabaseSync(databaseOf(run), { readOnly: true });
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
