import { hasHidden } from "#shared/domain/text/text.ts";

/** Every character that does not belong in a person's name; a mail leaves these out. */
const foreign = /[^\p{L}\p{M}\p{Zs}.'’\-,]/gu;

/**
 * A person's name as a mail may show it. Anybody with a link can choose a name, and mail programs turn
 * anything that looks like an address into a link. The record keeps the name as it was given.
 */
export const nameInMail = (name: string): string =>
  [...name.replaceAll(foreign, "")]
    .filter((character) => !hasHidden(character))
    .join("")
    // "evil.example" would be a link; "J. R. Tolkien" and "J.R. Tolkien" stay as they are.
    .replaceAll(/\.(?=\p{L}{2})/gu, ". ")
    .replaceAll(/\p{Zs}+/gu, " ")
    .trim();
