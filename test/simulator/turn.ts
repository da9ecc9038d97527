import * as fc from "fast-check";
import type { Call, Fate, Plan } from "./calls.ts";
import { type CommandName, commands } from "./commands/all.ts";
import type { Attempt, World } from "./world.ts";

/** What happens between two checks: some callers act at once, and perhaps a fault occurs. */
export interface Turn {
  /** Seconds that pass before. */
  after: number;
  acts: readonly { do: CommandName; asked: unknown }[];
  /** Which function with a waiting call goes on, choice by choice. */
  order: readonly number[];
  /** What happens to the call of that number. A process ends only around a call that may write. */
  fault: { at: number; fate: Fate } | null;
  /** The functions restart before it. */
  isRestarted: boolean;
}

const actsNamed = (names: readonly CommandName[]) =>
  fc.oneof(
    ...names.map((name) => ({
      weight: commands[name].weight,
      arbitrary: commands[name].asked.map((asked) => ({ do: name, asked })),
    })),
  );
const act = actsNamed(Object.keys(commands) as CommandName[]);
const beginning = actsNamed(["request", "askPanel"]);

const MINUTE = 60;
const DAY = 86_400;

const turnOf = (acts: fc.Arbitrary<Turn["acts"]>): fc.Arbitrary<Turn> =>
  fc.record({
    after: fc.oneof(
      { weight: 6, arbitrary: fc.constant(30) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 5 }).map((days) => days * DAY) },
    ),
    acts,
    order: fc.array(fc.nat(5), { minLength: 12, maxLength: 12 }),
    fault: fc.option(
      fc.record({
        at: fc.nat(9),
        fate: fc.constantFrom<Fate>("dies before", "dies after", "is throttled"),
      }),
      { freq: 3 },
    ),
    isRestarted: fc.nat(9).map((n) => n === 0),
  });

/** A request comes first, so that there is something to do. */
const first = turnOf(fc.tuple(beginning));
const next = turnOf(
  fc.oneof(
    { weight: 3, arbitrary: fc.array(act, { minLength: 1, maxLength: 1 }) },
    { weight: 2, arbitrary: fc.array(act, { minLength: 2, maxLength: 3 }) },
  ),
);

/** What happens to one book, and the seed of everything that is left to chance. */
export interface Run {
  chance: number;
  turns: readonly Turn[];
}

export const runs: fc.Arbitrary<Run> = fc.record({
  chance: fc.nat(),
  turns: fc
    .tuple(first, fc.array(next, { minLength: 1, maxLength: 5, size: "max" }))
    .map(([one, others]) => [one, ...others]),
});

/** The plan of a turn. It says which function its fault struck, if the fault occurred. */
function planOf({ order, fault }: Turn): Plan & { struck: () => string | null } {
  let chosen = 0;
  let seen = 0;
  let struck: string | null = null;
  return {
    choose: (among) => {
      const next = (order[chosen % order.length] ?? 0) % among;
      chosen += 1;
      return next;
    },
    fateOf: ({ isWrite }: Call, unit): Fate => {
      if (fault === null || struck !== null) return "passes";
      if (fault.fate !== "is throttled" && !isWrite) return "passes";
      seen += 1;
      if (seen <= fault.at) return "passes";
      struck = unit;
      return fault.fate;
    },
    struck: () => struck,
  };
}

/** Whether a route may fail in a turn: only the function that the fault struck, or a job. */
const mayFail = (route: string, struck: string | null): boolean =>
  struck !== null && (route === struck || route.startsWith("/_local/schedules/"));

/** Plays a turn. @returns what was asked, and what came back */
export async function play(world: World, turn: Turn): Promise<Attempt[]> {
  const { calls } = world.ground;
  // The sequencer runs every minute, so no row waits for days to get into the log.
  if (turn.after > MINUTE) await world.run("sequence the log", "sequence-log");
  await world.wait(turn.after);
  if (turn.isRestarted) calls.restart();
  const plan = planOf(turn);
  world.isTroubled = turn.fault !== null;
  const clients = turn.acts.flatMap(({ do: name, asked }) => {
    const started = () => commands[name].take(world, asked) ?? Promise.resolve(null);
    return [started];
  });
  const attempts = (await calls.follow(plan, clients)).filter((one) => one !== null);
  world.isTroubled = false;
  const struck = plan.struck();
  if (struck !== null) world.faults += 1;
  if (struck === "runCourier") world.isCourierLost = true;
  for (const { act, failure } of attempts) {
    if (failure === undefined || mayFail(failure.route, struck)) continue;
    throw new Error(`${act}: ${failure.route} answered ${failure.text}, and no fault struck it.`);
  }
  for (const { act, about, said, status, code } of attempts) {
    calls.trace.push(`${act} ${world.name(about)} ${said ?? ""}: ${status} ${code ?? ""}`);
  }
  return attempts;
}
