import * as z from "zod/mini";

/** An instant as the service writes it: ISO 8601 UTC with milliseconds. */
export const timestamp = () =>
  z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/));

/** A SHA-256 in lower-case hex. */
export const sha256Hex = () => z.string().check(z.regex(/^[0-9a-f]{64}$/));

const dayForm = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is an existing calendar day, YYYY-MM-DD. */
export const isCalendarDay = (text: string): boolean => {
  if (!dayForm.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

/** Schema for an existing calendar day, YYYY-MM-DD. */
export const calendarDate = () =>
  z
    .string()
    .check(
      z.regex(dayForm, { error: "must be a date, YYYY-MM-DD", abort: true }),
      z.refine(isCalendarDay, "must be a day that exists"),
    );
