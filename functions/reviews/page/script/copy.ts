import { announce, givenTo, slot } from "./dom.ts";
import { says } from "./says.ts";

/** Copies a slot's text; where the browser refuses, selects it so that the reader can copy it. */
async function copyFrom(button: HTMLElement): Promise<void> {
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

/** Connects every button that copies. */
export function wireCopying(): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-copy]")) {
    button.addEventListener("click", () => copyFrom(button));
  }
}
