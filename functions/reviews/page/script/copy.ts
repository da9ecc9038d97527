import { announce, givenTo, slot } from "./dom.ts";
import { says } from "./says.ts";

/** Copies a slot's text; where the browser refuses, selects it so that the reader can copy it. */
export async function copyFrom(button: HTMLElement): Promise<void> {
  const source = slot(document, button.dataset.copy ?? "");
  try {
    await navigator.clipboard.writeText(givenTo(source));
    announce(says.copied);
    button.classList.add("copied");
    setTimeout(() => button.classList.remove("copied"), 2000);
  } catch {
    getSelection()?.selectAllChildren(source);
    announce(says.selected);
  }
}
