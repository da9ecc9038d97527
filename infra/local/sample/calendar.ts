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

/**
 * In the order of their time, those of one day within minutes of its first: a run of the sequencer,
 * which is what filling takes most of its time for, then takes up the day as a whole.
 */
export function inSittings(happenings: readonly Happening[]): Happening[] {
  const sorted = happenings.toSorted((a, b) => a.day - b.day || a.minute - b.minute);
  let before: Happening | undefined;
  return sorted.map((one) => {
    const minute = before?.day === one.day ? before.minute + 1 : one.minute;
    before = { ...one, minute };
    return before;
  });
}
