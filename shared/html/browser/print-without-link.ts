/** How long a browser may take to notice a changed address. */
const SETTLE_MS = 150;

interface Page {
  address: string;
  title: string;
}

/** The page's address and title on paper. */
let paper: () => Page = () => shownPage();
/** The address and title on screen, kept while it is printed. */
let shown: Page | null = null;

const shownPage = (): Page => ({ address: location.href, title: document.title });

/**
 * Keeps the link off the paper. Browsers print the page's address, so we replace it during printing.
 * Some browsers read the address before they fire `beforeprint`; hence the button and the keyboard
 * shortcut use `printPage`.
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
