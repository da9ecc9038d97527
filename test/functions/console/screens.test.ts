import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { consoleSuite, orgAdminOf, platformAdmin, type Role } from "#test/support/console.ts";
import { buildEstate, type Estate } from "#test/support/console-estate.ts";
import {
  goTo,
  platformScreens,
  type Screen,
  tenantScreens,
} from "#test/support/console-screens.ts";
import { axeViolations, colourViolations, overflow } from "#test/support/counsel-page.ts";

const suite = consoleSuite();
let estate: Estate;

beforeAll(async () => {
  estate = await buildEstate(suite.system);
});

/** The folder for screenshots; none are taken without it. */
const pictures = process.env.CONSOLE_SCREENSHOTS;

const take = async (page: Page, name: string): Promise<void> => {
  if (pictures === undefined) return;
  await page.screenshot({ path: `${pictures}/${name}.png` });
};

async function walk(role: Role, screens: readonly Screen[]): Promise<void> {
  const { page, faults, close } = await suite.open("", role);
  const wrong: string[] = [];
  page.on("response", (response) => {
    if ([401, 403].includes(response.status())) wrong.push(`refused: ${response.url()}`);
  });
  for (const [name, path, text] of screens) {
    await goTo(page, path, text);
    await take(page, `${name}-desktop`);
    wrong.push(...(await axeViolations(page)).map((one) => `${name}, light: ${one}`));
    await page.emulateMedia({ colorScheme: "dark" });
    wrong.push(...(await colourViolations(page)).map((one) => `${name}, dark: ${one}`));
    if (pictures !== undefined) await page.setViewportSize({ width: 390, height: 844 });
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

describe("every screen, light, dark and at 320 px, has no accessibility violation", () => {
  test("for a platform admin", () => walk(platformAdmin, platformScreens(estate)), 120_000);

  test(
    "for an organisation admin",
    () => walk(orgAdminOf(estate.tenant.name), tenantScreens(estate)),
    120_000,
  );
});
