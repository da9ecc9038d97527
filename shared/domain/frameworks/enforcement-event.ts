import * as z from "zod/mini";
import { calendarDate, withoutControls, withoutHidden } from "#shared/domain/text/text-fields.ts";
import { type EnforcementEvent, enforcementEffects, enforcementKinds } from "./enforcement.ts";
import { MOST_EVENTS, MOST_NOTE } from "./limits.ts";
import { httpUrl, useCaseIdSchema } from "./rule.ts";

const eventIdSchema = () =>
  z
    .string()
    .check(
      z.regex(
        /^[a-z0-9][a-z0-9_.-]{0,63}$/,
        "must be 1 to 64 of a-z, 0-9, _ . - and start with a-z or 0-9",
      ),
    );

const distinct = (what: string) =>
  z.refine<string[]>((ids) => new Set(ids).size === ids.length, `must name each ${what} once`);

const namesOf = (
  what: string,
  one: z.ZodMiniType<string, string>,
  most: ReturnType<typeof z.maxLength>,
) =>
  z.optional(
    z.nullable(z.array(one).check(z.minLength(1, "must name at least one"), most, distinct(what))),
  );

/** An event as an admin gives it; what is left out is null. */
export const givenEventSchema = () =>
  z
    .strictObject({
      id: eventIdSchema(),
      on: calendarDate(),
      kind: z.enum(enforcementKinds),
      until: z.optional(z.nullable(calendarDate())),
      ends: namesOf("event", eventIdSchema(), z.maxLength(100)),
      use_case_ids: namesOf(
        "rule",
        useCaseIdSchema(),
        z.maxLength(MOST_EVENTS, `must name at most ${MOST_EVENTS}`),
      ),
      authority: z
        .string()
        .check(z.trim(), z.minLength(1, "must not be empty"), z.maxLength(300), withoutHidden()),
      citation_url: httpUrl(),
      note: z
        .string()
        .check(z.minLength(1, "must not be empty"), z.maxLength(MOST_NOTE), withoutControls()),
    })
    .check(
      z.refine(({ on, until }) => !until || until >= on, {
        path: ["until"],
        error: "must not be before on",
      }),
      z.refine(({ kind, ends }) => !ends || enforcementEffects[kind] === "ends", {
        path: ["ends"],
        error: "only lifted and resumed end other events",
      }),
      z.refine(({ id, ends }) => !ends?.includes(id), {
        path: ["ends"],
        error: "must not name the event itself",
      }),
    );

export type GivenEvent = z.output<ReturnType<typeof givenEventSchema>>;

/** The event with what was left out as null, its fields in the order of the contract. */
export const eventOf = (given: GivenEvent): EnforcementEvent => ({
  id: given.id,
  on: given.on,
  kind: given.kind,
  until: given.until ?? null,
  ends: given.ends ?? null,
  use_case_ids: given.use_case_ids ?? null,
  authority: given.authority,
  citation_url: given.citation_url,
  note: given.note,
});
