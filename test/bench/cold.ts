import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundleOptions, inOneFile } from "#infra/build.ts";
import { distFolder } from "#infra/dist-folder.ts";
import { type FunctionUnit, functionUnits } from "#infra/functions.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { provisionIssuer } from "#test/support/cloudc-fixture.ts";
import { functionEvent } from "#test/support/function-event.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { type CountedSystem, startCountedSystem } from "./counted-system.ts";
import { median } from "./measure.ts";
import { pick } from "./mode.ts";
import type { Row } from "./row.ts";

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
/** All take turns, so that other work on the machine affects all of them. */
const ROUNDS = 5;
type MakeEvent = (id: string) => unknown;

export interface Start {
  /** Milliseconds from spawn to the answer. */
  tookMs: number;
  /** The thread's CPU time in milliseconds, which other load on the machine hardly affects. */
  busyMs: number;
}

export type Environment = Record<string, string>;

interface Candidate {
  id: string;
  bundle: string;
  env: Environment;
  eventFile: string;
  /** One per round; the baselines, in their order, start just before. */
  rounds: { baselines: Start[]; own: Start }[];
  status: string;
}

/** The time to the first answer, given at the door (nobody signed in, no resource named). */
export async function coldRows(): Promise<Row[]> {
  const candidates = await measure(functionUnits, atTheDoor, (folder) => [bareHandler(folder)]);
  const reading = new Set(readingUnits.map(({ id }) => id));
  const isDoorless = ({ id, status }: Candidate) =>
    status === "done" || (status === "200" && reading.has(id));
  const [doorless, others] = [true, false].map((is) =>
    candidates.filter((one) => isDoorless(one) === is),
  );
  return [
    ...rowsBeside(others ?? [], 0),
    ...rowsBeside(doorless ?? [], 0).map((row) => ({ ...row, ratio: Number.NaN })),
  ];
}

/** The functions whose first answer can come from the table. */
export const readingUnits = functionUnits.filter(({ needs }) => needs.table !== undefined);

/** The limits for the median function and for each one, relative to the minimal cost of a read. */
const OF_A_READ = { median: 1.75, any: 2.1 };
/** The same, relative to that cost with the packages that every function has. */
const OF_THE_PACKAGES = { median: 1.1, any: 1.4 };

/**
 * The same with a request that reaches the table: how long the first caller waits, relative to the
 * minimal cost of a read, and to its minimal cost with the packages that every function has.
 */
export async function firstCallRows(): Promise<Row[]> {
  const baselinesIn = async (folder: string) => [
    fileOf("./least-read.cjs"),
    await leastWithPackages(folder),
  ];
  const candidates = await measure(readingUnits, pastTheDoor, baselinesIn, requireAnswers);
  const beside = (name: string, of: number, limits: typeof OF_A_READ): Row[] => {
    const rows = rowsBeside(candidates, of).map((row) => ({ ...row, limit: limits.any }));
    const middle = rows[Math.floor(rows.length / 2)];
    const named = rows.map((row) => ({ ...row, name: `${row.name}${name}` }));
    return middle === undefined
      ? named
      : [
          { ...middle, name: `the median function${name}: ${middle.name}`, limit: limits.median },
          ...named,
        ];
  };
  return [...beside("", 0, OF_A_READ), ...beside(", beside the packages", 1, OF_THE_PACKAGES)];
}

/** Bundles it as functions are bundled. @returns its file */
export async function leastWithPackages(folder: string): Promise<string> {
  const outfile = join(folder, "packages.cjs");
  const entryPoints = [fileOf("./least-packages.ts")];
  await build({ ...bundleOptions, ...inOneFile, entryPoints, outfile });
  return outfile;
}

/** Measures every function in each round, each right after the baselines. */
async function measure(
  units: readonly FunctionUnit[],
  event: MakeEvent,
  baselinesIn: BaselinesIn,
  require: (candidates: readonly Candidate[]) => void = () => {},
): Promise<Candidate[]> {
  const { baselines, candidates, close } = await prepared(units, event, baselinesIn);
  try {
    for (const each of [...baselines, ...candidates]) await start(each);
    require(candidates);
    for (let round = 0; round < pick(ROUNDS, 3); round += 1) {
      for (const each of candidates) {
        const before: Start[] = [];
        for (const baseline of baselines) before.push(await start(baseline));
        each.rounds.push({ baselines: before, own: await start(each) });
      }
    }
    return candidates;
  } finally {
    await close();
  }
}

type BaselinesIn = (folder: string) => string[] | Promise<string[]>;

/** A system with an issuer, and the candidates that start beside it. */
export async function prepared(
  units: readonly FunctionUnit[],
  event: MakeEvent,
  baselinesIn: BaselinesIn,
) {
  const folder = mkdtempSync(join(tmpdir(), "bench-cold-"));
  const system = await startCountedSystem({ WORKER_INVOKE_ENABLED: "false" });
  const close = async () => {
    await system.close();
    rmSync(folder, { recursive: true });
  };
  await provisionIssuer(system);
  for (const slot of ["sourcehost-webhook-secret", "cloudb-eventbus-webhook-secret"]) {
    await expectStatus(system.admin("POST", `/admin/setup/${slot}/provision-secret`), 200);
  }
  const [lent] = units.filter(({ needs }) => needs.table !== undefined);
  if (lent === undefined) throw new Error("No function reads the table.");
  const baselines = (await baselinesIn(folder)).map((bundle, i) =>
    candidate(`baseline-${i}`, bundle, folder, BARE_EVENT, environmentIn(system, lent)),
  );
  const candidates = units.map((unit) => {
    const bundle = join(distFolder, unit.id, "index.js");
    return candidate(unit.id, bundle, folder, event(unit.id), environmentIn(system, unit));
  });
  return { baselines, candidates, close };
}

/**
 * A function that fails does not reach what is measured. The one that forwards events is an exception:
 * it throws when the webhook refuses an event, so that the event is sent again.
 */
function requireAnswers(candidates: readonly Candidate[]): void {
  const failed = candidates.filter(
    ({ id, status }) => /^5|^refused/.test(status) && id !== "forwardCustomerEvent",
  );
  if (failed.length === 0) return;
  const named = failed.map(({ id, status }) => `${id} (${status})`).join(", ");
  throw new Error(`These functions fail, so their first answer tells nothing: ${named}.`);
}

/** Rows with the highest ratio first. @param of the index of the baseline */
const rowsBeside = (candidates: readonly Candidate[], of: number): Row[] =>
  candidates.map((each) => rowOf(each, of)).sort((a, b) => b.ratio - a.ratio);

function rowOf({ id, rounds, status }: Candidate, of: number): Row {
  const pairs = rounds.flatMap(({ baselines, own }) => {
    const baseline = baselines[of];
    return baseline === undefined ? [] : [{ baseline, own }];
  });
  return {
    name: id,
    value: `${medianMs(pairs.map(({ own }) => own))} (${status})`,
    baseline: medianMs(pairs.map(({ baseline }) => baseline)),
    ratio: median(pairs.map(({ own, baseline }) => own.tookMs / baseline.tookMs)),
  };
}

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

export function candidate(
  id: string,
  bundle: string,
  folder: string,
  event: unknown,
  env: Environment,
): Candidate {
  const eventFile = join(folder, `${id}.json`);
  writeFileSync(eventFile, JSON.stringify(event));
  return { id, bundle, env, eventFile, rounds: [], status: "" };
}

const BARE_EVENT = { headers: { "content-type": "application/json" }, body: "{}" };
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

/** The events of jobs that are told something, about nothing that exists. */
const jobEvents: Readonly<Record<string, unknown>> = {
  forwardCustomerEvent: { tenant_id: SOMEBODY, event: { id: SOMEBODY, source: "aws.ecs" } },
  recordDeparture: { detail: { told: "removed", tenant_id: SOMEBODY, counts: {} } },
};

/** A request by somebody with every permission, for a resource that does not exist. */
export function pastTheDoor(id: string): unknown {
  const told = jobEvents[id];
  if (told !== undefined) return told;
  const path = allRoutes.find((route) => route.id === id)?.path ?? "";
  const names = [...path.matchAll(/\{([a-z_]+)\+?\}/g)].map(([, name = ""]) => name);
  return eventOf(id, Object.fromEntries(names.map((name) => [name, SOMEBODY])));
}

/** The event of a permitted request to an operation. A job's event is empty. */
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

/** The environment of a function of the system. The function reaches the database directly. */
export const environmentIn = (system: CountedSystem, unit: FunctionUnit): Environment => ({
  ...system.environmentOf(unit),
  AWS_ENDPOINT_URL_DYNAMODB: system.proxy.target,
});

/** Starts a process, waits for its answer and records the answer's status. */
export async function start(each: Candidate): Promise<Start> {
  const { said, tookMs } = await drive<{ answer: string; busyMs: number }>(
    "./cold-driver.cjs",
    each,
  );
  each.status = said.answer;
  return { tookMs, busyMs: said.busyMs };
}

/** Runs a driver with a function's bundle and event. @returns what it prints, and when */
export function drive<Said>(
  driver: string,
  { id, bundle, eventFile, env }: Candidate,
): Promise<{ said: Said; tookMs: number }> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, [fileOf(driver), bundle, eventFile], { env });
    let heard: { said: Said; tookMs: number } | undefined;
    let fault = "";
    child.stdout.once("data", (chunk) => {
      const tookMs = performance.now() - startedAt;
      heard = { said: JSON.parse(String(chunk)), tookMs };
    });
    child.stderr.on("data", (chunk) => {
      fault += chunk;
    });
    child.once("close", () => {
      if (heard !== undefined) resolve(heard);
      else reject(new Error(`${id} gave no answer: ${fault.slice(0, 500)}`));
    });
  });
}
