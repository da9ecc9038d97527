import { signal } from "@preact/signals";
import { may } from "./client.ts";
import { entries, isOffered } from "./navigation.ts";

export const keysShown = signal(false);
/** Whether the search over everything is open. */
export const searchShown = signal(false);

const STORED = "countersign.keys";
/** Single-key shortcuts can be switched off (WCAG 2.1.4): speech input triggers them, too. */
export const keysOn = signal(localStorage.getItem(STORED) !== "off");

export function switchKeys(on: boolean): void {
  keysOn.value = on;
  localStorage.setItem(STORED, on ? "on" : "off");
}

/** Long enough for users who have to look for the letter. */
const CHORD_MS = 4000;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    "textarea, select, dialog, input:not([type=checkbox], [type=radio], [type=range])",
  ) !== null;

/** A letter goes to a screen until this time. It outlives the listener, renewed on each screen. */
let chordUntil = 0;

/** Listens for the console's keyboard shortcuts; `go` navigates to a screen. */
export function listenForKeys(go: (path: string) => void): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const { key } = event;
    if (key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
      searchAll(event);
      return;
    }
    if (!keysOn.value || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) {
      return;
    }
    if (performance.now() < chordUntil) {
      chordUntil = 0;
      const entry = entries.find((one) => one.key === key && isOffered(one));
      if (entry === undefined) return;
      event.preventDefault();
      go(entry.path);
      return;
    }
    if (key === "g") chordUntil = performance.now() + CHORD_MS;
    else if (key === "?") keysShown.value = true;
    else if (key === "/") searchAll(event);
  };
  addEventListener("keydown", onKey);
  return () => removeEventListener("keydown", onKey);
}

/** Opens the search over everything, but not above another dialog. */
function searchAll(event: KeyboardEvent): void {
  event.preventDefault();
  const hasRole = entries.some(({ needs }) => needs.some(may));
  if (hasRole && document.querySelector("dialog[open]") === null) searchShown.value = true;
}
