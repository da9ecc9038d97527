import {
  type Language,
  languageOf,
  languages,
  preferredLanguage,
} from "#shared/domain/language.ts";

interface Asked {
  query: Readonly<Record<string, unknown>>;
  headers: Readonly<Record<string, string>>;
}

/** The language that a page was asked for: `?lang=`, else Accept-Language; null if neither says. */
export const askedLanguage = ({ query, headers }: Asked): Language | null =>
  (typeof query.lang === "string" ? languageOf(query.lang) : null) ??
  preferredLanguage(headers["accept-language"]);

/** The language of the page's shell. */
export const pageLanguage = (asked: Asked): Language => askedLanguage(asked) ?? languages[0];
