import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { distFolder } from "#infra/dist-folder.ts";
import { type FunctionUnit, functionUnits } from "#infra/functions.ts";
import { startDatabase } from "#infra/local/aws/dynamodb/database.ts";
import { startSecretsManager } from "#infra/local/aws/secrets-manager/secrets-manager.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { functionEvent } from "#test/support/function-event.ts";
import { median } from "./measure.ts";
import { pick } from "./mode.ts";
import type { Row } from "./row.ts";

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const TABLE = "bench-cold";
type MakeEvent = (id: string) => unknown;

export interface Start {
  /** Milliseconds from spawn to the answer. */
  tookMs: number;
  /** The thread's CPU time in milliseconds, which other load on the machine hardly affects. */
  busyMs: number;
}

interface Candidate {
  id: string;
  bundle: string;
  eventFile: string;
  /** One pair per round; the baseline starts just before. */
  pairs: { baseline: Start; own: Start }[];
  status: string;
}

/** Up to the first answer, given at the door (nobody signed in, no resource named). */
export const coldRows = (): Promise<Row[]> => measure(functionUnits, atTheDoor, bareHandler);

/** The most that the median function may take, relative to the minimal cost of a read. */
const MEDIAN_LIMIT = 1.75;

/**
 * The same with a request that reaches the table: what the first caller waits for, against the
 * minimal cost of a read.
 */
export async function firstCallRows(): Promise<Row[]> {
  const reading = functionUnits.filter(({ needs }) => needs.table !== undefined);
  const rows = await measure(reading, pastTheDoor, () => fileOf("./least-read.cjs"));
  const middle = rows[Math.floor(rows.length / 2)];
  return middle === undefined
    ? rows
    : [{ ...middle, name: `the median function: ${middle.name}`, limit: MEDIAN_LIMIT }, ...rows];
}

/** Measures every function in each round, each right after the baseline. */
async function measure(
  units: readonly FunctionUnit[],
  event: MakeEvent,
  baselineIn: (folder: string) => string,
): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-cold-"));
  const database = await startDatabase(null, TABLE);
  const secrets = await startSecretsManager({ file: null, now: Date.now });
  const env = environment(database.endpoint, secrets.url);
  try {
    const baseline = candidate("baseline", baselineIn(folder), folder, {});
    const candidates = units.map(({ id }) =>
      candidate(id, join(distFolder, id, "index.js"), folder, event(id)),
    );
    for (const each of [baseline, ...candidates]) await start(each, env);
    for (let round = 0; round < pick(25, 3); round += 1) {
      for (const each of candidates) {
        each.pairs.push({ baseline: await start(baseline, env), own: await start(each, env) });
      }
    }
    return candidates.map(rowOf).sort((a, b) => b.ratio - a.ratio);
  } finally {
    await Promise.all([database.close(), secrets.close()]);
    rmSync(folder, { recursive: true });
  }
}

const rowOf = ({ id, pairs, status }: Candidate): Row => ({
  name: id,
  value: `${medianMs(pairs.map(({ own }) => own))} (${status})`,
  baseline: medianMs(pairs.map(({ baseline }) => baseline)),
  ratio: median(pairs.map(({ own, baseline }) => own.tookMs / baseline.tookMs)),
});

export function medianMs(starts: readonly Start[]): string {
  const took = median(starts.map(({ tookMs }) => tookMs));
  const busy = median(starts.map(({ busyMs }) => busyMs));
  return `${took.toFixed(0)} ms, ${busy.toFixed(0)} busy`;
}

/** A handler that answers 200 and loads nothing. @returns its file */
export function bareHandler(folder: string): string {
  const file = join(folder, "bare.cjs");
  writeFileSync(file, 'exports.handler = async () => ({ statusCode: 200, body: "ok" });\n');
  return file;
}

export function candidate(id: string, bundle: string, folder: string, event: unknown): Candidate {
  const eventFile = join(folder, `${id}.json`);
  writeFileSync(eventFile, JSON.stringify(event));
  return { id, bundle, eventFile, pairs: [], status: "" };
}

const SOMEBODY = "00000000-0000-4000-8000-000000000001";

/** Somebody with every permission. */
const mayAll = {
  sub: SOMEBODY,
  is_platform_admin: "true",
  tenant_id: SOMEBODY,
  org_role: "admin",
};

/**
 * An unauthenticated request for no resource, or an event that names no run. The issuer's public
 * documents and the expiry job have no door: their first answer comes from the table.
 */
function atTheDoor(id: string): unknown {
  if (id === "discoveryWorker") return { "detail-type": "DiscoveryJobQueued", detail: {} };
  return eventOf(id, {}, null);
}

/** A request by somebody with every permission, for a resource that does not exist. */
function pastTheDoor(id: string): unknown {
  const path = allRoutes.find((route) => route.id === id)?.path ?? "";
  const names = [...path.matchAll(/\{([a-z_]+)\+?\}/g)].map(([, name = ""]) => name);
  return eventOf(id, Object.fromEntries(names.map((name) => [name, SOMEBODY])));
}

/** The event of a request to an operation, by somebody who may; a job's is empty. */
export function eventOf(
  id: string,
  params: Record<string, string>,
  claims: Record<string, string> | null = mayAll,
): unknown {
  const route = allRoutes.find((entry) => entry.id === id);
  if (route === undefined) return {};
  const { method, path } = route;
  const body = method === "GET" || method === "OPTIONS" ? undefined : {};
  return functionEvent({ method, path, params, body, ...(claims && { claims }) });
}

export const environment = (dynamodb: string, secretsmanager: string): Record<string, string> => ({
  TABLE_NAME: TABLE,
  STAGE: "test",
  CURSOR_KEY: "cursors-of-the-bench",
  BASE_URL: "http://127.0.0.1:9",
  AWS_REGION: "us-east-1",
  AWS_ACCESS_KEY_ID: "bench",
  AWS_SECRET_ACCESS_KEY: "bench",
  AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: secretsmanager,
});

/** Starts a process, waits for its answer and records the answer's status. */
export function start(each: Candidate, env: Record<string, string>): Promise<Start> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const driver = [fileOf("./cold-driver.cjs"), each.bundle, each.eventFile];
    const child = spawn(process.execPath, driver, { env });
    let started: Start | undefined;
    let fault = "";
    child.stdout.once("data", (chunk) => {
      const tookMs = performance.now() - startedAt;
      const { answer, busyMs } = JSON.parse(String(chunk));
      started = { tookMs, busyMs };
      each.status = answer;
    });
    child.stderr.on("data", (chunk) => {
      fault += chunk;
    });
    child.once("close", () => {
      if (started !== undefined) resolve(started);
      else reject(new Error(`${each.id} gave no answer: ${fault.slice(0, 500)}`));
    });
  });
}
