import { visibleLine } from "#shared/domain/text/text.ts";

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/**
 * A day as every sentence shows it: `19 October 2026`, in UTC, so that it is the same for every reader.
 * A text that is not a day, such as a mistyped day in an address, is returned unchanged.
 * @param iso a day (YYYY-MM-DD) or an instant (ISO 8601 UTC)
 */
export function dayText(iso: string): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return visibleLine(iso);
  const date = new Date(time);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/**
 * An instant as papers and hints show it: `19 October 2026, 09:20:15 UTC`. A text that is not an
 * instant is returned unchanged.
 * @param iso ISO 8601 UTC
 */
export const instantText = (iso: string): string =>
  Number.isNaN(Date.parse(iso))
    ? visibleLine(iso)
    : `${dayText(iso)}, ${new Date(iso).toISOString().slice(11, 19)} UTC`;

/** A sentence with its instants as the reader's page shows them; what is no instant stays. */
export const withInstants = (sentence: string, shown: (iso: string) => string): string =>
  sentence.replace(/\b\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, (iso) =>
    Number.isNaN(Date.parse(iso)) ? iso : shown(iso),
  );
