import { firstWord } from "./shell/areas.ts";
import { askForTokens, begin, config, goalHere, isKnown, takeBegun } from "./shell/provider.ts";

/*
 * The script at the page's head. It leaves for the sign-in provider before the console is loaded, and
 * on the way back asks for the tokens while the console is loading. Whatever goes wrong here the
 * console meets again, and says.
 */

/** The names of the console's files. */
interface Files {
  script: string;
  /** What the script imports. */
  shared: readonly string[];
  /** What each screen needs besides, by the first word of its path. */
  screens: Readonly<Record<string, readonly string[]>>;
}

const BASE = "/admin/console";
const FOLDER = `${BASE}/assets/`;
const files: Files = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="countersign-files"]')?.content ?? "{}",
);

const load = () => import(FOLDER + files.script);

/** Fetches all that an address's screen needs, side by side. */
function preload(address: string): void {
  const word = firstWord(address.slice(BASE.length));
  const own = Object.hasOwn(files.screens, word) ? (files.screens[word] ?? []) : [];
  for (const name of [files.script, ...files.shared, ...own]) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = FOLDER + name;
    document.head.append(link);
  }
}

async function start(): Promise<void> {
  if (location.origin !== new URL(config.redirect_uri).origin) return void load();
  const begun = takeBegun();
  if (begun === null) {
    // On a first visit the files come while the provider is asked; after that the browser has them.
    if (!isKnown()) preload(location.pathname);
    location.replace(await begin(goalHere()));
    return;
  }
  const answer = askForTokens(begun);
  // Who awaits it says what went wrong; until then it is nobody's fault.
  answer.catch(() => {});
  globalThis.countersignArrival = { begun, answer };
  preload(begun.goal ?? "");
  void load();
}

start().catch(load);
