import { hasHidden } from "#shared/domain/text/text.ts";

/** A quote needs this many characters that are neither blank nor invisible. */
const FEWEST_CHARACTERS = 3;
/** A longer quote is a whole text, not the words from which a fact follows; UTF-16 units. */
export const LONGEST_QUOTE = 2000;

/** The parts of an artifact that may be quoted. */
export interface Quotable {
  name: string;
  details: Readonly<Record<string, unknown>>;
}

/** The texts that a quote may come from: the name and every string value of the details. */
export function quotableTexts({ name, details }: Quotable): readonly string[] {
  const texts = [name];
  const open: unknown[] = [details];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === "string") texts.push(value);
    if (typeof value !== "object" || value === null) continue;
    for (const member of Object.values(value)) {
      if (typeof member === "string" || typeof member === "object") open.push(member ?? "");
    }
  }
  return texts;
}

/**
 * Whether a quote counts: at least 3 characters that are not blank, found unit by unit inside one text.
 * Nothing is normalised, because normalising case, blanks or Unicode would change what a text says.
 */
export function isQuoted(quote: unknown, texts: readonly string[]): quote is string {
  if (typeof quote !== "string" || quote.length > LONGEST_QUOTE) return false;
  return isTelling(quote) && texts.some((text) => text.includes(quote));
}

function isTelling(quote: string): boolean {
  let telling = 0;
  for (const character of quote) {
    if (character.trim() === "" || hasHidden(character)) continue;
    telling += 1;
    if (telling === FEWEST_CHARACTERS) return true;
  }
  return false;
}
