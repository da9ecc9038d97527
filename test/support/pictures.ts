import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";

/** CSS pixels: a phone, a desk, and an A4 page inside its margins. */
const WIDTHS = { 390: 390, 1280: 1280, print: 688 } as const;

/**
 * Pictures of what a page shows, whole, on a phone, at a desk and on paper; only where PICTURES names a
 * folder for them (docs/contributing/development.md).
 */
export async function takePictures(page: Page, name: string): Promise<void> {
  const folder = process.env["PICTURES"];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  // A picture is not scrolled: the rules have their height only where they are looked at.
  await page.evaluate('document.getElementById("rules")?.classList.add("whole")');
  const before = page.viewportSize() ?? { width: WIDTHS[1280], height: 900 };
  for (const [kind, width] of Object.entries(WIDTHS)) {
    await page.emulateMedia({ media: kind === "print" ? "print" : null });
    await page.setViewportSize({ width, height: 844 });
    const path = `${folder}/${name}-${kind}.png`;
    await page.screenshot({ path, fullPage: true, animations: "disabled" });
  }
  await page.emulateMedia({ media: null });
  await page.setViewportSize(before);
}
