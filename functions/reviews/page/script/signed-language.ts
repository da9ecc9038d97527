import { languageOf } from "#shared/domain/language.ts";
import { decisions } from "#shared/domain/reviews/statuses.ts";
import { byId, write } from "./dom.ts";
import { filled, says } from "./says.ts";
import { labelOf } from "./verdicts.ts";

/**
 * If the page is not in the language of the rules: names the language that counts, and also shows each
 * decision as it is recorded.
 */
export function nameSignedLanguage(lang: string): void {
  const signed = languageOf(lang);
  if (signed === says.language) return;
  const name = new Intl.DisplayNames([says.language], { type: "language" }).of(lang) ?? lang;
  write(byId("signed-in"), filled(says.signedIn, { language: name }));
  byId("signed-in").hidden = false;
  for (const decision of decisions) {
    const place = document.querySelector<HTMLElement>(`label[for="d-${decision}"] .signed`);
    if (place === null) continue;
    write(place, `${says.signedAs} ${labelOf(decision, signed ?? "en")}`);
    place.lang = signed ?? "en";
    place.hidden = false;
  }
}
