import type { Language } from "#shared/domain/language.ts";
import type { Catalogue } from "./catalogue.ts";

/** Loads the texts of one language. If a language lacks a key, this does not compile. */
const catalogues: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: async () => (await import("./en.ts")).en,
  de: async () => (await import("./de.ts")).de,
  fr: async () => (await import("./fr.ts")).fr,
  es: async () => (await import("./es.ts")).es,
  it: async () => (await import("./it.ts")).it,
};

export const catalogueOf = (language: Language): Promise<Catalogue> => catalogues[language]();
