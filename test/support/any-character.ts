import * as fc from "fast-check";

/** Any character, lone surrogates too. Not the library's own, of which it makes a table of a million. */
export const anyCharacter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));
