import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeOneBundle } from "#infra/one-bundle.ts";
import { oneBundleFolder } from "#test/support/one-bundle-folder.ts";
import { type Commissioned, commission, requestReview } from "#test/support/review-fixture.ts";
import { type Cost, type CountedSystem, costOf, startCountedSystem } from "./counted-system.ts";
import { sequentialTrips, totalUnits } from "./counting-proxy.ts";
import { median } from "./measure.ts";
import { pick } from "./mode.ts";
import { compared, inMs, inUnit, type Row } from "./row.ts";

const ROUNDS = pick(200, 60);
/** Long enough for concurrent calls to overlap even on a busy machine. */
const HOLD_MS = 40;

/** What makes the functions those of before rows and links were signed. */
const UNSIGNED: readonly (readonly [file: string, find: RegExp, put: string])[] = [
  // Nothing is signed in a transaction, and no certificate is stored.
  [
    "functions.js",
    /(async function signed\d*\(actions\d*\) \{[\s\S]{0,300}?)const \[first\d*\] = inserts\d*;/,
    "$1const [first] = [];",
  ],
  // Neither a link nor a row is asked who signed it.
  ["functions.js", /(async function isGenuine\d*\(\{ link[^)]*\) \{)/, "$1 return true;"],
  ["common.js", /(function writerJudge\d*\(\w+\) \{)/, "$1 return async () => null;"],
];

function unsignedFunctions(): string {
  const folder = mkdtempSync(join(tmpdir(), "unsigned-"));
  cpSync(oneBundleFolder, folder, { recursive: true });
  for (const [file, find, put] of UNSIGNED) {
    const code = readFileSync(join(folder, file), "utf8");
    const changed = code.replace(find, put);
    if (changed === code) throw new Error(`${file} has no ${find}.`);
    writeFileSync(join(folder, file), changed);
  }
  return folder;
}

type Decision = Cost & { busyMs: number };

/** One decision, as counsel's page sends it. */
async function decide(system: CountedSystem, first: Commissioned): Promise<Decision> {
  const { token } = await requestReview(system, first);
  await system.api()("GET", `/counsel/review/${token}`);
  const started = process.cpuUsage();
  const body = { decision: "approved", comment: "As it is." };
  const cost = await costOf(system, async () => {
    const { status, text } = await system.api()("POST", `/counsel/review/${token}/decide`, body);
    if (status !== 200) throw new Error(text);
  });
  const { user, system: inKernel } = process.cpuUsage(started);
  return { ...cost, busyMs: (user + inKernel) / 1000 };
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

/** Decisions of both, by turns, so that other work on the machine meets both. */
export async function decideRows(): Promise<Row[]> {
  await writeOneBundle(oneBundleFolder);
  const folder = unsignedFunctions();
  const systems = [
    await startCountedSystem({}, undefined, oneBundleFolder),
    await startCountedSystem({}, undefined, folder),
  ];
  try {
    const firsts = await Promise.all(systems.map((system) => commission(system)));
    const turn = (of: number) => decide(systems[of] as CountedSystem, firsts[of] as Commissioned);
    const [first, before] = [await turn(0), await turn(1)];
    for (const { proxy } of systems) proxy.holdMs = HOLD_MS;
    const trips = [sequentialTrips((await turn(0)).calls), sequentialTrips((await turn(1)).calls)];
    for (const { proxy } of systems) proxy.holdMs = 0;
    const taken: [Decision[], Decision[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const of of round % 2 === 0 ? [0, 1] : [1, 0]) taken[of as 0 | 1].push(await turn(of));
    }
    const both = <T>(figure: (all: readonly Decision[]) => T): [T, T] => [
      figure(taken[0]),
      figure(taken[1]),
    ];
    const units = (all: readonly Decision[]): number =>
      median(all.map(({ calls }) => totalUnits(calls).read + totalUnits(calls).write));
    const row = (name: string, text: (figure: number) => string, [now, then]: [number, number]) =>
      compared(name, text, now, then);
    const plain = inUnit("");
    return [
      row("sequential round trips", plain, [trips[0] ?? 0, trips[1] ?? 0]),
      row("units, an instance's first row", plain, [units([first]), units([before])]),
      row("units, others", plain, both(units)),
      row(
        "processor time, median",
        inMs,
        both((all) => median(all.map(({ busyMs }) => busyMs))),
      ),
      row(
        "p50",
        inMs,
        both((all) =>
          percentile(
            all.map(({ ms }) => ms),
            0.5,
          ),
        ),
      ),
      row(
        "p99",
        inMs,
        both((all) =>
          percentile(
            all.map(({ ms }) => ms),
            0.99,
          ),
        ),
      ),
    ];
  } finally {
    for (const { close } of systems) await close();
    rmSync(folder, { recursive: true, force: true });
  }
}
