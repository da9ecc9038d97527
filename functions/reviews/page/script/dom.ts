import { visible } from "#shared/domain/text/text.ts";
import { filled } from "./says.ts";

/*
 * All dynamic text of the page goes through here: hidden characters (direction marks, zero-width
 * characters) are made visible, so that counsel signs what they read.
 */

/** The original text of each element, before hidden characters were made visible. */
const given = new WeakMap<Element, string>();
export const givenTo = (element: Element): string =>
  given.get(element) ?? element.textContent ?? "";

/** The element with this id. The page contains every id that the script uses. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`There is no #${id}.`);
  return found as T;
}

/** Shows a field's fault, even if the field was folded away; an empty text removes it. */
export function blame(field: Element, error: HTMLElement, message: string): void {
  const isWrong = message !== "";
  if (isWrong) unfold(field);
  write(error, message);
  error.hidden = !isWrong;
  field.toggleAttribute("data-invalid", isWrong);
  if (field.tagName !== "FIELDSET") field.setAttribute("aria-invalid", String(isWrong));
}

/** Unfolds everything that contains an element. */
export const unfold = (within: Element): void => {
  within.closest("details")?.setAttribute("open", "");
};

/** Puts text, never markup, into every slot of that name. */
export function fill(slot: string, text: string, root: ParentNode = document): void {
  for (const place of root.querySelectorAll(`[data-slot="${slot}"]`)) write(place, text);
}

/** Fills rows that are shown only if they have text. */
export function fillOptional(name: string, text = ""): void {
  fill(name, text);
  for (const row of document.querySelectorAll<HTMLElement>(`.of-${name}`)) row.hidden = text === "";
}

/**
 * Puts a text of ours into every slot with that name. Text between `**` is bold, and the values put in
 * its placeholders are text, never markup.
 */
export function fillMarked(
  slot: string,
  text: string,
  values: Readonly<Record<string, string>>,
): void {
  const parts = text.split("**").map((part) => filled(part, values));
  for (const place of document.querySelectorAll(`[data-slot="${slot}"]`)) {
    write(place, "");
    place.append(...parts.map((part, i) => (i % 2 === 0 ? visible(part) : make("strong", part))));
    given.set(place, parts.join(""));
  }
}

/** Puts text, never markup, into an element. */
export function write(place: Element, text: string): void {
  place.textContent = visible(text);
  given.set(place, text);
}

export const slot = (root: ParentNode, name: string): HTMLElement =>
  root.querySelector(`[data-slot="${name}"]`) as HTMLElement;

/** Creates an element with the given children, and makes hidden characters in text visible. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  element.append(...children.map((child) => (typeof child === "string" ? visible(child) : child)));
  return element;
}

/** Makes an element of a class, with its children. */
export function classed<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = make(tag, ...children);
  element.className = className;
  return element;
}

export function link(text: string, href: string): HTMLAnchorElement {
  const anchor = make("a", text);
  anchor.href = href;
  return anchor;
}

/** Announces a text to screen readers without moving the focus. */
export const announce = (text: string): void => {
  write(byId("status"), text);
};
