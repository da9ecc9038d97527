import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Where the local run keeps its state; null fields when nothing is kept. */
export interface StateFolder {
  databaseFile: string | null;
  secretsFile: string | null;
  publish(endpoints: Record<string, string>): void;
  close(): void;
}

/** `memory` keeps nothing; any other value is a folder, used by one run at a time. */
export function openStateFolder(setting: string): StateFolder {
  if (setting === "memory") {
    return { databaseFile: null, secretsFile: null, publish: () => {}, close: () => {} };
  }
  const folder = resolve(setting);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    const reason = (error as { code?: string }).code ?? "unknown";
    throw new Error(`The state folder ${folder} cannot be used (${reason}).`);
  }
  const lock = join(folder, "lock");
  const endpointsFile = join(folder, "endpoints.json");
  takeLock(lock, folder);
  return {
    databaseFile: join(folder, "dynamodb.sqlite"),
    secretsFile: join(folder, "secrets.json"),
    publish: (endpoints) => writeFileSync(endpointsFile, `${JSON.stringify(endpoints, null, 2)}\n`),
    close: () => {
      rmSync(endpointsFile, { force: true });
      rmSync(lock, { force: true });
    },
  };
}

function takeLock(lock: string, folder: string): void {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
  } catch {
    const holder = Number(readFileSync(lock, "utf8"));
    if (holder !== process.pid && isAlive(holder)) {
      throw new Error(`Another run (process ${holder}) is using the state folder ${folder}.`);
    }
    writeFileSync(lock, String(process.pid));
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}
