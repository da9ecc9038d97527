import { says } from "./says.ts";
import { stored } from "./stored.ts";

/** Each language has its own page. Changing the language opens that page in place of this one. */

const CHOSEN = "countersign.language";
const OPENS = "countersign.opens";

/** @returns whether it was stored; without session storage, the page keeps its language */
const store = (key: string, value: string): boolean =>
  stored(() => sessionStorage.setItem(key, value)) !== null;

function turnTo(language: string): void {
  const url = new URL(location.href);
  url.searchParams.set("lang", language);
  location.replace(url);
}

/**
 * Switches the page to the language that the service names, unless the reader has chosen another.
 * @returns whether it switches
 */
export function followLanguage(language: string): boolean {
  const chosen = stored(() => sessionStorage.getItem(CHOSEN));
  if (language === says.language || chosen !== null || !store(OPENS, language)) return false;
  turnTo(language);
  return true;
}

/** Whether the page was open before it switched, so that the reader need not open it twice. */
export function reopens(): boolean {
  const opens = stored(() => sessionStorage.getItem(OPENS)) === says.language;
  stored(() => sessionStorage.removeItem(OPENS));
  return opens;
}

/** The reader's own choice applies to this tab. The draft and an opened review are kept. */
export function wireLanguages(isOpen: () => boolean = () => false): void {
  for (const anchor of document.querySelectorAll<HTMLAnchorElement>(".languages a")) {
    anchor.addEventListener("click", (event) => {
      event.preventDefault();
      store(CHOSEN, anchor.lang);
      if (isOpen()) store(OPENS, anchor.lang);
      turnTo(anchor.lang);
    });
  }
}

/** The language query for the service: the page's own if its address names it, otherwise empty. */
export const languageQuery = (): string =>
  new URLSearchParams(location.search).get("lang") === says.language
    ? `?lang=${says.language}`
    : "";
