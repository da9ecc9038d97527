import { concat, hex, unhex, utf8 } from "#shared/domain/bytes.ts";
import { sha256 } from "#shared/domain/log/sha256.ts";

/*
 * Counsel's words (evidence-log.md, section 6). Row hashes, seal, challenge and log contain a
 * commitment in place of each text. The text is stored beside them with its salt, so that it can be
 * kept back or erased without breaking what was signed.
 */

/** The commitment to a text: SHA-256 over its salt and its UTF-8, and its length in code points. */
export interface Commitment {
  sha256: string;
  length: number;
}

/** Counsel's text; if it is kept back or was erased, its commitment. */
export type Words = string | Commitment;

/** The salt of each text, 16 random bytes in hex, by its path in the row's context: `rule_verdicts.0.text`. */
export type Salts = Readonly<Record<string, string>>;

/** A text of a row, with its salt, by which its commitment can be checked. */
export interface DisclosedText {
  path: string;
  salt: string;
  text: string;
}

/** @param salt 32 hex digits */
export function commitTo(text: string, salt: string): Commitment {
  const bytes = unhex(salt) ?? new Uint8Array(0);
  return { sha256: hex(sha256(concat(bytes, utf8(text)))), length: [...text].length };
}

const isCommitment = (value: unknown): value is Commitment => {
  const { sha256: digest, length, ...others } = (value ?? {}) as Partial<Commitment>;
  return (
    typeof digest === "string" && typeof length === "number" && Object.keys(others).length === 0
  );
};

/** Whether a value is a text of counsel's, or the commitment to one. */
export const isWords = (value: unknown): value is Words =>
  typeof value === "string" || isCommitment(value);

/** How many commitments a JSON value contains, at any depth. */
export const commitmentsIn = (value: unknown): number =>
  typeof value !== "object" || value === null
    ? 0
    : isCommitment(value)
      ? 1
      : Object.values(value).reduce((sum: number, one) => sum + commitmentsIn(one), 0);

/** Whether the text matches this commitment. */
const isOf = ({ text, salt }: DisclosedText, value: unknown): boolean => {
  if (!isCommitment(value)) return false;
  const { sha256: digest, length } = commitTo(text, salt);
  return digest === value.sha256 && length === value.length;
};

/** A copy of a JSON value with the value at a path replaced; unchanged if there is none. */
function replaced(
  value: unknown,
  [name, ...rest]: readonly string[],
  by: (old: unknown) => unknown,
) {
  if (name === undefined) return by(value);
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return value;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value)
    ? [...value]
    : { ...value };
  const members = copy as Record<string, unknown>;
  members[name] = replaced(members[name], rest, by);
  return copy;
}

type Context = Readonly<Record<string, unknown>>;

const changed = <C extends Context>(context: C, path: string, by: (old: unknown) => unknown): C =>
  replaced(context, path.split("."), by) as C;

/** A context with the texts that match its commitments; commitments without one stay. */
export const withWords = <C extends Context>(context: C, texts: readonly DisclosedText[]): C =>
  texts.reduce(
    (told, one) => changed(told, one.path, (old) => (isOf(one, old) ? one.text : old)),
    context,
  );

/** The texts that match no commitment of a context. */
export const wrongWords = (context: Context, texts: readonly DisclosedText[]): DisclosedText[] =>
  texts.filter((one) => {
    let isRight = false;
    changed(context, one.path, (old) => {
      isRight = isOf(one, old);
      return old;
    });
    return !isRight;
  });

/** A context with commitments in place of its texts. Texts without a salt stay as they are. */
export const withCommitments = <C extends Context>(context: C, salts: Salts): C =>
  Object.entries(salts).reduce(
    (kept, [path, salt]) =>
      changed(kept, path, (old) => (typeof old === "string" ? commitTo(old, salt) : old)),
    context,
  );

/** The texts of a context, each with its salt. */
export const textsIn = (context: Context, salts: Salts): DisclosedText[] =>
  Object.entries(salts).flatMap(([path, salt]) => {
    const found: string[] = [];
    changed(context, path, (old) => {
      if (typeof old === "string") found.push(old);
      return old;
    });
    return found.map((text) => ({ path, salt, text }));
  });
