import type { Page } from "playwright-core";

/** The heading of the page for an address that does not exist. */
const NOWHERE = "There is no such page";

/**
 * Runs in the page: goes to an address as a link does, and waits there, without polling, until what is
 * shown satisfies `isThere`, which gets `#main`.
 */
const arriving = `(path, isThere, words) => new Promise((done, fail) => {
  let isDrawn = false;
  const look = () => {
    const main = document.querySelector("#main");
    if (!isDrawn || main === null || !isThere(main)) return;
    watch.disconnect();
    clearTimeout(late);
    done();
  };
  const watch = new MutationObserver(look);
  const late = setTimeout(() => {
    watch.disconnect();
    fail(new Error(path + " never showed " + words + ", but: " + document.body.innerText.slice(0, 2000)));
  }, 30_000);
  watch.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  history.pushState(null, "", path);
  // No timer, which a test may have stopped; by then the screen before is no longer drawn.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    isDrawn = true;
    look();
  };
  port2.postMessage(null);
})`;

const go = (page: Page, path: string, isThere: string, words: string): Promise<void> =>
  page.evaluate(
    `(${arriving})(${JSON.stringify(`/admin/console${path}`)}, ${isThere}, ${JSON.stringify(words)})`,
  );

const isLoaded = `(main) => main.querySelector("h1") !== null && main.querySelector(".loading") === null`;

/** Whether a visible element, and none within it, has that text, in any case and any spacing. */
const isShowing = (text: string | RegExp): string => {
  const pattern =
    typeof text === "string"
      ? `(said) => said.toLowerCase().includes(${JSON.stringify(text.toLowerCase())})`
      : `(said) => ${text}.test(said)`;
  return `(main) => {
    const isSaid = ${pattern};
    const says = (one) => isSaid(one.textContent.replace(/\\s+/g, " ").trim());
    const isShown = (one) => {
      const within = [...one.children].filter(says);
      return within.length > 0 ? within.some(isShown) : one.checkVisibility();
    };
    return says(main) && (${isLoaded})(main) && isShown(main);
  }`;
};

/** Goes to a screen without a reload, as a link does; waits for the text and for all loading. */
export const goTo = (page: Page, path: string, text?: string | RegExp): Promise<void> =>
  text === undefined
    ? go(page, path, isLoaded, "all that it loads")
    : go(page, path, isShowing(text), `“${text}”`);

const heading = (is: string): string =>
  `(main) => (${isLoaded})(main) && main.querySelector("h1").textContent ${is} ${JSON.stringify(NOWHERE)}`;

/** Goes to an empty screen, so that the previous one is known to be gone. */
export const leave = (page: Page): Promise<void> =>
  go(page, "/nowhere", heading("==="), `“${NOWHERE}”`);

/** Goes from the empty screen to one with content, and waits until all of it is loaded. */
export const enterScreen = (page: Page, path: string): Promise<void> =>
  go(page, path, heading("!=="), "a heading and all that it loads");
