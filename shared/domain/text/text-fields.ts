import * as z from "zod/mini";
import { hasControl, hasHidden } from "./text.ts";

/*
 * The two classes of text that a caller may send (contract, "Text"), as checks for string fields, and
 * schemas of texts with a fixed form. Well-formed Unicode is checked once for the whole request, where
 * it arrives. These checks are not in text.ts, because pages load that file too, and pages have no
 * schemas.
 */

/** One line (a name, label, e-mail or firm): no control, bidi control or invisible characters. */
export const withoutHidden = () =>
  z.refine<string>(
    (text) => !hasHidden(text),
    "must have no control, bidi control or invisible characters",
  );

/** A long text (a rule's wording, a comment, notes): no control characters but tab and newline. */
export const withoutControls = () =>
  z.refine<string>(
    (text) => !hasControl(text),
    "must have no control characters but tab and newline",
  );

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
  z.string().check(
    z.regex(dayForm, "must be a date, YYYY-MM-DD"),
    z.refine((text) => !dayForm.test(text) || isCalendarDay(text), "must be a day that exists"),
  );

/** Whether both values are calendar days, and the first is before the second. */
export const isDayBefore = (day: unknown, other: unknown): boolean =>
  [day, other].every((one) => typeof one === "string" && isCalendarDay(one)) &&
  String(day) < String(other);
