import type { Review } from "./api.ts";

/** Characters an id or a hash is made of; anything else stays out of the style sheet. */
const plain = (text: string): string => text.replace(/[^0-9a-z-]/gi, "");

let title = "";
let address = "";

/**
 * Puts reference, hash and page numbers into the margins of every printed page, and takes the
 * link out of the address while the browser prints it (browsers put the address on paper).
 */
export function preparePrinting({ request_id, rule_version_hash }: Review): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `@page{@bottom-left{content:"Reference ${plain(request_id)}\\a Snapshot ${plain(rule_version_hash)}"}}`,
  );
  document.adoptedStyleSheets = [sheet];
  addEventListener("beforeprint", () => {
    if (address !== "") return;
    title = document.title;
    address = location.href;
    document.title = `Rule review ${request_id}`;
    history.replaceState(history.state, "", location.pathname.replace(/[^/]+$/, "printed"));
  });
  for (const event of ["afterprint", "focus", "pointerdown", "keydown"]) {
    addEventListener(event, restore, true);
  }
}

/** A browser that forgets to say that printing is over is not left with the wrong address. */
function restore(): void {
  if (address === "") return;
  history.replaceState(history.state, "", address);
  document.title = title;
  address = "";
}
