import { keepLinkOffPaper, printPage } from "#shared/html/browser/print-without-link.ts";
import type { Review } from "./api.ts";
import { says } from "./says.ts";

/** Removes all that cannot be part of an id or a hash, because the text goes into a style sheet. */
const plain = (text: string): string => text.replace(/[^0-9a-z-]/gi, "");

let printedTitle: string = says.printedTitle;

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

/** Prints through the button or the browser's own commands, without the link. */
export function wirePrinting(button: HTMLElement): void {
  button.addEventListener("click", printPage);
  const address = new URL("printed", location.href).pathname;
  keepLinkOffPaper(() => ({ address, title: printedTitle }));
}
