import { firstWord } from "./shell/areas.ts";
import { askForTokens, begin, config, goalHere, takeBegun } from "./shell/provider.ts";

/*
 * The script at the page's head. It leaves for the sign-in provider before the console is loaded, and
 * on the way back asks for the tokens while the console is loading; meanwhile the files of the
 * address's screen are fetched too. Whatever goes wrong here the console meets again, and says.
 */

/** The console's script, and of each screen, by the first word of its path, the further files. */
interface Files {
  script: string;
  screens: Readonly<Record<string, readonly string[]>>;
}

const BASE = "/admin/console";
const FOLDER = `${BASE}/assets/`;
const files: Files = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="countersign-files"]')?.content ?? "{}",
);

const load = () => import(FOLDER + files.script);

function preload(path: string): void {
  const screen = firstWord(path.slice(BASE.length));
  for (const name of Object.hasOwn(files.screens, screen) ? (files.screens[screen] ?? []) : []) {
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
    preload(location.pathname);
    location.replace(await begin(goalHere()));
    return;
  }
  const answer = askForTokens(begun);
  // Who awaits it says what went wrong; until then it is nobody's fault.
  answer.catch(() => {});
  globalThis.countersignArrival = { begun, answer };
  void load();
  preload(begun.goal ?? "");
}

start().catch(load);
