import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { consoleSuite, orgAdminOf } from "#test/support/console.ts";
import { buildEstate } from "#test/support/console-estate.ts";

const suite = consoleSuite();
const attack = '"><img src=x onerror=globalThis.hacked=1><script>globalThis.hacked=1</script>';

async function intact(page: Page): Promise<void> {
  expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
  expect(await page.locator("#main script, #main img, #main iframe").count()).toBe(0);
  expect(await page.locator("h1").count()).toBe(1);
}

test("markup in every text of every entity is shown as text", async () => {
  const estate = await buildEstate(suite.system, attack);
  const { page, faults, close } = await suite.open("/reviews");
  const screens = [
    `/reviews/${estate.reviews.approved}`,
    `/reviews/new?framework_id=${estate.frameworkId}`,
    "/counsel",
    `/counsel/${estate.counselId}`,
    `/coverage?framework_id=${estate.frameworkId}`,
    "/rule-books",
    `/rule-books/${estate.frameworkId}`,
    `/rule-books/${estate.frameworkId}/rules/transparency.notice`,
    "/evidence",
    "/tenants",
    `/tenants/${estate.tenant.id}`,
    "/connections",
    "/extractors",
  ];
  for (const path of screens) {
    await page.evaluate(`history.pushState(null, "", "/admin/console${path}")`);
    await page.locator("#main").getByText("<img src=x").filter({ visible: true }).first().waitFor();
    await intact(page);
  }
  await page.evaluate('history.pushState(null, "", "/admin/console/audit")');
  await page.locator("#main [data-entry]").first().waitFor();
  await intact(page);
  expect(faults).toEqual([]);
  await close();

  const tenant = await suite.open(
    `/connections/${estate.connections.sourcehost}`,
    orgAdminOf(estate.tenant.name),
  );
  await tenant.page.locator("h1", { hasText: "<img src=x" }).waitFor();
  await intact(tenant.page);
  expect(tenant.faults).toEqual([]);
  await tenant.close();
});

test("what an upstream or the service says is shown as text too", async () => {
  const { page, faults, close } = await suite.open("/tenants");
  await page.route("**/admin/tenants", (route) =>
    route.fulfill({
      status: 422,
      contentType: "application/problem+json",
      body: JSON.stringify({
        code: "x",
        detail: attack,
        request_id: attack,
        errors: [{ path: "name", message: attack }],
      }),
    }),
  );
  await page.getByRole("button", { name: "Create a tenant" }).click();
  await page.getByLabel("Name", { exact: true }).fill("A");
  await page.getByRole("dialog").getByRole("button", { name: "Create a tenant" }).click();
  await page.getByRole("alert").getByText("<img src=x").first().waitFor();
  await intact(page);
  expect(faults.filter((fault) => !fault.includes("422"))).toEqual([]);
  await close();
});

test("no script but the console's own runs, and nothing is asked of another origin", async () => {
  const { page, faults, close } = await suite.open("");
  await page.evaluate(
    `try { const s = document.createElement("script"); s.textContent = "globalThis.hacked = 1"; document.head.append(s) } catch {}`,
  );
  await page.evaluate("fetch('https://example.com/').catch(() => {})");
  expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
  expect(faults.some((fault) => fault.includes("policy: connect-src"))).toBe(true);
  expect(faults.filter((fault) => fault.startsWith("asked"))).toEqual([]);
  await close();
});
