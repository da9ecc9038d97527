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

const counsel = <T extends z.core.$ZodLooseShape>(more: () => T) =>
  about("counsel")(() => ({ ...counselContext(), ...more() }));

/** A counsel's passkey: enough to verify its signatures offline. */
const counselKeyContext = () => ({
  credential_id: z.string(),
  /** DER, base64url. */
  public_key_spki: z.string(),
  algorithm: z.enum(["ES256", "EdDSA", "RS256"]),
  rp_id: z.string(),
  enrolled_at: z.string(),
});

const counselChange = counsel(() => ({}));

/** Counsel and their keys. */
export const counselActions = {
  "counsel.created": counselChange,
  "counsel.updated": counselChange,
  "counsel.deactivated": counselChange,
  "counsel.reactivated": counselChange,
  /** A second person confirms who counsel is. Without the hash, an admin vouches for a delegate. */
  "counsel.confirmed": counsel(() => ({ identity_sha256: z.optional(z.string()) })),
  "counsel.reminders_stopped": counselChange,
  /** An invitation's mail bounced, or counsel complained of it. That address gets no more mail. */
  "counsel.mail_stopped": counsel(() => ({ reason: z.enum(["bounced", "complained"]) })),
  "counsel.key_invited": counsel(() => ({
    /** Lower-case hex SHA-256 of the invitation's token. No other token can enrol a key. */
    token_hash: z.string(),
    expires_at: z.string(),
  })),
  "counsel.key_enrolled": counsel(counselKeyContext),
  "counsel.key_retired": counsel(() => ({ ...counselKeyContext(), retired_at: z.string() })),
  "counsel.signing_policy_changed": counsel(() => ({
    previous: z.enum(["link", "key_required"]),
    value: z.enum(["link", "key_required"]),
  })),
} as const satisfies Vocabulary;

export const auditRow = rowsOf(counselActions);
