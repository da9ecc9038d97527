import {
  type Language,
  languageOf,
  offeredOf,
  preferredLanguage,
} from "#shared/domain/language.ts";
import { offeredLanguages } from "#shared/use-cases/counsel/offered-languages.ts";

interface Asked {
  query: Readonly<Record<string, unknown>>;
  headers: Readonly<Record<string, string>>;
}

/**
 * The language requested for a page: `?lang=` (a language that is not offered counts as the first one
 * offered), else Accept-Language; null if neither gives one.
 */
export function askedLanguage({ query, headers }: Asked): Language | null {
  const offered = offeredLanguages();
  const named = typeof query.lang === "string" ? languageOf(query.lang) : null;
  return named === null
    ? preferredLanguage(headers["accept-language"], offered)
    : offeredOf(offered, named);
}

/** The language of the page's shell. */
export const pageLanguage = (asked: Asked): Language =>
  offeredOf(offeredLanguages(), askedLanguage(asked));
