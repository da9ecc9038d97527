/** How long a browser may take to notice a changed address. */
const SETTLE_MS = 150;

let address = "";

/**
 * Keeps the room's link off the paper: browsers print a page's address, so it is another one while
 * they print. Some read it before they fire `beforeprint`, hence the keyboard shortcut as well.
 */
export function keepLinkOffPaper(): void {
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

export function printPage(): void {
  hideLink();
  setTimeout(() => print(), SETTLE_MS);
}

function hideLink(): void {
  if (address !== "") return;
  address = location.href;
  history.replaceState(history.state, "", "/room/printed");
}

/** Restores the address even if the browser never fires `afterprint`. */
function restoreLink(): void {
  if (address === "") return;
  history.replaceState(history.state, "", address);
  address = "";
}
