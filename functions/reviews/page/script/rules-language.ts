let language = "en";

/** What a review shows of its rules is in this language, whatever that of the page. */
export function useRulesLanguage({ lang }: { lang?: string | null | undefined }): void {
  language = lang ?? "en";
}

/** Marks an element, which shows words of the rule book only, with their language. */
export function ofRules<E extends HTMLElement>(element: E): E {
  element.lang = language;
  return element;
}
