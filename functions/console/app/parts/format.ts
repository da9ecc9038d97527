import { withInstants } from "#shared/domain/standing/day-text.ts";
import { visibleLine } from "#shared/domain/text/text.ts";

/** A typed day or time as an instant in UTC; anything that is not a date is returned unchanged. */
export function asInstant(text: string): string {
  const date = new Date(text);
  return text === "" || Number.isNaN(date.getTime()) ? text : date.toISOString();
}

/** An instant in the form that date and time fields take, in the reader's zone. */
export function inField(instant: Date): string {
  const local = instant.getTime() - instant.getTimezoneOffset() * 60_000;
  return new Date(local).toISOString().slice(0, 16);
}

/** One line of external text, with hidden characters made visible. */
export const line = (text: string | null | undefined): string => visibleLine(text ?? "");

/** Those of several texts that are not empty, in one line. */
export const joined = (...texts: (string | null | undefined)[]): string =>
  line(texts.filter(Boolean).join(" · "));

/** The form of days in sentences: `19 October 2026`. */
const timeOnly = new Intl.DateTimeFormat("en-GB", { timeStyle: "short" });
const dateOnly = new Intl.DateTimeFormat("en-GB", { dateStyle: "long" });
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** `19 October 2026, 09:20`. */
export const localTime = (iso: string): string =>
  `${localDate(iso)}, ${timeOnly.format(new Date(iso))}`;
export const localDate = (iso: string): string => dateOnly.format(new Date(iso));
/** A sentence from the service, with its instants shown like all others. */
export const told = (sentence: string | null | undefined): string =>
  withInstants(line(sentence), localTime);

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** `in 3 days`, `2 hours ago`, `this minute`. */
export function fromNow(iso: string, now = Date.now()): string {
  const ms = Date.parse(iso) - now;
  const [unit, size] = units.find(([, length]) => Math.abs(ms) >= length) ?? units[2];
  return relative.format(Math.trunc(ms / size), unit);
}

/** US dollars, to a hundredth of a cent, because extractor calls cost that little. */
export const dollars = new Intl.NumberFormat("en", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 4,
});

/** `approved_with_changes` in words: `approved with changes`. */
export const words = (code: string): string => code.replaceAll("_", " ");

export const titled = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
