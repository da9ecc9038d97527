import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { consoleSuite, orgAdminOf, platformAdmin, type Role } from "#test/support/console.ts";
import { buildEstate, type Estate } from "#test/support/console-estate.ts";
import { goTo, platformScreens, tenantScreens } from "#test/support/console-screens.ts";
import { axeViolations, overflow } from "#test/support/counsel-page.ts";
import { press } from "#test/support/keyboard.ts";

const suite = consoleSuite();
let estate: Estate;

beforeAll(async () => {
  estate = await buildEstate(suite.system);
});

/** What axe finds, in light and dark, and what does not fit at 320 px. */
async function flaws(page: Page): Promise<string[]> {
  const found = await axeViolations(page);
  await page.emulateMedia({ colorScheme: "dark" });
  found.push(...(await axeViolations(page)));
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 320, height: 700 });
  const beyond = await overflow(page);
  if (beyond > 0) found.push(`${beyond} px too wide at 320 px`);
  await page.setViewportSize({ width: 1280, height: 900 });
  return found;
}

/** Every dialog: the screen it stands on, and the button that opens it. */
const platformDialogs = ({ reviews, counselId, tenant, connections }: Estate) => [
  ["", "Keys"],
  [`/reviews/${reviews.pending}`, "Cancel the review"],
  [`/counsel/${counselId}`, "Deactivate"],
  [`/counsel/${counselId}`, "Require a passkey"],
  [`/counsel/${counselId}`, "Invite to make a key"],
  ["/rule-books", "New rule book"],
  ["/tenants", "Create a tenant"],
  [`/tenants/${tenant.id}`, "Rename"],
  [`/connections/${connections.eventbus}`, "Provision the bus"],
  ["/setup", "Provision the key pair"],
  ["/setup", "Set the private key"],
];

const tenantDialogs = ({ connections }: Estate) => [
  [`/connections/${connections.sourcehost}`, "Authorise again"],
  [`/connections/${connections.sourcehost}`, "Rename"],
  [`/connections/${connections.sourcehost}`, "Disconnect"],
];

describe("every dialog", () => {
  test.each([
    ["a platform admin", () => platformAdmin, platformDialogs],
    ["an organisation admin", () => orgAdminOf("Northwind"), tenantDialogs],
  ] as const)(
    "of %s is accessible, closes with Escape and returns the focus",
    async (_, role, dialogs) => {
      const { page, faults, close } = await suite.open("", role());
      const wrong: string[] = [];
      for (const [path = "", label = ""] of dialogs(estate)) {
        await goTo(page, path);
        const opener = page.getByRole("button", { name: label, exact: true });
        await press(opener);
        const dialog = page.getByRole("dialog");
        await dialog.waitFor();
        wrong.push(...(await flaws(page)).map((one) => `${label}: ${one}`));
        const name = await dialog.getAttribute("aria-labelledby");
        if (name === null) wrong.push(`${label}: has no name`);
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "detached" });
        const isBack = await opener.evaluate((one) => one === one.ownerDocument.activeElement);
        if (!isBack) wrong.push(`${label}: the focus is lost`);
      }
      expect(wrong).toEqual([]);
      expect(faults).toEqual([]);
      await close();
    },
  );
});

/** Screens that show nothing of the API's. */
const still = ["not-found", "import", "counsel-new", "connect", "wording", "verify"];

async function withoutService(role: Role, screens: readonly (readonly [string, string, string])[]) {
  const { page, close } = await suite.open("/nowhere", role);
  const wrong: string[] = [];
  const api = (url: URL): boolean =>
    /^\/(admin|tenant|connections|artifacts|discovery)/.test(url.pathname) &&
    !url.pathname.startsWith("/admin/console");
  for (const [name, path, text] of screens.filter(([one]) => !still.includes(one))) {
    await page.route(api, (route) =>
      route.request().resourceType() === "fetch" ? route.abort() : route.continue(),
    );
    await goTo(page, path);
    const alert = page.locator("#main").getByRole("alert").first();
    await alert.waitFor();
    if (["home", "review", "tenant-home", "inventory"].includes(name)) {
      wrong.push(...(await flaws(page)).map((one) => `${name}: ${one}`));
    }
    const again = page.locator("#main").getByRole("button", { name: "Try again" }).first();
    await again.waitFor();
    await page.unroute(api);
    if (name !== "home") continue; // Others may have asked again by themselves.
    await again.click();
    await page.getByText(text).first().waitFor();
  }
  expect(wrong).toEqual([]);
  await close();
}

describe("without the service, every screen says so and offers to try again", () => {
  test("to a platform admin", () => withoutService(platformAdmin, platformScreens(estate)));
  test("to an organisation admin", () =>
    withoutService(orgAdminOf("Northwind"), tenantScreens(estate)));
});

/** Lists, and where their empty state leads; null where there is nothing to do. */
const lists = [
  "/reviews",
  "/counsel",
  "/coverage",
  "/rule-books",
  "/evidence",
  "/audit",
  "/tenants",
  "/connections",
];
const ownLists = ["/connections", "/inventory", "/audit"];

test.each([
  ["a platform admin", () => platformAdmin, lists],
  ["an organisation admin", () => orgAdminOf("Northwind"), ownLists],
] as const)("an empty list tells %s what to do next, and is accessible", async (_, role, paths) => {
  const { page, faults, close } = await suite.open("/nowhere", role());
  await page.route(`${suite.system.baseUrl}/**`, async (route) => {
    if (route.request().resourceType() !== "fetch" || route.request().url().includes("/_local/"))
      return route.continue();
    const response = await route.fetch();
    const json = await response.json();
    return route.fulfill({
      response,
      json: Array.isArray(json.items) ? { ...json, items: [], next_cursor: null } : json,
    });
  });
  const wrong: string[] = [];
  for (const path of paths) {
    await goTo(page, path);
    await page.locator("#main .empty").first().waitFor();
    wrong.push(...(await flaws(page)).map((one) => `${path}: ${one}`));
  }
  expect(wrong).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

test("nothing is lost with text twice as large, forced colours, reduced motion or on paper", async () => {
  const { page, faults, close } = await suite.open("");
  const wrong: string[] = [];
  for (const [name, path, text] of platformScreens(estate)) {
    await goTo(page, path, text);
    await page.evaluate('document.documentElement.style.fontSize = "200%"');
    // A wide table scrolls in its own box; the page does not.
    const beyond: number = await page.evaluate(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    if (beyond > 0) wrong.push(`${name}: ${beyond} px too wide in large text`);
    await page.evaluate('document.documentElement.style.fontSize = ""');
    await page.emulateMedia({ reducedMotion: "reduce" });
    const moving = await page.evaluate(
      `[...document.querySelectorAll("*")].filter((e) => getComputedStyle(e).animationName !== "none" || parseFloat(getComputedStyle(e).transitionDuration) > 0).length`,
    );
    if (moving !== 0) wrong.push(`${name}: ${moving} elements move`);
    await page.emulateMedia({ reducedMotion: "no-preference", media: "print" });
    if (await page.getByRole("navigation", { name: "Screens" }).isVisible())
      wrong.push(`${name}: prints its navigation`);
    await page.emulateMedia({ media: "screen", forcedColors: "active" });
    const unseen = await page.evaluate(
      `[...document.querySelectorAll("#main .mark")].filter((e) => getComputedStyle(e).fill === getComputedStyle(document.body).backgroundColor).length`,
    );
    if (unseen !== 0) wrong.push(`${name}: ${unseen} marks vanish in forced colours`);
    await page.emulateMedia({ forcedColors: "none" });
  }
  expect(wrong).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});
