import { DomainError } from "#shared/domain/errors.ts";
import type { Language } from "#shared/domain/language.ts";
import { offeredLanguages } from "./offered-languages.ts";

/** @throws DomainError `language_not_offered` */
export function requireOfferedLanguage(language: Language | null | undefined): void {
  const offered = offeredLanguages();
  if (language === null || language === undefined || offered.includes(language)) return;
  throw new DomainError(
    "language_not_offered",
    `Counsel's pages are not offered in "${language}" here. Choose one of ${offered.join(", ")}, or leave the language out.`,
    { errors: [{ path: "language", message: `must be one of ${offered.join(", ")}` }] },
  );
}
