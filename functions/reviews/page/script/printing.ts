import type { Review } from "./api.ts";
import { says } from "./says.ts";

/** Removes everything that cannot be part of an id or a hash: the text goes into a style sheet. */
const plain = (text: string): string => text.replace(/[^0-9a-z-]/gi, "");

/** How long a browser may take to notice a changed address. */
const SETTLE_MS = 150;

let printedTitle: string = says.printedTitle;
let shownTitle = "";
let address = "";

/** Puts reference, hash and page numbers into the margins of every printed page. */
export function preparePaper({
  request_id,
  rule_version_hash,
}: Pick<Review, "request_id" | "rule_version_hash">): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `@page{@bottom-left{content:"${says.printedReference} ${plain(request_id)}\\a ${says.printedSnapshot} ${plain(rule_version_hash)}"}}`,
  );
  document.adoptedStyleSheets = [sheet];
  printedTitle = `${says.printedTitle} ${request_id}`;
}

/**
 * Keeps the link off the paper: browsers print the page's address, so it is replaced while they
 * print. Some read it before they fire `beforeprint`; hence the button and the keyboard shortcut as
 * well.
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

/** Restores the address even if the browser never fires `afterprint`. */
function restoreLink(): void {
  if (address === "") return;
  history.replaceState(history.state, "", address);
  document.title = shownTitle;
  address = "";
}
