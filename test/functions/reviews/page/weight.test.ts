import { expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import { openReview } from "#test/support/counsel-page.ts";

const suite = browserSuite();
const KB = 1024;

test("HTML, style, script and the texts of one language travel in at most 30 KB, and nothing else is fetched", async () => {
  const { page, close } = await suite.visit();
  const bytes = new Map<string, number>();
  page.on("response", async (response) => {
    const { responseBodySize } = await response.request().sizes();
    bytes.set(response.request().resourceType(), responseBodySize);
  });
  await page.reload();
  await openReview(page);
  await expect.poll(() => [...bytes.keys()].sort()).toEqual(["document", "fetch"]);
  expect(bytes.get("document")).toBeLessThanOrEqual(30 * KB);
  await close();
});
