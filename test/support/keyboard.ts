import type { ElementHandle, Locator, Page } from "playwright-core";
import { sized } from "./full-size.ts";

/** The properties of a Tab stop that a test uses. */
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
 * Where the focus is; "busy" if it is here but the page calls the element disabled; "gone" if the page
 * has drawn another element in its place. The focused element must have an outline or a shadow, and
 * part of it must be visible in the window. This is a single look, because the focus may move between
 * two.
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

/** How many times a held Tab key repeats before the test looks where the focus is. */
const REPEATS = 8;
const MAX_PRESSES = 400;
const skipsTheWay = sized(false, true);

/**
 * Holds Tab. Once the element has the focus, the page takes no further press. The test looks at the
 * page once for several presses, because a look costs more than a press.
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
 * Puts the focus on the stop before the element, unless it is on the element already, and presses Tab.
 * A group of radio buttons is one stop. @returns false if the element cannot be seen
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

/** The element once it is visible. Unless `isWhole`, also makes the last press of the way to it. */
async function approach(target: Locator, isWhole: boolean): Promise<ElementHandle | null> {
  // Found once: looking up a role and a name among all elements costs more than a press.
  const found = await target.elementHandle();
  if (!isWhole && found !== null && (await pressBefore(target.page(), found))) return found;
  await target.waitFor();
  const seen = await target.elementHandle();
  if (!isWhole && seen !== null) await pressBefore(target.page(), seen);
  return seen;
}

const nextFrame = "new Promise((done) => requestAnimationFrame(() => done(null)))";

/**
 * Presses Tab until the target has the focus, as someone without a mouse does. An ordinary test run
 * makes only the last press of the way, unless that press does not lead there.
 * @param isWhole makes every press, even in an ordinary test run
 * @param isEnabled waits until the page no longer calls the target disabled
 */
export async function reach(
  target: Locator,
  isWhole = !skipsTheWay,
  isEnabled = false,
): Promise<void> {
  let found = await approach(target, isWhole);
  let fault: Fault | null = null;
  for (let presses = 0; presses < MAX_PRESSES; presses += REPEATS) {
    let focus = found === null ? "gone" : await focusOf(found);
    if (found === null || focus === "gone") {
      found = await target.elementHandle();
      focus = found === null ? "gone" : await focusOf(found);
    }
    if (found === null || focus === "gone") continue;
    if (focus === "here" || (focus === "busy" && !isEnabled)) return;
    // If the page draws another element in its place, the loop takes the focus again.
    if (focus === "busy") await found.waitForElementState("enabled").catch(() => null);
    else if (focus === "elsewhere") await holdTab(target.page(), found);
    else if (fault === focus) throw new Error(`${target} ${focus}.`);
    else {
      // The page may be redrawing the element at this moment, so look once more.
      fault = focus;
      await target.page().evaluate(nextFrame);
    }
  }
  throw new Error(`Tab never reached ${target}.`);
}

/** Presses a key on the element. If the page calls it disabled, waits until it no longer does. */
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
 * Chooses from a list by typing the beginning of the entry. No key waits for the previous one: a second
 * after a key, a browser takes the next key as the beginning of another entry.
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
  // With only the listener of `waitForEvent`, the browser may not ask the test for the file.
  target.page().on("filechooser", listening);
  const opening = target.page().waitForEvent("filechooser");
  // After a round trip, the browser knows that there is a listener.
  await target.page().evaluate("0");
  await target.page().keyboard.press("Enter");
  await (await opening).setFiles(file);
}

interface Attached {
  name: string;
  mimeType: string;
  buffer: Buffer;
}
