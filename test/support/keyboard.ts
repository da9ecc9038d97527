import type { Locator } from "playwright-core";

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === element.ownerDocument.activeElement);

/** Presses Tab until the focus is on the target, as someone without a mouse does. */
async function reach(target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 400; presses += 1) {
    if (await hasFocus(target)) return;
    await target.page().keyboard.press("Tab");
  }
  throw new Error(`Tab never reached ${target}.`);
}

export async function press(target: Locator, key = "Enter"): Promise<void> {
  await reach(target);
  await target.page().keyboard.press(key);
}

/** Replaces what a field holds. */
export async function type(target: Locator, text: string): Promise<void> {
  await reach(target);
  await target.page().keyboard.press("Control+A");
  await target.page().keyboard.insertText(text);
}

/** Chooses from a list by typing what the entry begins with. */
export async function choose(target: Locator, text: string): Promise<void> {
  await target.locator("option", { hasText: text }).first().waitFor({ state: "attached" });
  await reach(target);
  await target.page().keyboard.type(text);
}
