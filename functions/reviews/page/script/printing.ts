import type { Review } from "./api.ts";

/** Characters an id or a hash is made of; anything else stays out of the style sheet. */
const plain = (text: string): string => text.replace(/[^0-9a-z-]/gi, "");

/** Until the browser itself knows of a changed address. */
const SETTLE_MS = 150;

let printedTitle: string = says.printedTitle;
let shownTitle = "";
let address = "";

/** Puts reference, hash and page numbers into the margins of every printed page. */
export function preparePaper({ request_id, rule_version_hash }: Review): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `@page{@bottom-left{content:"${says.printedReference} ${plain(request_id)}\\a ${says.printedSnapshot} ${plain(rule_version_hash)}"}}`,
  );
  document.adoptedStyleSheets = [sheet];
  printedTitle = `${says.printedTitle} ${request_id}`;
}

/**
 * Keeps the link off the paper: browsers print the page's address, so it is another one for as long
 * as they print. Some take it before they announce printing; hence the key and the button, too.
 */
export function wirePrinting(button: HTMLElement): void {
  button.addEventListener("click", printPage);
  addEventListener("beforeprint", hideLink);
  for (const event of ["afterprint", "focus", "pointerdown", "keydown"]) {
    addEventListener(event, restoreLink, true);
  }
  addEventListener("keydown", (event) => {
    const isPrint = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "p";
    if (!isPrint || event.shiftKey || event.altKey) return;
    event.preventDefault();
    printPage();
  });
}

function printPage(): void {
  hideLink();
  setTimeout(() => print(), SETTLE_MS);
}

function hideLink(): void {
  if (address !== "") return;
  shownTitle = document.title;
  address = location.href;
  document.title = printedTitle;
  history.replaceState(
    history.state,
    "",
    `${location.pathname.slice(0, location.pathname.lastIndexOf("/") + 1)}printed`,
  );
}

/** A browser that never fires afterprint is not left with the wrong address. */
function restoreLink(): void {
  if (address === "") return;
  history.replaceState(history.state, "", address);
  document.title = shownTitle;
  address = "";
}
