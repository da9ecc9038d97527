let language = "en";

/** The texts of a review's rules are in this language, whatever the language of the page. */
export function useRulesLanguage({ lang }: { lang?: string | null | undefined }): void {
  language = lang ?? "en";
}

/** Marks an element that shows only words of the rule book with the language of those words. */
export function ofRules<E extends HTMLElement>(element: E): E {
  element.lang = language;
  return element;
}
