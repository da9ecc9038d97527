import type { Page } from "playwright-core";

/** How many entries the list that is shown has, on all of its pages. */
export async function entriesShown(page: Page): Promise<number> {
  const share = page.locator(".share strong");
  if ((await share.count()) > 0) return Number(await share.first().innerText());
  const rows = page.locator("#main table tbody tr");
  let count = await rows.count();
  for (;;) {
    const next = page.getByRole("button", { name: "Next page" });
    if ((await next.count()) === 0 || (await next.isDisabled())) return count;
    const before = page.url();
    await next.click();
    await page.waitForURL((url) => url.href !== before);
    await page.locator("#main .loading").waitFor({ state: "detached" });
    count += await rows.count();
  }
}
