/** The languages of counsel's pages and mails, as BCP 47 tags; the first is the default. */
export const languages = ["en", "de", "fr", "es", "it"] as const;
export type Language = (typeof languages)[number];

/** The name of each language in that language. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  it: "Italiano",
};

/** The first of the wanted languages that a stage offers; else the first that it offers. */
export const offeredOf = (
  offered: readonly Language[],
  ...wanted: readonly (Language | null)[]
): Language =>
  wanted.find((language) => language !== null && offered.includes(language)) ??
  offered[0] ??
  languages[0];

/** A language by its tag, whatever region it names (`de-AT`); null if it is not one of them. */
export function languageOf(tag: string | null | undefined): Language | null {
  const primary = (tag ?? "").split("-")[0]?.toLowerCase();
  return languages.find((language) => language === primary) ?? null;
}

/** The page's language for a row; left out if it is the language of the rules (default en). */
export const presentedIn = (
  shown: Language | null | undefined,
  frameworkLang: string | null,
): { presented_language?: Language } =>
  shown === null || shown === undefined || shown === languageOf(frameworkLang ?? languages[0])
    ? {}
    : { presented_language: shown };

/**
 * The offered language that a reader prefers (RFC 9110, Accept-Language), the first of equally
 * preferred ones; null if the header names none of them.
 * @param offered by the stage
 */
export function preferredLanguage(
  header: string | undefined,
  offered: readonly Language[],
): Language | null {
  const ranges = (header ?? "").slice(0, 1000).split(",").slice(0, 50);
  const wanted = ranges.flatMap((range) => {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
    const q = parameters.find((part) => part.startsWith("q="))?.slice(2) ?? "1";
    const weight = /^[01](\.\d{0,3})?$/.test(q) ? Number(q) : 0;
    const language = languageOf(tag);
    return language !== null && offered.includes(language) && weight > 0
      ? [{ language, weight }]
      : [];
  });
  return wanted.toSorted((a, b) => b.weight - a.weight)[0]?.language ?? null;
}
