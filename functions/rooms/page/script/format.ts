import { visibleLine } from "#shared/domain/text/text.ts";

const day = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** `3 March 2026`, in UTC: the same for every reader. */
export const dayOf = (iso: string): string => day.format(new Date(iso));

/** `3 March 2026, 14:05:09 UTC`. */
export const timeOf = (iso: string): string => `${dayOf(iso)}, ${iso.slice(11, 19)} UTC`;

/** One line of text from outside, with hidden characters made visible. */
export const line = (text: string | null | undefined): string => visibleLine(text ?? "");
