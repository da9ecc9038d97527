import * as z from "zod/mini";
import { about, ofCanary, rowsOf, type Vocabulary } from "./row.ts";

/** Everything about a counsel that matters in the audit trail (contract, "Audit rows"). */
const counselContext = () => ({
  counsel_id: z.string(),
  framework_id: z.string(),
  email: z.string(),
  display_name: z.string(),
  active: z.boolean(),
  firm: z.nullable(z.string()),
  jurisdiction: z.nullable(z.string()),
  bar_registration: z.nullable(z.string()),
  /** Only if it was set. */
  language: z.optional(z.string()),
  /** Names of the fields this edit changed. */
  changed: z.optional(z.array(z.string())),
  /** Hash of the writer's e-mail address, if known. It decides who else may confirm counsel. */
  by_email_sha256: z.optional(z.string()),
  /** The counsel who named them; only set for a counsel to whom a request was passed on. */
  vouched_by: z.optional(z.string()),
  vouched_by_name: z.optional(z.string()),
  ...ofCanary(),
});

/** A counsel's passkey: enough to verify its signatures offline. */
const counselKeyContext = () => ({
  credential_id: z.string(),
  /** DER, base64url. */
  public_key_spki: z.string(),
  algorithm: z.enum(["ES256", "EdDSA", "RS256"]),
  rp_id: z.string(),
  enrolled_at: z.string(),
});

const counsel = about("counsel");

/** Counsel and their keys. */
export const counselActions = {
  "counsel.created": counsel("create", counselContext),
  "counsel.updated": counsel("update", counselContext),
  "counsel.deactivated": counsel("update", counselContext),
  "counsel.reactivated": counsel("update", counselContext),
  /** A second person confirms who counsel is. Without the hash, an admin vouches for a delegate. */
  "counsel.confirmed": counsel("update", () => ({
    ...counselContext(),
    identity_sha256: z.optional(z.string()),
  })),
  "counsel.reminders_stopped": counsel("update", counselContext),
  /** An invitation's mail bounced, or counsel complained of it. That address gets no more mail. */
  "counsel.mail_stopped": counsel("update", () => ({
    ...counselContext(),
    reason: z.enum(["bounced", "complained"]),
  })),
  "counsel.key_invited": counsel("create", () => ({
    ...counselContext(),
    /** Lower-case hex SHA-256 of the invitation's token. No other token can enrol a key. */
    token_hash: z.string(),
    expires_at: z.string(),
    /** The link was sent only by mail. Left out: whoever invited counsel was shown it. */
    by_mail: z.optional(z.literal(true)),
  })),
  "counsel.key_enrolled": counsel("create", () => ({
    ...counselContext(),
    ...counselKeyContext(),
  })),
  "counsel.key_retired": counsel("update", () => ({
    ...counselContext(),
    ...counselKeyContext(),
    retired_at: z.string(),
  })),
  "counsel.signing_policy_changed": counsel("update", () => ({
    ...counselContext(),
    previous: z.enum(["link", "key_required"]),
    value: z.enum(["link", "key_required"]),
  })),
} as const satisfies Vocabulary;

export const auditRow = rowsOf(counselActions);
