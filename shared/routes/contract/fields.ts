import * as z from "zod/mini";
import { endOfDay } from "#shared/domain/frameworks/days.ts";
import { isCalendarDay } from "#shared/domain/text/text-fields.ts";

export { sha256Hex, timestamp } from "#shared/domain/text/text-fields.ts";

/** Checked in UTC: an offset can move a time out of the years whose text sorts chronologically. */
const isInFourDigitYear = (text: string): boolean => {
  const time = Date.parse(text);
  return !Number.isNaN(time) && /^\d{4}-/.test(new Date(time).toISOString());
};

/** An instant given by a caller: ISO 8601 with an offset, normalised to the service's own form. */
export const instant = () =>
  z.pipe(
    z.iso
      .datetime({
        offset: true,
        error: "must be an ISO 8601 time with an offset, e.g. 2026-11-20T10:15:30.123Z",
      })
      .check(z.refine(isInFourDigitYear, "must be a time that exists, in the years 0000 to 9999")),
    z.transform((text) => new Date(text).toISOString()),
  );

/** An instant, or a day, which means its last millisecond in UTC. In the service's own form. */
export const instantOrDay = () => {
  const asInstant = instant();
  return z
    .pipe(
      z.string(),
      z.transform((text, context) => {
        if (isCalendarDay(text)) return endOfDay(text);
        const { data, success } = asInstant.safeParse(text);
        if (success) return data;
        const message = "must be a date, YYYY-MM-DD, or an ISO 8601 time with an offset";
        context.issues.push({ code: "custom", input: text, message });
        return z.NEVER;
      }),
    )
    .check(sentAs({ type: "string", anyOf: [{ format: "date" }, { format: "date-time" }] }));
};

export const uuid = () => z.guid().check(z.toLowerCase());

/** How callers send a field, for the OpenAPI document, if its schema alone does not show that. */
export const sentAs = (json: Readonly<Record<string, unknown>>) => z.meta({ sentAs: json });

const limitFault = "must be a whole number from 1 to 200";

const upTo200 = () =>
  z
    .pipe(z.string().check(z.regex(/^\d{1,3}$/, limitFault)), z.transform(Number))
    .check(z.refine((n) => n >= 1 && n <= 200, limitFault));

/** An optional limit for a list that is returned whole without one. */
export const newestOnly = (description: string) =>
  z.optional(upTo200()).check(sentAs({ type: "integer", minimum: 1, maximum: 200, description }));

/** `?limit=&cursor=` of every list (contract, "Conventions"). */
export const paging = () => ({
  limit: z._default(upTo200(), 50).check(
    sentAs({
      type: "integer",
      minimum: 1,
      maximum: 200,
      default: 50,
      description:
        "Maximum number of entries on a page, which also ends at 4 MB. It may be shorter or empty: only `next_cursor: null` is the end.",
    }),
  ),
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(2048))).check(
    sentAs({
      type: "string",
      minLength: 1,
      maxLength: 2048,
      description:
        "`next_cursor` of the previous page, for the same path and filters; the first page if omitted.",
    }),
  ),
});

export const flag = () =>
  z
    .pipe(
      z.enum(["true", "false"]),
      z.transform((text) => text === "true"),
    )
    .check(sentAs({ type: "boolean" }));

/** A list answer: `{items, next_cursor}`. */
export const page = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), next_cursor: z.nullable(z.string()) });

/** A field that an answer leaves out while its value is null, because null would add nothing. */
export const unlessNull = <S extends z.ZodMiniType>(schema: S) =>
  z.optional(schema) as unknown as z.ZodMiniOptional<z.ZodMiniNullable<S>>;
