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
 * The inline script in the page's head. It redirects to the sign-in provider before the console is
 * loaded and, on return, requests the tokens while the console loads. Whatever fails here fails
 * again in the console, which reports it.
 */

/** Loads the console's script, which imports everything that its first screen needs. */
const load = () => import(FOLDER + files.script);

async function start(): Promise<void> {
  if (location.origin !== new URL(config.redirect_uri).origin) {
    await load();
    return;
  }
  const begun = takeBegun();
  if (begun === null) {
    const isKnown = knownProvider() !== null;
    const address = begin(goalHere());
    // On a first visit, fetches the files while the provider responds; later they are in the cache.
    if (!isKnown) preload(location.pathname);
    location.replace(await address);
    return;
  }
  const answer = askForTokens(begun);
  // Whoever awaits it reports the error; until then, the rejection must not count as unhandled.
  answer.catch(() => {});
  globalThis.countersignArrival = { begun, answer };
  preload(begun.goal ?? "");
  await load();
}

start().catch(load);
