import * as z from "zod/mini";
import { frameworkIdSchema } from "#shared/domain/frameworks/rule.ts";
import { claimName } from "#shared/domain/machines/claim-name.ts";
import { type Scope, scopes } from "#shared/domain/machines/scopes.ts";
import { eachOnce, holdsAcross } from "#shared/domain/members.ts";
import { withoutHidden } from "#shared/domain/text/text-fields.ts";
import { timestamp } from "#shared/routes/contract/fields.ts";

/* Schemas that pipelines and other machines share. */

const line = (longest: number) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, "must not be empty"), z.maxLength(longest), withoutHidden());

export const machineIdSchema = () =>
  z
    .string()
    .check(z.regex(/^[a-z0-9_]{2,64}$/, "must have 2 to 64 characters: a to z, 0 to 9 and _"));

const issuer = () =>
  z.string().check(
    z.maxLength(500),
    z.regex(/^https?:\/\/[^\s?#]+$/, "must be an address without query and fragment"),
    z.refine((value) => URL.canParse(value), "must be an address"),
    withoutHidden(),
  );

const claim = () =>
  z.string().check(
    z.regex(claimName, "must be the name of a claim"),
    // The table's maps cannot hold a member of this name. A pattern that says so is not portable.
    z.refine((name) => name !== "constructor", "must not be constructor"),
  );

const claims = () =>
  z.record(claim(), line(500)).check(
    z.refine((given) => Object.keys(given).length > 0, "must name at least one claim"),
    holdsAcross((given) => Object.keys(given).length <= 20, "must name at most 20 claims"),
  );

export const frameworkIds = () =>
  z
    .array(frameworkIdSchema())
    .check(
      z.minLength(1, "must name at least one framework"),
      z.maxLength(100, "must name at most 100 frameworks"),
      eachOnce("must name each framework once"),
    );

/** Whose tokens we trust, as an admin enters it. */
export const trustedContent = () => ({
  display_name: line(200),
  issuer: issuer(),
  audience: line(500),
  claims: claims(),
});

/** Whose tokens we trust, as answers show it. */
export const trusted = () => ({
  id: z.string(),
  display_name: z.string(),
  issuer: z.string(),
  audience: z.string(),
  claims: z.record(z.string(), z.string()),
});

/** @param offered the scopes that machines of this owner may have */
export const machineContent = (offered: readonly [Scope, ...Scope[]]) =>
  z
    .strictObject({
      ...trustedContent(),
      scopes: z
        .array(z.enum(offered))
        .check(
          z.minLength(1, "must name at least one scope"),
          eachOnce("must name each scope once"),
        ),
      /** The books that it may name; left out: every book. Required with `rules:write`. */
      framework_ids: z.optional(frameworkIds()),
    })
    .check(
      holdsAcross(
        ({ scopes: given, framework_ids }) =>
          framework_ids !== undefined || !(Array.isArray(given) && given.includes("rules:write")),
        "must name the frameworks whose rules it may write",
        "framework_ids",
      ),
    );

export const machine = () =>
  z.object({
    ...trusted(),
    scopes: z.array(z.enum(scopes)),
    framework_ids: z.array(z.string()),
    created_at: timestamp(),
    updated_at: timestamp(),
  });
