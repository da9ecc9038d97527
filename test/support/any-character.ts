import * as fc from "fast-check";

/** Any character, lone surrogates too. The library's own builds a table of a million characters. */
export const anyCharacter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));
