import { FOLDER, files, preload } from "./shell/preload.ts";
import {
  askForTokens,
  begin,
  config,
  goalHere,
  knownProvider,
  takeBegun,
} from "./shell/provider.ts";

/*
 * The script at the page's head. It leaves for the sign-in provider before the console is loaded,
 * and on the way back asks for the tokens while the console is loading. Whatever goes wrong here
 * goes wrong again in the console, which says so.
 */

/** The console's script, which imports all that its first screen needs. */
const load = () => import(FOLDER + files.script);

async function start(): Promise<void> {
  if (location.origin !== new URL(config.redirect_uri).origin) return void load();
  const begun = takeBegun();
  if (begun === null) {
    const isKnown = knownProvider() !== null;
    const address = begin(goalHere());
    // On a first visit the files come while the provider is asked; after that the browser has them.
    if (!isKnown) preload(location.pathname);
    location.replace(await address);
    return;
  }
  const answer = askForTokens(begun);
  // The caller that awaits it reports the error; until then the rejection must not count as
  // unhandled.
  answer.catch(() => {});
  globalThis.countersignArrival = { begun, answer };
  preload(begun.goal ?? "");
  void load();
}

start().catch(load);
