import { type Job, jobs } from "#shared/routes/contract/jobs.ts";
import type { LocalClock } from "./clock.ts";
import type { Runtime } from "./runtime/runtime.ts";

export interface Schedules {
  names: readonly string[];
  /** Runs a schedule's function now, without waiting for its time, and returns its result. */
  run(name: string): Promise<unknown>;
  /** After the clock moved: runs every due schedule once. @param since ms since the epoch */
  moved(since: number): Promise<void>;
  close(): void;
}

interface Options {
  settings: Readonly<Record<string, string | undefined>>;
  areSchedulesByHand?: boolean;
}

type Scheduled = Job & { schedule: NonNullable<Job["schedule"]> };

const isScheduled = (job: Job): job is Scheduled => job.schedule !== undefined;

/**
 * Runs every schedule by the local clock at whole multiples of its interval (a daily one at
 * midnight UTC), unless an option switches it off or all are run manually. Schedules that are
 * switched off can still be run manually.
 */
export function startSchedules(
  runtime: Runtime,
  clock: LocalClock,
  { settings, areSchedulesByHand = false }: Options,
  onError: (error: unknown) => void,
): Schedules {
  const scheduled = (Object.values(jobs) as readonly Job[]).filter(isScheduled);
  const timers = new Map<string, NodeJS.Timeout>();

  const run = (job: Scheduled, type: "Scheduled Event" | "Run By Hand") =>
    runtime.invoke(job.id, {
      "detail-type": type,
      source: "aws.events",
      time: new Date(clock.now()).toISOString(),
    });

  const arm = (job: Scheduled): void => {
    const interval = job.schedule.everyMinutes * 60_000;
    const wait = interval - (clock.now() % interval);
    clearTimeout(timers.get(job.id));
    const fire = () => {
      run(job, "Scheduled Event").catch(onError);
      arm(job);
    };
    timers.set(job.id, setTimeout(fire, wait).unref());
  };

  const isOn = ({ schedule: { option } }: Scheduled): boolean =>
    option === undefined || (settings[option.name] || String(option.local)) === "true";
  const armed = areSchedulesByHand ? [] : scheduled.filter(isOn);
  armed.forEach(arm);
  return {
    names: scheduled.map((job) => job.schedule.name),
    run: (name) => {
      const job = scheduled.find((entry) => entry.schedule.name === name);
      if (job === undefined) throw new Error(`There is no schedule ${name}.`);
      return run(job, "Run By Hand");
    },
    moved: async (since) => {
      armed.forEach(arm);
      const now = clock.now();
      for (const job of armed) {
        const interval = job.schedule.everyMinutes * 60_000;
        if (Math.floor(since / interval) < Math.floor(now / interval)) {
          await run(job, "Run By Hand").catch(onError);
        }
      }
    },
    close: () => timers.forEach(clearTimeout),
  };
}
