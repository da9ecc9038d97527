import type { Language } from "#shared/domain/language.ts";
import type { Catalogue } from "./catalogue.ts";
import { en } from "./en.ts";

/** Texts by language; a key that one of them lacks does not compile. */
export const catalogues: Readonly<Record<Language, Catalogue>> = { en };
