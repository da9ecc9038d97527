import type { LocalClock } from "#infra/local/clock.ts";

const DAY_MS = 86_400_000;

/** How many days before today the sample begins. */
export const DAYS = 182;

/** Something that happens at an instant of the sample's half year. */
export interface Happening {
  /** Days after the beginning; the last one is before {@link DAYS}. */
  day: number;
  /** Minutes after midnight UTC. */
  minute: number;
  run: () => Promise<unknown>;
}

/** Moves the local run's clock through the half year that ends now. */
export interface Calendar {
  /** Moves on to that instant; one that has passed already changes nothing. */
  to(day: number, minute: number): void;
  /** Back to the time that the clock showed before. */
  end(): void;
}

/** Moves the clock to the midnight with which the half year begins. */
export function openCalendar(clock: LocalClock): Calendar {
  const start = (Math.floor(clock.now() / DAY_MS) - DAYS) * DAY_MS;
  const moveTo = (instant: number) => clock.advance((instant - clock.now()) / 1000);
  const before = clock.offset[0] ?? 0;
  moveTo(start);
  return {
    to: (day, minute) => {
      const instant = start + day * DAY_MS + minute * 60_000;
      if (instant > clock.now()) moveTo(instant);
    },
    end: () => clock.advance((before - (clock.offset[0] ?? 0)) / 1000),
  };
}

/** Days of the half year on which nothing happens, between two on which something may. */
const QUIET_DAYS = 2;
/** From one happening of a sitting to the next. */
const STEP_MINUTES = 1;

const sittingOf = (day: number): number =>
  Math.min(Math.ceil(day / (QUIET_DAYS + 1)) * (QUIET_DAYS + 1), DAYS - 1);

/**
 * In the order of their time, those of three days within minutes on the last of them: a run of the
 * sequencer, which is what filling takes most of its time for, then takes them up as a whole.
 */
export function inSittings(happenings: readonly Happening[]): Happening[] {
  const sorted = happenings.toSorted((a, b) => a.day - b.day || a.minute - b.minute);
  let before: Happening | undefined;
  return sorted.map((one) => {
    const day = sittingOf(one.day);
    const minute = before?.day === day ? before.minute + STEP_MINUTES : one.minute;
    before = { ...one, day, minute };
    return before;
  });
}
