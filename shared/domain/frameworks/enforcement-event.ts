import * as z from "zod/mini";
import { eachOnce, holdsAcross } from "#shared/domain/members.ts";
import {
  calendarDate,
  isDayBefore,
  withoutControls,
  withoutHidden,
} from "#shared/domain/text/text-fields.ts";
import { type EnforcementEvent, enforcementEffects, enforcementKinds } from "./enforcement.ts";
import { MAX_EVENTS, MAX_NOTE } from "./limits.ts";
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

const namesOf = (
  what: string,
  one: z.ZodMiniType<string, string>,
  most: ReturnType<typeof z.maxLength>,
) =>
  z.optional(
    z.nullable(
      z
        .array(one)
        .check(
          z.minLength(1, "must name at least one"),
          most,
          eachOnce(`must name each ${what} once`),
        ),
    ),
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
        z.maxLength(MAX_EVENTS, `must name at most ${MAX_EVENTS}`),
      ),
      authority: z
        .string()
        .check(z.trim(), z.minLength(1, "must not be empty"), z.maxLength(300), withoutHidden()),
      citation_url: httpUrl(),
      note: z
        .string()
        .check(z.minLength(1, "must not be empty"), z.maxLength(MAX_NOTE), withoutControls()),
    })
    .check(
      holdsAcross(({ on, until }) => !isDayBefore(until, on), "must not be before on", "until"),
      holdsAcross(
        ({ kind, ends }) => {
          const known = enforcementKinds.find((one) => one === kind);
          return !ends || known === undefined || enforcementEffects[known] === "ends";
        },
        "only lifted and resumed end other events",
        "ends",
      ),
      holdsAcross(
        ({ id, ends }) => !(Array.isArray(ends) && ends.includes(id)),
        "must not name the event itself",
        "ends",
      ),
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
