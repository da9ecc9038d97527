import { type Language, languages } from "#shared/domain/language.ts";
import { setting } from "#shared/platform/settings.ts";

/**
 * The languages that this stage offers to counsel (COUNSEL_LANGUAGES), the default first. English is
 * always among them, because the texts are written in English.
 */
export function offeredLanguages(): readonly Language[] {
  const named = (setting("COUNSEL_LANGUAGES") ?? "").split(",").map((tag) => tag.trim());
  const known = named.flatMap((tag) => languages.filter((language) => language === tag));
  return [...new Set<Language>([...known, languages[0]])];
}
