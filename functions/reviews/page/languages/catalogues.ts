import type { Language } from "#shared/domain/language.ts";
import type { Catalogue } from "./catalogue.ts";

/** Loads the texts of one language; a key that one of them lacks does not compile. */
const catalogues: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: async () => (await import("./en.ts")).en,
};

export const catalogueOf = (language: Language): Promise<Catalogue> => catalogues[language]();
