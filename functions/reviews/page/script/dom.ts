/** The element with this id; the shell holds every id that the script names. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`There is no #${id}.`);
  return found as T;
}

/** Puts text, never markup, into every place of that name. */
export function fill(slot: string, text: string, root: ParentNode = document): void {
  for (const place of root.querySelectorAll(`[data-slot="${slot}"]`)) place.textContent = text;
}

export const slot = (root: ParentNode, name: string): HTMLElement =>
  root.querySelector(`[data-slot="${name}"]`) as HTMLElement;

/** A new element with text and further children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
}

export function link(text: string, href: string): HTMLAnchorElement {
  const anchor = make("a", text);
  anchor.href = href;
  return anchor;
}

/** Says something to screen readers without moving the focus. */
export const announce = (text: string): void => {
  byId("status").textContent = text;
};
