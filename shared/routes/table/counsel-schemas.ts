import * as z from "zod/mini";
import { counselSchema } from "#shared/domain/counsel/counsel.ts";
import { languages } from "#shared/domain/language.ts";
import { sha256Hex, timestamp, unlessNull } from "#shared/routes/contract/fields.ts";

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
