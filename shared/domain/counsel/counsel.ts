import * as z from "zod/mini";
import { frameworkIdSchema } from "#shared/domain/frameworks/rule.ts";
import { withoutControls, withoutHidden } from "#shared/domain/text-fields.ts";

/**
 * How a counsel decides: with the link alone, as in the first seed, or also with their own passkey
 * (evidence-log, "Counsel's own key").
 */
export const signingPolicies = ["link", "key_required"] as const;
type SigningPolicy = (typeof signingPolicies)[number];

/** An outside lawyer registered for exactly one framework (first seed, "Counsel"). */
export interface Counsel {
  id: string;
  framework_id: string;
  display_name: string;
  /** Trimmed and lower-cased; the string that signatures cover. */
  email: string;
  firm: string | null;
  jurisdiction: string | null;
  bar_registration: string | null;
  notes: string | null;
  active: boolean;
  created_at: string;
  signing_policy: SigningPolicy;
  /** How many of their passkeys are enrolled and not retired. */
  keys_in_use: number;
}

/**
 * Counsel's details at the time of signing; recorded with the decision, so that its seal covers
 * them.
 */
export interface Signer {
  email: string;
  display_name: string;
  firm: string | null;
  jurisdiction: string | null;
  bar_registration: string | null;
  signing_policy: SigningPolicy;
}

export const signerOf = (counsel: Counsel): Signer => ({
  email: counsel.email,
  display_name: counsel.display_name,
  firm: counsel.firm,
  jurisdiction: counsel.jurisdiction,
  bar_registration: counsel.bar_registration,
  signing_policy: counsel.signing_policy,
});

/** The stored row; evidence search still finds a counsel by former e-mail addresses. */
export interface CounselRecord extends Counsel {
  former_emails: string[];
}

const line = () =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "must not be empty"),
      z.maxLength(200, "must be at most 200 characters"),
      withoutHidden(),
    );

/** `|` separates the fields of the signed payload, so no e-mail address may contain it. */
const email = () =>
  z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(254, "must be at most 254 characters"),
      z.regex(/^[^\s@|]+@[^\s@|]+$/, "must be an e-mail address without spaces or |"),
      withoutHidden(),
    );

const notes = () =>
  z.string().check(z.maxLength(10_000, "must be at most 10000 characters"), withoutControls());

export const newCounselSchema = () =>
  z.strictObject({
    framework_id: frameworkIdSchema(),
    display_name: line(),
    email: email(),
    firm: z.optional(z.nullable(line())),
    jurisdiction: z.optional(z.nullable(line())),
    bar_registration: z.optional(z.nullable(line())),
    notes: z.optional(z.nullable(notes())),
  });

export type NewCounsel = z.output<ReturnType<typeof newCounselSchema>>;

/** An edit: null clears an optional field, an omitted field stays unchanged. */
export const counselEditSchema = () =>
  z.extend(z.partial(z.omit(newCounselSchema(), { framework_id: true })), {
    signing_policy: z.optional(z.enum(signingPolicies)),
  });

export type CounselEdit = z.output<ReturnType<typeof counselEditSchema>>;

/** A counsel as recorded in the audit trail. */
export const counselContext = (counsel: Counsel) => ({
  counsel_id: counsel.id,
  framework_id: counsel.framework_id,
  email: counsel.email,
  display_name: counsel.display_name,
  active: counsel.active,
  firm: counsel.firm,
  jurisdiction: counsel.jurisdiction,
  bar_registration: counsel.bar_registration,
});
