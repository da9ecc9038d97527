import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { ConsoleSuite } from "#test/support/console.ts";
import { press } from "#test/support/keyboard.ts";
import { byTurns } from "#test/support/ways.ts";

/** Who approved Article 50, and when? It used to hit three dead ends; from Coverage, two clicks. */
export function coverageTasks(suite: ConsoleSuite): void {
  const MARKING = / Art\. 50\(2\): .*: Approved$/;

  /** Reads who approved it, in what form and on which day, and finds the link to the proof. */
  async function readsTheAnswer(page: Page): Promise<void> {
    const drawer = page.getByRole("dialog");
    await drawer
      .getByText(/^Approved( with changes,?)? by Avv\. Luca Ferrari on \d{1,2} \w+ 2\d{3}\./)
      .waitFor();
    expect(await drawer.locator("time").first().getAttribute("datetime")).toMatch(/^2\d{3}-/);
    await drawer.getByText("Suggested verdict").waitFor();
    await drawer.getByRole("link", { name: "Review and evidence" }).waitFor();
  }

  describe("who approved Article 50, and when", () => {
    const mouse = async () => {
      const { page, faults } = await suite.visit("/coverage");
      let clicks = 0;
      const click = async (target: ReturnType<Page["locator"]>): Promise<void> => {
        await target.click();
        clicks += 1;
      };
      await click(page.locator(".tabs").getByRole("link", { name: "EU AI Act" }));
      await click(page.getByRole("button", { name: MARKING }));
      await readsTheAnswer(page);
      expect(clicks).toBe(2);
      expect(faults).toEqual([]);
    };

    const keyboard = async () => {
      const { page, faults } = await suite.visit("/");
      await page.keyboard.press("g");
      await page.keyboard.press("v");
      await page.waitForURL(/\/coverage/);
      await press(page.locator(".tabs").getByRole("link", { name: "EU AI Act" }));
      const first = page.getByRole("button", { name: / Art\. 50\(1\): / });
      await press(first, "ArrowRight");
      await page.keyboard.press("Enter");
      await readsTheAnswer(page);
      expect(faults).toEqual([]);
    };

    const ways = [
      ["takes two clicks by mouse: the book's tab and the cell", mouse],
      ["can be found by keyboard alone", keyboard],
    ] as const;
    test.each(byTurns(ways, 0))("%s", (_, walk) => walk());
  });
}
