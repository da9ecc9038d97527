import { mkdirSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { loadRuleBooks } from "#infra/local/rule-books.ts";
import { fillHalfYear } from "./half-year.ts";
import { startTestSystemWithLog, type TestSystem } from "./system.ts";

/** Takes the pictures of the console for the docs, from the sample half year. */
export async function takeConsolePictures(browser: Browser, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const system = await startTestSystemWithLog();
  await loadRuleBooks(system);
  await fillHalfYear(system);
  const screens = await screensOf(system);
  const { name: tenant } = (await system.admin("GET", "/admin/tenants")).body.items[0];
  const take = (page: Page, name: string) => page.screenshot({ path: `${folder}/${name}.png` });
  const admin = await signedIn(browser, system.baseUrl, null);
  for (const [name, path] of Object.entries(screens.platform)) {
    await look(admin, system.baseUrl, path);
    await take(admin, `${name}-desktop`);
  }
  await admin.setViewportSize({ width: 390, height: 844 });
  await admin.emulateMedia({ colorScheme: "dark" });
  await look(admin, system.baseUrl, "/");
  await take(admin, "home-phone-dark");
  const organisation = await signedIn(browser, system.baseUrl, tenant);
  for (const [name, path] of Object.entries(screens.tenant)) {
    await look(organisation, system.baseUrl, path);
    await take(organisation, `${name}-desktop`);
  }
  await system.close();
}

/** The screens that the docs show, by the names of their pictures. */
async function screensOf(system: TestSystem) {
  const { body } = await system.admin("GET", "/admin/rule-reviews?status=approved_with_changes");
  const rules = (await system.admin("GET", "/admin/frameworks/eu_ai_act/rules")).body.items;
  const rule = `/rule-books/eu_ai_act/rules/${rules[0].use_case_id}`;
  return {
    platform: {
      home: "/",
      reviews: "/reviews",
      review: `/reviews/${body.items[0].id}`,
      request: "/reviews/new?framework_id=eu_ai_act",
      coverage: "/coverage?framework_id=eu_ai_act",
      "rule-book": "/rule-books/eu_ai_act",
      "rule-edit": `${rule}/edit`,
      evidence: "/evidence?q=50(2)",
      verify: "/evidence/verify",
      setup: "/setup",
      extractors: "/extractors",
    },
    tenant: { connections: "/connections", inventory: "/inventory" },
  };
}

/** A page of the console, signed in as the platform admin or as a tenant's admin. */
async function signedIn(browser: Browser, baseUrl: string, tenant: string | null): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 900 },
    locale: "en-GB",
  });
  await page.goto(`${baseUrl}/admin/console`);
  await page.getByText("Continue as").first().waitFor();
  const row =
    tenant === null
      ? page.locator("form")
      : page.getByRole("heading", { name: tenant, exact: true }).locator("+ .row");
  const label = tenant === null ? "Platform admin" : "Organisation admin";
  await row.getByRole("button", { name: label, exact: true }).click();
  await page.locator("#main h1").waitFor();
  return page;
}

/** Opens a screen and waits until it has finished loading. */
async function look(page: Page, baseUrl: string, path: string): Promise<void> {
  await page.goto(`${baseUrl}/admin/console${path}`);
  await page.locator("#main h1").waitFor();
  await page.waitForTimeout(2500);
}
