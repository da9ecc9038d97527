import { hasHidden } from "#shared/domain/text/text.ts";

/** What a person's name is written with; everything else is left out of a mail. */
const foreign = /[^\p{L}\p{M}\p{Zs}.'’\-,]/gu;

/**
 * A person's name as a mail may show it: whoever holds a link can choose one, and mail programs make
 * links out of what looks like an address. The record keeps the name as it was given.
 */
export const nameInMail = (name: string): string =>
  [...name.replaceAll(foreign, "")]
    .filter((character) => !hasHidden(character))
    .join("")
    // "evil.example" would be a link; "J. R. Tolkien" and "J.R. Tolkien" stay as they are.
    .replaceAll(/\.(?=\p{L}{2})/gu, ". ")
    .replaceAll(/\p{Zs}+/gu, " ")
    .trim();
