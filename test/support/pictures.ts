import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";

/** Widths in CSS pixels: a phone, a desk, and an A4 page inside its margins. */
const WIDTHS = { 390: 390, 1280: 1280, print: 688 } as const;

/**
 * Takes pictures of the whole page, on a phone, at a desk and on paper. It does so only if PICTURES
 * names a folder for them (docs/contributing/development.md).
 */
export async function takePictures(page: Page, name: string): Promise<void> {
  const folder = process.env["PICTURES"];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  // A picture is not scrolled, and rules have their height only while somebody looks at them.
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
