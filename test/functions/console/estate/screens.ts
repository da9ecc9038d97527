import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { goTo } from "#test/support/arrive.ts";
import { type ConsoleSuite, orgAdminOf, platformAdmin, type Role } from "#test/support/console.ts";
import type { Estate } from "#test/support/console-estate.ts";
import {
  isLookedAtAgain,
  looksOf,
  platformScreens,
  type Screen,
  tenantScreens,
} from "#test/support/console-screens.ts";
import { sampled } from "#test/support/full-size.ts";

export function everyScreen(suite: ConsoleSuite, estateOf: () => Estate): void {
  let estate: Estate;
  beforeAll(() => {
    estate = estateOf();
  });

  /** The folder for screenshots; none are taken without it. */
  const pictures = process.env.CONSOLE_SCREENSHOTS;

  async function takeAll(page: Page, name: string, folder: string): Promise<void> {
    const take = (kind: string) => page.screenshot({ path: `${folder}/${name}-${kind}.png` });
    await take("desktop");
    await page.setViewportSize({ width: 390, height: 844 });
    await take("phone");
    await page.emulateMedia({ colorScheme: "dark" });
    await take("phone-dark");
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  async function walk(role: Role, screens: readonly Screen[]): Promise<void> {
    const { page, faults } = await suite.visit("", role);
    const wrong: string[] = [];
    page.on("response", (response) => {
      if ([401, 403].includes(response.status())) wrong.push(`refused: ${response.url()}`);
    });
    // Other tests open the rest: walks, readers and hostile texts (safety.test.ts).
    for (const [turn, [name, path, text]] of sampled(screens, 4).entries()) {
      if (isLookedAtAgain(name, turn)) continue;
      await goTo(page, path, text);
      if (pictures !== undefined) await takeAll(page, name, pictures);
      wrong.push(...(await looksOf(page, turn)).map((one) => `${name}: ${one}`));
      if ((await page.locator("h1").count()) !== 1) wrong.push(`${name}: not one h1`);
      if (!/ · Countersign$/.test(await page.title())) wrong.push(`${name}: ${await page.title()}`);
    }
    expect(wrong).toEqual([]);
    expect(faults).toEqual([]);
  }

  describe("no screen has an accessibility violation, or loses anything at 320 px, in large text, in forced colours, without motion or on paper", () => {
    test("for a platform admin", () => walk(platformAdmin, platformScreens(estate)), 120_000);

    test(
      "for an organisation admin",
      () => walk(orgAdminOf(estate.tenant.name), tenantScreens(estate)),
      120_000,
    );
  });
}
