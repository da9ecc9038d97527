/** How long a browser may take to notice a changed address. */
const SETTLE_MS = 150;

interface Page {
  address: string;
  title: string;
}

/** What the page is on paper. */
let paper: () => Page = () => shownPage();
/** What it is on screen, while it is printed. */
let shown: Page | null = null;

const shownPage = (): Page => ({ address: location.href, title: document.title });

/**
 * Keeps the link off the paper: browsers print the page's address, so it is replaced while they
 * print. Some read it before they fire `beforeprint`; hence `printPage` for a button, and the
 * keyboard shortcut as well.
 */
export function keepLinkOffPaper(onPaper: () => Page): void {
  paper = onPaper;
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
  if (shown !== null) return;
  shown = shownPage();
  become(paper());
}

/** Restores the address even if the browser never fires `afterprint`. */
function restoreLink(): void {
  if (shown === null) return;
  become(shown);
  shown = null;
}

function become({ address, title }: Page): void {
  history.replaceState(history.state, "", address);
  document.title = title;
}
