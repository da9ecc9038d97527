import { counted, locale, says } from "./says.ts";

const style: Intl.DateTimeFormatOptions = { dateStyle: "long", timeStyle: "short" };

/** `5 December 2026 at 10:15 UTC`. */
export const inUtc = (iso: string): string =>
  `${new Intl.DateTimeFormat(locale, { ...style, timeZone: "UTC" }).format(new Date(iso))} UTC`;

/** `2 December 2026`, for a day without a time. */
export const inDays = (day: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));

/** The same instant in the reader's time zone, with the zone's name. */
export function inLocal(iso: string): string {
  const date = new Date(iso);
  const zone = new Intl.DateTimeFormat(locale, { timeZoneName: "short" })
    .formatToParts(date)
    .find(({ type }) => type === "timeZoneName")?.value;
  return `${new Intl.DateTimeFormat(locale, style).format(date)} ${says.yourTime} (${zone})`;
}

/** `1.2 MiB`, `340 KiB`, `12 bytes`. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return counted(says.bytes, bytes);
  const [amount, unit] = bytes < 1_048_576 ? [bytes / 1024, "KiB"] : [bytes / 1_048_576, "MiB"];
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `${amount.toLocaleString(locale, digits)} ${unit}`;
}

export const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
