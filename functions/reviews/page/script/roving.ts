/**
 * Makes a list of links a single stop of the Tab key; arrow keys, Home and End move within it.
 * Otherwise, a review of forty rules would have that many stops before its first rule.
 */
export function rove(list: HTMLElement): void {
  const links = (): HTMLAnchorElement[] => [...list.querySelectorAll("a")];
  const keep = (one: Element | null) => {
    for (const [i, link] of links().entries()) {
      link.tabIndex = (one === null ? i === 0 : link === one) ? 0 : -1;
    }
  };
  list.addEventListener("focusin", ({ target }) => keep(target as Element));
  list.addEventListener("keydown", (event) => {
    const all = links();
    const at = all.indexOf(document.activeElement as HTMLAnchorElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    all[Math.min(Math.max(to, 0), all.length - 1)]?.focus();
  });
  keep(null);
}
