/**
 * Whenever the element that has the focus is removed from the page, as the button of an act that is no
 * longer possible, the nearest heading takes the focus. Returns a function that stops it.
 */
export function keepFocus(): () => void {
  let last: EventTarget | null = null;
  const remember = ({ target }: FocusEvent) => {
    last = target;
  };
  const watch = new MutationObserver((records) => {
    if (document.activeElement !== document.body || !(last instanceof Node)) return;
    const from = records.find(({ removedNodes }) =>
      [...removedNodes].some((one) => one.contains(last as Node)),
    )?.target;
    if (from === undefined) return;
    const place = from.isConnected ? (from as Element).closest(":has(h1, h2, h3)") : null;
    const heading = (place ?? document).querySelector<HTMLElement>("h1, h2, h3");
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  });
  addEventListener("focusin", remember);
  watch.observe(document.body, { childList: true, subtree: true });
  return () => {
    removeEventListener("focusin", remember);
    watch.disconnect();
  };
}
