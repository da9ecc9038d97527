import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { goTo, leave } from "#test/support/arrive.ts";
import { consoleSuite, orgAdminOf, platformAdmin, type Role } from "#test/support/console.ts";
import { buildEstate, type Estate } from "#test/support/console-estate.ts";
import { isWalkedHostile, platformScreens, tenantScreens } from "#test/support/console-screens.ts";
import { overflow } from "#test/support/counsel-page.ts";
import { noteSweep, sampled } from "#test/support/full-size.ts";
import { makeAnswersHostile } from "#test/support/hostile-answers.ts";
import { extendEstate, type FurtherEstate } from "#test/support/hostile-estate.ts";
import { hiddenCharacters, hostileText, hostileTexts } from "#test/support/hostile-texts.ts";

const suite = consoleSuite();
let estate: Estate;
let more: FurtherEstate;

beforeAll(async () => {
  estate = await buildEstate(suite.system, hostileTexts.markup);
  more = await extendEstate(suite.system, estate, hostileTexts.markup);
});

/** The elements whose text, title or label contains an invisible character. */
const hiddenIn = `[document.head.querySelector("title"), ...document.body.querySelectorAll("*")].flatMap((one) => {
  const texts = [...one.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data);
  const isHidden = [...texts, one.title, one.ariaLabel].some((text) => ${hiddenCharacters}.test(text));
  if (!isHidden) return [];
  const around = one.closest("[data-name], dl > div, li, p, section")?.outerHTML.slice(0, 60);
  return ["hidden characters in " + one.localName + "." + one.className + " of " + around];
})`;

/** The elements that exist only if a text was taken for markup. */
const madeOfText = `[...document.querySelectorAll('body :is(img, script, iframe, [onerror], [onload], a[href^="javascript" i])')].map((one) => one.outerHTML.slice(0, 120))`;

/** The attacks that got through on the current page, and by how much it is too wide. */
async function harm(page: Page): Promise<string[]> {
  const found = await page.evaluate<string[]>(`[
    ...(globalThis.hacked === undefined ? [] : ["a script ran"]),
    ...${madeOfText},
    ...${hiddenIn},
    ...(document.querySelectorAll("h1").length === 1 ? [] : ["not one h1"]),
  ]`);
  const beyond = await overflow(page);
  return beyond > 0 ? [...found, `${beyond} px too wide at 320 px`] : found;
}

const PHONE = { width: 320, height: 700 };
const DESK = { width: 1280, height: 900 };

/** Looks at a page that is 320 px wide. */
async function atPhone<T>(page: Page, look: () => Promise<T>): Promise<T> {
  await page.setViewportSize(PHONE);
  const seen = await look();
  await page.setViewportSize(DESK);
  return seen;
}

const isShown = (page: Page): Promise<boolean> =>
  page.evaluate(`document.querySelector("#main").innerText.includes("<img src=x")`);

/** Screens that the lists omit because they look like others. */
const further = ({ connections }: Estate): (readonly [string, string, string | RegExp])[] => [
  ["deliveries", `/connections/${connections.sourcehost}?tab=deliveries`, /Why|No delivery yet/],
  ["runs", `/connections/${connections.sourcehost}?tab=runs`, /Because|No run yet/],
];

/** The screens of one panel, of a request that was passed on, and of one artifact. */
const single = (role: Role): (readonly [string, string])[] =>
  role === platformAdmin
    ? [
        ["panel", `/reviews/panels/${more.panelId}`],
        ["passed-on", `/reviews/${more.delegatedId}`],
        ["repeat", `/reviews/new?repeat=${estate.reviews.approved}`],
      ]
    : [["artifact", `/inventory/${more.artifactId}`]];

/**
 * Operations that no screen calls by itself: downloads of files, operations for programs, and the link
 * of a request that nobody mailed (here all are mailed). The crosswalk's table is in the console's own
 * bundle.
 */
const unread = [
  ...["getCrosswalk", "exportArtifacts", "getRegistration", "listClassifications"],
  ...["getEventbusStats", "getReviewAudit", "getPanelBundle", "getPanelCertificate"],
  ...["getCertificate", "listSignedCertificates", "getSignedCertificate", "listOpenQuestions"],
  // The console reads a room's rows from the newest on, with listAudit.
  "getRoomAudit",
  // No machine of an organisation is opened here.
  "getTenantMachine",
];

/** Screens that show only the service's own texts. */
const ownWords = [
  "tenant-home",
  "tenant-extractors",
  "import",
  "rule-new",
  "verify",
  "not-found",
  "counsel-new",
  "connect",
  "webhook-new",
  "webhook-edit",
  "tenant-clearance",
];

async function walk(
  page: Page,
  screens: readonly (readonly [string, string, (string | RegExp)?])[],
): Promise<void> {
  const wrong: string[] = [];
  await atPhone(page, async () => {
    for (const [name, path, text] of screens) {
      // The previous screen shows hostile texts too. Leave it, so only this screen's texts count.
      await leave(page);
      // The table head, which shows that the table is there, is visible only at desktop width.
      if (text !== undefined) await page.setViewportSize(DESK);
      await goTo(page, path, text);
      if (text !== undefined) await page.setViewportSize(PHONE);
      const isExpected = !ownWords.includes(name);
      if (isExpected) await expect.poll(() => isShown(page), { message: name }).toBe(true);
      wrong.push(...(await harm(page)).map((one) => `${name}: ${one}`));
    }
  });
  expect(wrong).toEqual([]);
}

const dialogsOf = (page: Page): string[] => {
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    dialog.dismiss().catch(() => {});
  });
  return dialogs;
};

describe("hostile text is shown as text, with its hidden characters as tags, and breaks no screen", () => {
  test("in every text that the API accepts, stores and shows again", async () => {
    const { page, faults } = await suite.visit("/nowhere");
    const dialogs = dialogsOf(page);
    const lists = ["/reviews", "/counsel", "/rule-books", "/tenants", "/connections"];
    await walk(
      page,
      sampled(lists, 3).map((path) => [path, path]),
    );
    expect([dialogs, faults]).toEqual([[], []]);
  });

  const seen = new Set<string>();
  test.each([
    ["a platform admin", () => platformAdmin, platformScreens],
    ["an organisation admin", () => orgAdminOf(estate.tenant.name), tenantScreens],
  ] as const)("in every text of every response to %s", async (who, role, screens) => {
    const { page, faults } = await suite.visit("/nowhere", role());
    const dialogs = dialogsOf(page);
    const asked = await makeAnswersHostile(page, suite.system.baseUrl);
    const inFull = further(estate).map(([name]) => name);
    const all = [
      ...screens(estate).map(([name, path]) => [name, path] as const),
      ...single(role()),
    ];
    const tried = all.filter(([name]) => isWalkedHostile(name) && !inFull.includes(name));
    await walk(page, [...tried, ...further(estate)]);
    noteSweep(`console: screens of ${who} with hostile texts`, tried.length + inFull.length);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("rule");
    await page.getByRole("option", { name: "<img src=x" }).first().waitFor();
    expect(await atPhone(page, () => harm(page))).toEqual([]);
    const harmless = /404|400/; // The service refuses a hostile id that a screen sends back to it.
    expect([dialogs, faults.filter((fault) => !harmless.test(fault))]).toEqual([[], []]);
    for (const id of asked) seen.add(id);
  });

  test("no response that the console reads was left out", () => {
    const read = allRoutes.filter(
      ({ method, access }) => method === "GET" && ["platform", "org", "user"].includes(access),
    );
    const leftOut = read.map(({ id }) => id).filter((id) => !seen.has(id));
    expect(leftOut.toSorted()).toEqual(unread.toSorted());
  });
});

test("messages from an upstream or the service are shown as text too", async () => {
  const { page, faults } = await suite.visit("/tenants");
  await page.route("**/admin/tenants", (route) =>
    route.fulfill({
      status: 422,
      contentType: "application/problem+json",
      body: JSON.stringify({
        code: "x",
        detail: hostileText,
        request_id: hostileText,
        errors: [{ path: "name", message: hostileText }],
      }),
    }),
  );
  await page.getByRole("button", { name: "Create a tenant" }).click();
  await page.getByLabel("Name", { exact: true }).fill("A");
  await page.getByRole("dialog").getByRole("button", { name: "Create a tenant" }).click();
  await page.getByRole("alert").getByText("<img src=x").first().waitFor();
  expect(await atPhone(page, () => harm(page))).toEqual([]);
  expect(faults.filter((fault) => !fault.includes("422"))).toEqual([]);
});

test("only the console's own scripts run, and no other origin is contacted", async () => {
  const { page, faults } = await suite.visit("");
  await page.evaluate(
    `try { const s = document.createElement("script"); s.textContent = "globalThis.hacked = 1"; document.head.append(s) } catch {}`,
  );
  await page.evaluate("fetch('https://example.com/').catch(() => {})");
  expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
  const isRefused = () => faults.some((fault) => fault.includes("policy: connect-src"));
  await expect.poll(isRefused).toBe(true);
  expect(faults.filter((fault) => fault.startsWith("asked"))).toEqual([]);
});
