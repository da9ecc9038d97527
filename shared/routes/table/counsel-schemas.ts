import * as z from "zod/mini";
import { signingPolicies } from "#shared/domain/counsel/counsel.ts";
import { languages } from "#shared/domain/language.ts";
import { sha256Hex, timestamp, unlessNull } from "#shared/routes/contract/fields.ts";

export const counselSchema = () =>
  z.object({
    id: z.string(),
    framework_id: z.string(),
    display_name: z.string(),
    email: z.string(),
    firm: z.nullable(z.string()),
    jurisdiction: z.nullable(z.string()),
    bar_registration: z.nullable(z.string()),
    notes: z.nullable(z.string()),
    /** The language of their pages and mails; null: the one that their browser prefers. */
    language: z.nullable(z.enum(languages)),
    active: z.boolean(),
    created_at: timestamp(),
    signing_policy: z.enum(signingPolicies),
    keys_in_use: z.int(),
    /** The counsel who named them when passing a request on. */
    vouched_by: z.nullable(z.string()),
    vouched_by_name: z.nullable(z.string()),
    /** When an admin began to vouch for them; null: only the counsel who named them does. */
    confirmed_at: z.nullable(timestamp()),
  });

/** The same without the fields that are not set. */
export const knownCounsel = () =>
  z.extend(counselSchema(), {
    language: unlessNull(z.enum(languages)),
    vouched_by: unlessNull(z.string()),
    vouched_by_name: unlessNull(z.string()),
    confirmed_at: unlessNull(timestamp()),
  });

/** A counsel as admins see them, with the identity that a second person confirms. */
export const adminsCounsel = () =>
  z.extend(counselSchema(), {
    /**
     * Covers display_name, email, firm, jurisdiction, bar_registration, active, signing_policy, id and
     * version.
     */
    identity_sha256: sha256Hex(),
    /** User ids of those who changed this identity since it was confirmed: they cannot confirm it. */
    changed_by: z.array(z.string()),
    /** When a second person confirmed this identity; null: it is not confirmed. */
    identity_confirmed_at: z.nullable(timestamp()),
  });

/** How many requests wait for a counsel. */
export const openRequests = () => ({ open_requests: z.int() });

/** The counsel's passkeys according to their trail; omitted for a counsel without any. */
export const counselKeysSchema = () =>
  z.optional(
    z.object({
      signing_policy: z.string(),
      keys_count: z.int(),
      keys: z.array(
        z.object({
          credential_id: z.string(),
          algorithm: z.string(),
          fingerprint: z.string(),
          enrolled_at: timestamp(),
          retired_at: z.nullable(timestamp()),
        }),
      ),
      policy_changes: z.array(
        z.object({
          at: timestamp(),
          previous: z.string(),
          value: z.string(),
          by: z.nullable(z.string()),
        }),
      ),
    }),
  );
