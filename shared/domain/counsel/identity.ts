import type { LifeRow, Refusal } from "#shared/domain/audit/life.ts";
import { illegal } from "#shared/domain/audit/life.ts";
import { hex, utf8 } from "#shared/domain/bytes.ts";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { sha256 } from "#shared/domain/log/sha256.ts";

/*
 * Who counsel is, and who says so (trust.md, section 1). A confirmation belongs to one version of the
 * identity: every change that matters raises the version, even one that brings old values back.
 */

/** What makes up an identity, besides id and version. */
export interface IdentityValues {
  display_name: string | null;
  email: string | null;
  firm: string | null;
  jurisdiction: string | null;
  bar_registration: string | null;
  active: boolean;
  signing_policy: string;
}

/** Who wrote a row: their user id, and the hash of their e-mail address, as far as they are known. */
export interface Author {
  /** null: a counsel who passed a request on. */
  user_id: string | null;
  /** Lower-case hex SHA-256 of the lower-case address; null: their token had none. */
  email_sha256: string | null;
}

/** Values that somebody wrote. */
interface Written {
  /** The hash of the values. */
  values: string;
  authors: readonly Author[];
  /** Who wrote them; absent if it is the newest of the authors. */
  by?: Author;
}

export interface Identity {
  version: number;
  /** Everybody who has written the present values since the last confirmation. */
  authors: readonly Author[];
  /** The values written since then, oldest first, without those that somebody has taken back. */
  earlier: readonly Written[];
  /** When the present version was confirmed; null: it has not been. */
  confirmed_at: string | null;
}

/** How many earlier values a change may go back to. */
const MAX_EARLIER = 20;

const textHash = (text: string): string => hex(sha256(utf8(text)));

/** The hash of an e-mail address, by which rows name their author. */
export const emailHash = (email: string): string => textHash(email.trim().toLowerCase());

const valuesOf = (given: IdentityValues): IdentityValues => ({
  display_name: given.display_name,
  email: given.email,
  firm: given.firm,
  jurisdiction: given.jurisdiction,
  bar_registration: given.bar_registration,
  active: given.active,
  signing_policy: given.signing_policy,
});

/** What a person confirms: hex SHA-256 of the RFC 8785 text of the values, id and version. */
export const identitySha256 = (id: string, values: IdentityValues, { version }: Identity): string =>
  textHash(canonicalJson({ ...valuesOf(values), id, version }));

/** Who wrote a row about counsel. */
export const authorOf = ({ actor_user_id, context }: LifeRow): Author => ({
  user_id: actor_user_id,
  email_sha256: typeof context.by_email_sha256 === "string" ? context.by_email_sha256 : null,
});

const isSame = (one: Author, other: Author): boolean =>
  one.user_id === other.user_id && one.email_sha256 === other.email_sha256;

/** Whether two authors are certainly different people: both user ids and both addresses differ. */
const areDifferent = (one: Author, other: Author): boolean =>
  one.user_id !== other.user_id &&
  one.email_sha256 !== null &&
  other.email_sha256 !== null &&
  one.email_sha256 !== other.email_sha256;

/** Whether this person is certainly not one of those who wrote the present values. */
export const isSecondPerson = ({ authors }: Identity, person: Author): boolean =>
  person.user_id !== null && authors.every((author) => areDifferent(author, person));

/** Whether somebody without an address wrote the present values: then nobody can be a second person. */
export const hasNamelessAuthor = (authors: readonly Author[]): boolean =>
  authors.some(({ email_sha256 }) => email_sha256 === null);

const wrote = ({ authors, by = authors.at(-1) }: Written, author: Author): boolean =>
  by !== undefined && isSame(by, author);

/**
 * The identity after a change that matters. Whoever takes back nothing but their own changes no longer
 * counts as an author: the earlier values have their authors again. The version is new all the same.
 * @param before null: counsel is registered
 */
export function changedIdentity(
  before: Identity | null,
  values: IdentityValues,
  author: Author,
): Identity {
  const hash = textHash(canonicalJson(valuesOf(values)));
  const { version = 0, authors: known = [], earlier = [] } = before ?? {};
  const changed = { version: version + 1, confirmed_at: null };
  const at = earlier.findLastIndex((one) => one.values === hash);
  const back = earlier[at];
  if (back !== undefined && earlier.slice(at + 1).every((one) => wrote(one, author))) {
    return { ...changed, authors: back.authors, earlier: earlier.slice(0, at + 1) };
  }
  const authors = known.some((one) => isSame(one, author)) ? known : [...known, author];
  const written: Written = { values: hash, authors };
  const entry = wrote(written, author) ? written : { ...written, by: author };
  return { ...changed, authors, earlier: [...earlier, entry].slice(-MAX_EARLIER) };
}

/** The identity after a row by which a second person confirms it. */
export function confirmedIdentity(
  before: Identity,
  expected: string,
  row: LifeRow,
): Identity | Refusal {
  if (before.confirmed_at !== null) return illegal("their identity was confirmed already.");
  if (row.context.identity_sha256 !== expected) return illegal("it confirms another identity.");
  if (!isSecondPerson(before, authorOf(row))) {
    return illegal("whoever confirms their identity wrote it.");
  }
  return { ...before, authors: [], earlier: [], confirmed_at: row.created_at };
}

/** Whether a counsel has the e-mail address of the person who requested a review. */
export const hasRequestersAddress = (
  email: string | null,
  { called }: { called: { requester: string | null } },
): boolean => email !== null && email === called.requester?.trim().toLowerCase();
