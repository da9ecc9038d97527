import type { ElementHandle, Locator, Page } from "playwright-core";
import { sized } from "./full-size.ts";

/** What a test uses of an element that Tab may stop at. */
interface Stop {
  tabIndex: number;
  type?: string;
  name?: string;
  matches(selector: string): boolean;
  checkVisibility(): boolean;
  focus(): void;
}

interface Box {
  contains(other: Box): boolean;
}

type Fault = "has no focus ring" | "is hidden while it has the focus";

interface FocusedElement extends Box {
  ariaDisabled: string | null;
  isConnected: boolean;
  ownerDocument: {
    activeElement: unknown;
    defaultView: { getComputedStyle(of: Box): Record<string, string> };
    elementFromPoint(x: number, y: number): Box | null;
  };
  getBoundingClientRect(): Record<"left" | "top" | "width" | "height", number>;
}

/**
 * Where the focus is; "busy" if it is here, and the page calls the element disabled; "gone" if the page has drawn another element in its place. With the focus the
 * element must have an outline or a shadow, and part of it must be visible in the window. One look at
 * the page: between two, the focus may move.
 */
const focusOf = (found: ElementHandle): Promise<"here" | "busy" | "elsewhere" | "gone" | Fault> =>
  found.evaluate((node) => {
    const element = node as FocusedElement;
    const page = element.ownerDocument;
    if (!element.isConnected) return "gone";
    if (element !== page.activeElement) return "elsewhere";
    const { outlineStyle, outlineWidth, boxShadow } = page.defaultView.getComputedStyle(element);
    const hasRing = outlineStyle !== "none" && outlineWidth !== "0px";
    if (!hasRing && boxShadow === "none") return "has no focus ring";
    const { left, top, width, height } = element.getBoundingClientRect();
    const parts = [0.5, 0.1, 0.9];
    const isSeen = parts.some((x) =>
      parts.some((y) => {
        const front = page.elementFromPoint(left + width * x, top + height * y);
        return front !== null && (element.contains(front) || front.contains(element));
      }),
    );
    if (!isSeen) return "is hidden while it has the focus";
    return element.ariaDisabled === "true" ? "busy" : "here";
  });

/** How many times a held Tab key repeats before it is looked at where the focus is. */
const REPEATS = 8;
const MOST_PRESSES = 400;
const skipsTheWay = sized(false, true);

/**
 * Holds Tab; the page takes no further press once the element has the focus. One look at the page for
 * several presses: a look costs more than a press.
 */
async function holdTab(page: Page, found: ElementHandle): Promise<void> {
  const guard = await found.evaluateHandle((node) => {
    const element = node as { ownerDocument: EventTarget & { activeElement: unknown } };
    const stop = new AbortController();
    element.ownerDocument.addEventListener(
      "keydown",
      (event) => {
        if (element.ownerDocument.activeElement !== element) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      { capture: true, signal: stop.signal },
    );
    return stop;
  });
  await Promise.all(Array.from({ length: REPEATS }, () => page.keyboard.down("Tab")));
  await page.keyboard.up("Tab");
  await guard.evaluate((stop) => stop.abort());
}

/**
 * Puts the focus on the stop before the element, unless it is there already, and presses Tab; the radio
 * buttons of a group are one stop. @returns false if the element cannot be seen
 */
async function pressBefore(page: Page, found: ElementHandle): Promise<boolean> {
  const next = await found.evaluate((node) => {
    const element = node as Stop & {
      ownerDocument: { activeElement: unknown; querySelectorAll(of: string): Stop[] };
    };
    if (!element.checkVisibility()) return "unseen";
    if (element.ownerDocument.activeElement === element) return "there";
    const stops = "a[href], button, input, select, textarea, summary, [tabindex]";
    const isStop = (one: Stop): boolean =>
      one.tabIndex >= 0 &&
      !one.matches(":disabled") &&
      one.checkVisibility() &&
      (one === element || one.type !== "radio" || one.name !== element.name);
    const all = [...element.ownerDocument.querySelectorAll(stops)].filter(isStop);
    all[all.indexOf(element) - 1]?.focus();
    return "before";
  });
  if (next === "before") await page.keyboard.press("Tab");
  return next !== "unseen";
}

/** The element once it is seen; with the last press of the way to it, unless every press is to be made. */
async function approach(target: Locator, isWhole: boolean): Promise<ElementHandle | null> {
  // Found once: to look a role and a name up among all elements costs more than a press.
  const found = await target.elementHandle();
  if (!isWhole && found !== null && (await pressBefore(target.page(), found))) return found;
  await target.waitFor();
  const seen = await target.elementHandle();
  if (!isWhole && seen !== null) await pressBefore(target.page(), seen);
  return seen;
}

const nextFrame = "new Promise((done) => requestAnimationFrame(() => done(null)))";

/**
 * Presses Tab until the focus is on the target, as someone without a mouse does; in every test run,
 * only the last press of the way, unless that does not lead there.
 * @param isWhole every press in every test run
 * @param isEnabled waits until the page no longer calls the target disabled
 */
export async function reach(
  target: Locator,
  isWhole = !skipsTheWay,
  isEnabled = false,
): Promise<void> {
  let found = await approach(target, isWhole);
  let fault: Fault | null = null;
  for (let presses = 0; presses < MOST_PRESSES; presses += REPEATS) {
    let focus = found === null ? "gone" : await focusOf(found);
    if (found === null || focus === "gone") {
      found = await target.elementHandle();
      focus = found === null ? "gone" : await focusOf(found);
    }
    if (found === null || focus === "gone") continue;
    if (focus === "here" || (focus === "busy" && !isEnabled)) return;
    // A page that draws another element in its place has the focus taken again.
    if (focus === "busy") await found.waitForElementState("enabled").catch(() => null);
    else if (focus === "elsewhere") await holdTab(target.page(), found);
    else if (fault === focus) throw new Error(`${target} ${focus}.`);
    else {
      // What is drawn anew at this moment is looked at once more.
      fault = focus;
      await target.page().evaluate(nextFrame);
    }
  }
  throw new Error(`Tab never reached ${target}.`);
}

/** Presses a key on the element; one that the page calls disabled, once it no longer does. */
export async function press(target: Locator, key = "Enter"): Promise<void> {
  await reach(target, undefined, true);
  await target.page().keyboard.press(key);
}

/** Replaces the contents of a field. */
export async function type(target: Locator, text: string): Promise<void> {
  await reach(target);
  await target.page().keyboard.press("Control+A");
  await target.page().keyboard.insertText(text);
}

/**
 * Chooses from a list by typing the beginning of the entry. No key waits for the one before: a second
 * after a key, a browser takes the next one for the beginning of another entry.
 */
export async function choose(target: Locator, text: string): Promise<void> {
  await target.locator("option", { hasText: text }).first().waitFor({ state: "attached" });
  await reach(target);
  await Promise.all([...text].map((key) => target.page().keyboard.press(key)));
}

const listening = (): void => undefined;

/** Opens the browser's file chooser and picks a file. */
export async function chooseFile(target: Locator, file: Attached | string): Promise<void> {
  await reach(target);
  // With only `waitForEvent`'s own listener the browser may not ask the test for the file.
  target.page().on("filechooser", listening);
  const opening = target.page().waitForEvent("filechooser");
  // A round trip, after which the browser knows that there is a listener.
  await target.page().evaluate("0");
  await target.page().keyboard.press("Enter");
  await (await opening).setFiles(file);
}

interface Attached {
  name: string;
  mimeType: string;
  buffer: Buffer;
}
