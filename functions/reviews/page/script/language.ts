import { says } from "./says.ts";

/** The page comes in one language; another one is another page, opened where this one was. */

const CHOSEN = "countersign.language";
const OPENS = "countersign.opens";

const stored = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
};

/** @returns false without session storage: the page then stays as it is */
function store(key: string, value: string): boolean {
  try {
    sessionStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

function turnTo(language: string): void {
  const url = new URL(location.href);
  url.searchParams.set("lang", language);
  location.replace(url);
}

/**
 * Turns the page to the language that the service names, unless this reader chose another.
 * @returns whether it turns
 */
export function followLanguage(language: string): boolean {
  if (language === says.language || stored(CHOSEN) !== null || !store(OPENS, language))
    return false;
  turnTo(language);
  return true;
}

/** Whether the page was opened before it turned: a reader is not asked to open it twice. */
export function reopens(): boolean {
  const opens = stored(OPENS) === says.language;
  try {
    sessionStorage.removeItem(OPENS);
  } catch {
    // Nothing was stored.
  }
  return opens;
}

/** A reader's own choice holds for this tab; the draft and an opened review stay. */
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

/** The language to name to the service: the page's own, where its address names one. */
export const languageQuery = (): string =>
  new URLSearchParams(location.search).get("lang") === says.language
    ? `?lang=${says.language}`
    : "";
