/** Reads days as people write them. Pure and without dependencies: functions and pages share it. */

const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

const MONTH = "([a-z]{3,9})\\.?";
const YEAR = "(\\d{4})";
const DAY = "(\\d{1,2})";

/** Each form in which people write a day, and which group is year, month and day. */
const forms: readonly (readonly [RegExp, readonly [number, number, number]])[] = [
  [new RegExp(`\\b${YEAR}-(\\d{2})-(\\d{2})\\b`), [1, 2, 3]],
  [new RegExp(`\\b${DAY}(?:st|nd|rd|th)? (?:of )?${MONTH},? ${YEAR}\\b`), [3, 2, 1]],
  [new RegExp(`\\b${MONTH} ${DAY}(?:st|nd|rd|th)?,? ${YEAR}\\b`), [3, 1, 2]],
  [new RegExp(`\\b${DAY}\\. ?(\\d{1,2})\\. ?${YEAR}\\b`), [3, 2, 1]],
];

/** Without a year: the last such day. A month's name has to be whole or in its usual short form. */
const MONTH_NAME = `(${months.map((name) => `${name}|${name.slice(0, 3)}`).join("|")}|sept)\\.?`;
const withoutYear: readonly (readonly [RegExp, readonly [number, number]])[] = [
  [new RegExp(`\\b${DAY}(?:st|nd|rd|th)? (?:of )?${MONTH_NAME}(?![a-z\\d]|,? \\d)`), [2, 1]],
  [new RegExp(`\\b${MONTH_NAME} ${DAY}(?:st|nd|rd|th)?(?![a-z\\d]|,? \\d)`), [1, 2]],
];

/** A month's number from its name or at least three letters of it; 0 if it is not a month. */
const monthOf = (text: string): number =>
  /^\d/.test(text) ? Number(text) : months.findIndex((name) => name.startsWith(text)) + 1;

/** A day that exists, as YYYY-MM-DD; null for others, such as 30 February. */
function dayOf(year: number, month: number, day: number): string | null {
  const time = Date.UTC(year, month - 1, day);
  if (year < 1000 || month < 1 || Number.isNaN(time)) return null;
  const text = new Date(time).toISOString().slice(0, 10);
  return Number(text.slice(5, 7)) === month && Number(text.slice(8)) === day ? text : null;
}

/** The last such day up to today; for 29 February that may be years ago. */
function lastOf(month: number, day: number, today: string): string | null {
  const year = Number(today.slice(0, 4));
  for (let back = 0; back <= 8; back += 1) {
    const read = dayOf(year - back, month, day);
    if (read !== null && read <= today) return read;
  }
  return null;
}

const MOST = 300;

/**
 * Finds a day in a text: `2027-02-18`, `3 March 2026`, `3rd Mar 2026`, `March 3, 2026`, `3.3.2026`, `3
 * March` (the last one), `today`, `yesterday`. Slashes are not read, because 3/4/2026 means different
 * days in different countries.
 * @param today YYYY-MM-DD; empty: only whole dates are read
 * @returns the day as YYYY-MM-DD, or null; and the text without it, lower-cased, in single spaces
 */
export function findDay(text: string, today: string): { day: string | null; rest: string } {
  const plain = text.slice(0, MOST).normalize("NFKC").toLowerCase().split(/\s/).filter(Boolean);
  const whole = plain.join(" ");
  for (const [form, [year, month, day]] of forms) {
    const found = form.exec(whole);
    const read =
      found && dayOf(Number(found[year]), monthOf(found[month] ?? ""), Number(found[day]));
    if (found && read) return { day: read, rest: without(whole, found.index, found[0].length) };
  }
  for (const [form, [month, day]] of withoutYear) {
    const found = form.exec(whole);
    const read = found && lastOf(monthOf(found[month] ?? ""), Number(found[day]), today);
    if (found && read) return { day: read, rest: without(whole, found.index, found[0].length) };
  }
  const word = /\b(?:today|yesterday)\b/.exec(whole);
  if (word === null || today === "") return { day: null, rest: whole };
  const rest = without(whole, word.index, word[0].length);
  return { day: word[0] === "today" ? today : dayBefore(today), rest };
}

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) - 86_400_000).toISOString().slice(0, 10);

/** The text without a part of it, and without the "on" or comma before that part. */
function without(text: string, index: number, length: number): string {
  const before = text.slice(0, index).trimEnd();
  const lead = before.replace(/(?:^|[ ,])(?:on|at|as of|by)$/, "").replace(/,$/, "");
  return `${lead} ${text.slice(index + length).replace(/^[,?.]/, "")}`.trim();
}
