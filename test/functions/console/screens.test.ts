import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { consoleSuite, orgAdminOf, platformAdmin, type Role } from "#test/support/console.ts";
import { buildEstate, type Estate } from "#test/support/console-estate.ts";
import { axeViolations, overflow } from "#test/support/counsel-page.ts";

const suite = consoleSuite();
let estate: Estate;

beforeAll(async () => {
  estate = await buildEstate(suite.system);
});

/** Every screen: its name, its address, and a text that is there once it is whole. */
const platformScreens = (): [string, string, string][] => [
  ["home", "", "setup steps"],
  ["reviews", "/reviews", "Waiting for counsel 1"],
  ["review", `/reviews/${estate.reviews.approved}`, "One rule has changed since"],
  ["certificate", `/reviews/${estate.reviews.approved}/certificate`, "Certificate of review"],
  ["request", `/reviews/new?framework_id=${estate.frameworkId}`, "Pick the"],
  ["counsel", "/counsel", "Dr. Ada Lex"],
  ["counsel-detail", `/counsel/${estate.counselId}`, "Rule review: requested"],
  ["counsel-new", "/counsel/new", "Bar registration"],
  ["coverage", `/coverage?framework_id=${estate.frameworkId}`, "What starts or ends to apply"],
  ["rule-books", "/rule-books", "AI transparency code"],
  ["rule-book", `/rule-books/${estate.frameworkId}`, "Rule about transparency"],
  ["rule", `/rule-books/${estate.frameworkId}/rules/transparency.notice`, "Version 2"],
  ["import", `/rule-books/${estate.frameworkId}/import`, "Check and preview"],
  ["evidence", "/evidence", "Export as one file"],
  ["wording", "/evidence/wording", "Rule id"],
  ["verify", "/evidence/verify", "The verifier as a file"],
  ["audit", "/audit", "Rule review: requested"],
  ["setup", "/setup", "What was changed here"],
  ["tenants", "/tenants", "Northwind"],
  ["tenant", `/tenants/${estate.tenant.id}`, "Repositories"],
  ["connections", "/connections", "Event bus"],
  ["all-runs", "/connections/runs", "The runs of every tenant"],
  ["extractors", "/extractors", "Catalog"],
  ["not-found", "/nowhere", "There is no such page"],
];

const tenantScreens = (): [string, string, string][] => [
  ["tenant-home", "", "What waits for you"],
  ["tenant-connections", "/connections", "Repositories"],
  ["connect", "/connections/new", "What do you want to connect?"],
  ["connection", `/connections/${estate.connections.sourcehost}`, "Installation"],
  ["onboarding", `/connections/${estate.connections.sourcehost}?tab=onboarding`, "Step by step"],
  ["deliveries", `/connections/${estate.connections.sourcehost}?tab=deliveries`, "No delivery yet"],
  ["runs", `/connections/${estate.connections.sourcehost}?tab=runs`, "full"],
  ["run", `/connections/runs/${estate.runId}`, "Coverage"],
  ["inventory", "/inventory", "Inventory"],
  ["tenant-extractors", "/extractors", "Your chain"],
  ["tenant-audit", "/audit", "Connection: created"],
];

/** Goes to a screen without a reload, as a link does. */
async function goTo(page: Page, path: string, text: string): Promise<void> {
  await page.evaluate(`history.pushState(null, "", ${JSON.stringify(`/admin/console${path}`)})`);
  await page.locator("#main").getByText(text).first().waitFor();
  await expect.poll(() => page.locator("#main .loading").count(), { timeout: 20_000 }).toBe(0);
}

/** Where pictures of the screens go; they are taken only when a folder is named. */
const pictures = process.env.CONSOLE_SCREENSHOTS;

const take = async (page: Page, name: string): Promise<void> => {
  if (pictures === undefined) return;
  await page.screenshot({ path: `${pictures}/${name}.png` });
};

async function walk(role: Role, screens: [string, string, string][]): Promise<void> {
  const { page, faults, close } = await suite.open("", role);
  const wrong: string[] = [];
  for (const [name, path, text] of screens) {
    await goTo(page, path, text);
    await take(page, `${name}-desktop`);
    wrong.push(...(await axeViolations(page)).map((one) => `${name}, light: ${one}`));
    await page.emulateMedia({ colorScheme: "dark" });
    wrong.push(...(await axeViolations(page)).map((one) => `${name}, dark: ${one}`));
    await page.setViewportSize({ width: 390, height: 844 });
    await take(page, `${name}-phone-dark`);
    await page.emulateMedia({ colorScheme: "light" });
    await take(page, `${name}-phone`);
    await page.setViewportSize({ width: 320, height: 700 });
    const beyond = await overflow(page);
    if (beyond > 0) wrong.push(`${name}: ${beyond} px too wide at 320 px`);
    await page.setViewportSize({ width: 1280, height: 900 });
    if ((await page.locator("h1").count()) !== 1) wrong.push(`${name}: not one h1`);
    if (!/ · Countersign$/.test(await page.title())) wrong.push(`${name}: ${await page.title()}`);
  }
  expect(wrong).toEqual([]);
  expect(faults).toEqual([]);
  await close();
}

describe("every screen, light and dark, at 320 px too, without a violation", () => {
  test("of a platform admin", () => walk(platformAdmin, platformScreens()), 120_000);

  test(
    "of an organisation admin",
    () => walk(orgAdminOf(estate.tenant.name), tenantScreens()),
    120_000,
  );
});
