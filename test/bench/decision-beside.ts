import { type ChildProcess, fork } from "node:child_process";
import { copyFileSync, rmSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildFunctions } from "#infra/build.ts";
import { commission, requestReview } from "#test/support/review-fixture.ts";
import { costOf, startCountedSystem } from "./counted-system.ts";
import { sequentialTrips, totalUnits } from "./counting-proxy.ts";
import { median } from "./measure.ts";

/*
 * Compares a decision's cost in this checkout and in another one, by turns in one run: `node
 * bin/run.mjs test/bench/decision-beside.ts <folder of the other checkout, installed> [rounds]`. The
 * last result is in docs/contributing/evidence-figures.md.
 */

/** Long enough for concurrent calls to overlap even on a busy machine. */
const HOLD_MS = 40;

interface Decision {
  ms: number;
  busyMs: number;
  trips: number;
  units: number;
}

/** In a process of one checkout, each message asks for one decision, with answers held or not. */
async function decideWhenAsked(): Promise<void> {
  await buildFunctions();
  const system = await startCountedSystem();
  const first = await commission(system);
  process.on("message", async (isHeld: boolean) => {
    const { token } = await requestReview(system, first);
    await system.api()("GET", `/counsel/review/${token}`);
    system.proxy.holdMs = isHeld ? HOLD_MS : 0;
    const body = { decision: "approved", comment: "As it is." };
    const before = process.cpuUsage();
    const { ms, value, calls } = await costOf(system, () =>
      system.api()("POST", `/counsel/review/${token}/decide`, body),
    );
    const { user, system: kernel } = process.cpuUsage(before);
    system.proxy.holdMs = 0;
    if (value.status !== 200) throw new Error(value.text);
    const own = calls.filter(({ caller }) => caller === "decideReview");
    const { read, write } = totalUnits(own);
    const trips = sequentialTrips(own);
    process.send?.({ ms, busyMs: (user + kernel) / 1000, trips, units: read + write });
  });
  process.send?.("ready");
}

const answerOf = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    child.once("message", (message) => resolve(message as T));
    child.once("exit", () => reject(new Error("A checkout's process has ended.")));
  });

const share = (values: readonly number[], of: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * of) - 1] ?? Number.NaN;

async function compare(other: string, rounds: number): Promise<void> {
  const own = fileURLToPath(import.meta.url);
  const copy = `${other}/test/bench/decision-beside.ts`;
  copyFileSync(own, copy);
  const children = [own, copy].map((file) =>
    fork(file, ["--child"], { cwd: fileURLToPath(new URL("../..", pathToFileURL(file))) }),
  );
  try {
    await Promise.all(children.map((child) => answerOf(child)));
    const turn = (child: ChildProcess, isHeld = false): Promise<Decision> => {
      child.send(isHeld);
      return answerOf<Decision>(child);
    };
    const firsts: Decision[] = [];
    for (const child of children) firsts.push(await turn(child, true));
    const later: Decision[] = [];
    for (const child of children) later.push(await turn(child, true));
    const taken: Decision[][] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      for (const of of round % 2 === 0 ? [0, 1] : [1, 0]) {
        taken[of]?.push(await turn(children[of] as ChildProcess));
      }
    }
    const say = (what: string, figures: readonly number[], digits = 1) => {
      const [now = 0, before = 0] = figures;
      console.log(
        `| ${what} | ${now.toFixed(digits)} | ${before.toFixed(digits)} | ${(now / before).toFixed(2)} |`,
      );
    };
    console.log("| a decision | here | there | ratio |\n|---|---|---|---|");
    say(
      "round trips, first of an instance",
      firsts.map(({ trips }) => trips),
      0,
    );
    say(
      "round trips, others",
      later.map(({ trips }) => trips),
      0,
    );
    say(
      "units, first of an instance",
      firsts.map(({ units }) => units),
    );
    say(
      "units, others",
      later.map(({ units }) => units),
    );
    say(
      "processor, median ms",
      taken.map((all) => median(all.map(({ busyMs }) => busyMs))),
    );
    say(
      "p50 ms",
      taken.map((all) =>
        share(
          all.map(({ ms }) => ms),
          0.5,
        ),
      ),
    );
    say(
      "p99 ms",
      taken.map((all) =>
        share(
          all.map(({ ms }) => ms),
          0.99,
        ),
      ),
    );
  } finally {
    for (const child of children) child.kill();
    rmSync(copy);
  }
}

const [, , asked = "", rounds = "300"] = process.argv;
if (asked === "--child") await decideWhenAsked();
else await compare(asked, Number(rounds));
