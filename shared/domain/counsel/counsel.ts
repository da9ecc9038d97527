import * as z from "zod/mini";
import { lawful } from "#shared/domain/audit/life.ts";
import { type AuditHead, type AuditRow, chained } from "#shared/domain/audit/row.ts";
import { type DomainError, noSuch } from "#shared/domain/errors.ts";
import { frameworkIdSchema } from "#shared/domain/frameworks/rule.ts";
import { languages } from "#shared/domain/language.ts";
import { emailForm, hasFittingLocalPart, LONGEST_EMAIL } from "#shared/domain/text/email.ts";
import { timestamp, withoutControls, withoutHidden } from "#shared/domain/text/text-fields.ts";
import { emailHash, type Identity, identitySha256 } from "./identity.ts";
import { type CounselLife, counselStep } from "./life.ts";
import { MAX_LINE, MAX_NOTES } from "./limits.ts";

/** Counsel signs with the link alone, or with a passkey too (evidence-log, "Counsel's own key"). */
const signingPolicies = ["link", "key_required"] as const;
type SigningPolicy = (typeof signingPolicies)[number];

/** An outside lawyer registered for exactly one framework (first seed, "Counsel"). */
export const counselSchema = () =>
  z.object({
    id: z.string(),
    framework_id: z.string(),
    display_name: z.string(),
    /** Trimmed and lower-cased; the string that signatures cover. */
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
    /** How many of their passkeys are enrolled and not retired. */
    keys_in_use: z.int(),
    /** The counsel who named them when passing a request on; null: an admin registered them. */
    vouched_by: z.nullable(z.string()),
    /** That counsel's name at the time. */
    vouched_by_name: z.nullable(z.string()),
    /** When an admin began to vouch for them; null: only that counsel does. */
    confirmed_at: z.nullable(timestamp()),
  });
export type Counsel = z.output<ReturnType<typeof counselSchema>>;

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
  /** Hash of the newest row about this counsel. Nothing about them has changed since. */
  counsel_head: string;
}

export const signerOf = (counsel: CounselRecord): Signer => ({
  email: counsel.email,
  display_name: counsel.display_name,
  firm: counsel.firm,
  jurisdiction: counsel.jurisdiction,
  bar_registration: counsel.bar_registration,
  signing_policy: counsel.signing_policy,
  counsel_head: counsel.audit_head.hash,
});

/** The stored record. Evidence search still finds a counsel by former e-mail addresses. */
export interface CounselRecord extends Counsel {
  former_emails: string[];
  /** The versions of their identity, and who wrote or confirmed the present one. */
  identity: Identity;
  /** The head of the chain that all rows about this counsel form. */
  audit_head: AuditHead;
}

/** The hash of counsel's present identity, which a second person confirms. */
export const identityHash = ({ id, identity, ...values }: CounselRecord): string =>
  identitySha256(id, values, identity);

/** A counsel as API answers show them, with what is to be confirmed and who may not confirm it. */
export const withIdentity = <C extends CounselRecord>(counsel: C) => ({
  ...counsel,
  identity_sha256: identityHash(counsel),
  changed_by: counsel.identity.authors.flatMap(({ user_id }) => user_id ?? []),
  identity_confirmed_at: counsel.identity.confirmed_at,
});

const line = () =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "must not be empty"),
      z.maxLength(MAX_LINE, `must have at most ${MAX_LINE} characters`),
      withoutHidden(),
    );

/**
 * Counsel gets mail at it, so it is one address. `|` separates the fields of the signed payload, so no
 * e-mail address may contain it.
 */
const email = () =>
  z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(LONGEST_EMAIL, `must have at most ${LONGEST_EMAIL} characters`),
      z.regex(new RegExp(emailForm), "must be one e-mail address, such as name@firm.example"),
      z.refine(hasFittingLocalPart, "must have at most 64 characters before the @"),
      withoutHidden(),
    );

const notes = () =>
  z
    .string()
    .check(z.maxLength(MAX_NOTES, `must have at most ${MAX_NOTES} characters`), withoutControls());

export const newCounselSchema = () =>
  z.strictObject({
    framework_id: frameworkIdSchema(),
    display_name: line(),
    email: email(),
    firm: z.optional(z.nullable(line())),
    jurisdiction: z.optional(z.nullable(line())),
    bar_registration: z.optional(z.nullable(line())),
    notes: z.optional(z.nullable(notes())),
    language: z.optional(z.nullable(z.enum(languages))),
  });

export type NewCounsel = z.output<ReturnType<typeof newCounselSchema>>;

/** The person to whom counsel passes a request on (reviews-that-run, "Delegation"). */
export const delegateSchema = () =>
  z.omit(newCounselSchema(), { framework_id: true, notes: true, language: true });
export type Delegate = z.output<ReturnType<typeof delegateSchema>>;

/** An edit: null clears an optional field, an omitted field stays unchanged. */
export const counselEditSchema = () =>
  z.extend(z.partial(z.omit(newCounselSchema(), { framework_id: true })), {
    signing_policy: z.optional(z.enum(signingPolicies)),
  });

export type CounselEdit = z.output<ReturnType<typeof counselEditSchema>>;

/**
 * A counsel as recorded in the audit trail.
 * @param by e-mail address of whoever writes the row, where it matters; null: their token had none
 */
export const counselContext = (counsel: Counsel, by: string | null = null) => ({
  counsel_id: counsel.id,
  framework_id: counsel.framework_id,
  email: counsel.email,
  display_name: counsel.display_name,
  active: counsel.active,
  firm: counsel.firm,
  jurisdiction: counsel.jurisdiction,
  bar_registration: counsel.bar_registration,
  ...(counsel.language === null ? {} : { language: counsel.language }),
  ...(by === null ? {} : { by_email_sha256: emailHash(by) }),
  ...(counsel.vouched_by === null ? {} : { vouched_by: counsel.vouched_by }),
  ...(counsel.vouched_by_name === null ? {} : { vouched_by_name: counsel.vouched_by_name }),
});

/** The name of the counsel who alone vouches for a delegate; null: an admin does. */
export const vouchedBy = ({
  confirmed_at,
  vouched_by_name,
}: Pick<CounselRecord, "confirmed_at" | "vouched_by_name">): string | null =>
  confirmed_at === null ? vouched_by_name : null;

export const unknownCounsel = (): DomainError => noSuch("counsel");

/** A counsel after a change, and the rows about it, linked to the counsel's own chain. */
export interface CounselChange {
  after: CounselRecord;
  rows: readonly AuditRow[];
}

/** The state of a stored counsel, in the form that the rows give it. */
const lifeOf = (counsel: CounselRecord): CounselLife => ({
  id: counsel.id,
  framework_id: counsel.framework_id,
  created_at: counsel.created_at,
  details: counsel,
  active: counsel.active,
  vouched_by: counsel.vouched_by,
  vouched_by_name: counsel.vouched_by_name,
  confirmed_at: counsel.confirmed_at,
  identity: counsel.identity,
  policy: counsel.signing_policy,
  changes: [],
  keys: null,
  invited_until: null,
});

/**
 * Links the rows about a change to the counsel's chain and moves the chain's head with them.
 * @throws Error if one of them may not be written about such a counsel
 */
export function recorded(
  before: CounselRecord,
  after: CounselRecord,
  ...rows: readonly AuditRow[]
): CounselChange {
  let head = before.audit_head;
  let life = lifeOf(before);
  const linked = rows.map((given) => {
    const next = chained(given, head);
    life = lawful(counselStep, life, next.row);
    head = next.head;
    return next.row;
  });
  return { after: { ...after, ...toldBy(life), audit_head: head }, rows: linked };
}

/** The fields of a record that follow from its rows alone. */
const toldBy = ({ identity, confirmed_at }: CounselLife) => ({ identity, confirmed_at });

/** A new counsel, whose first row begins the chain. */
export function registered(
  counsel: Omit<CounselRecord, "audit_head" | "identity">,
  given: AuditRow,
): CounselChange {
  const { row, head } = chained(given, null);
  const life = lawful(counselStep, null, row);
  return { after: { ...counsel, ...toldBy(life), audit_head: head }, rows: [row] };
}
