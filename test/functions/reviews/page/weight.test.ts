import { expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import { openReview } from "#test/support/counsel-page.ts";

const suite = browserSuite();
const KB = 1024;

// 40 KB held what a page needs to read rules and decide on all of them at once. A verdict under each
// rule, the way through forty of them, and texts that come as data because the page speaks several
// languages (one at a time) need more.
test("HTML, style, script and the texts of one language are at most 64 KB, and nothing else is fetched", async () => {
  const { page, close } = await suite.visit();
  const bytes = new Map<string, number>();
  page.on("response", async (response) => {
    bytes.set(response.request().resourceType(), (await response.body()).byteLength);
  });
  await page.reload();
  await openReview(page);
  await expect.poll(() => [...bytes.keys()].sort()).toEqual(["document", "fetch"]);
  expect(bytes.get("document")).toBeLessThanOrEqual(64 * KB);
  await close();
});
