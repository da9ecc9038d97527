import type { LocalClock } from "#infra/local/clock.ts";

const DAY_MS = 86_400_000;

/** How many days before today the sample begins. */
export const DAYS = 182;

/** Something that happens at an instant of the sample's half year. */
export interface Happening {
  /** Days after the beginning, always fewer than {@link DAYS}. */
  day: number;
  /** Minutes after midnight UTC. */
  minute: number;
  run: () => Promise<unknown>;
}

/** Moves the local run's clock through the half year that ends now. */
export interface Calendar {
  /** Moves on to that instant. An instant that has already passed changes nothing. */
  to(day: number, minute: number): void;
  /** Moves the clock back to the time that it showed before. */
  end(): void;
}

/** Moves the clock to the midnight at which the half year begins. */
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

/** Quiet days between two days of the half year on which something may happen. */
const QUIET_DAYS = 2;
/** Minutes between two happenings of a sitting. */
const STEP_MINUTES = 1;

const sittingOf = (day: number): number =>
  Math.min(Math.ceil(day / (QUIET_DAYS + 1)) * (QUIET_DAYS + 1), DAYS - 1);

/**
 * Sorts happenings by time, and moves those of three days to the last of these days, minutes apart. One
 * run of the sequencer, on which filling spends most of its time, then handles them all together.
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
