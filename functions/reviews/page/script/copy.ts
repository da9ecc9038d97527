import { announce, givenTo, slot } from "./dom.ts";

/** Copies what a slot holds; where that is not allowed, selects it for the reader to copy. */
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
