import type { Page, Route } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type ConsoleSuite, memberOf, nobody, orgAdminOf } from "#test/support/console.ts";
import type { Estate } from "#test/support/console-estate.ts";
import { flawsByTurns } from "#test/support/console-screens.ts";
import { atStep } from "#test/support/counsel-page.ts";
import { sized } from "#test/support/full-size.ts";
import { press } from "#test/support/keyboard.ts";
import { byTurns } from "#test/support/ways.ts";

export function searching(suite: ConsoleSuite, estateOf: () => Estate): void {
  let estate: Estate;
  beforeAll(() => {
    estate = estateOf();
  });

  const field = (page: Page) => page.getByRole("combobox", { name: /^An article, words/ });
  const option = (page: Page, name: string | RegExp) => page.getByRole("option", { name });
  const options = (page: Page) => page.getByRole("option").allInnerTexts();

  /** Lists that are read once, when the search is opened. */
  const once = [
    "/admin/counsel",
    "/admin/tenants",
    "/admin/rooms",
    "/admin/connections",
    "/admin/setup/checklist",
    "/connections",
  ];

  /** Types into the search. Returns the addresses of the API that were called for these words. */
  async function search(page: Page, text: string): Promise<string[]> {
    const asked: string[] = [];
    const listen = (request: { url(): string; resourceType(): string }) => {
      if (request.resourceType() === "fetch") asked.push(new URL(request.url()).pathname);
    };
    page.on("request", listen);
    await field(page).waitFor();
    await page.keyboard.insertText(text);
    await page
      .getByRole("status")
      .filter({ hasText: /results?\b|^Nothing fits/i })
      .waitFor();
    page.off("request", listen);
    return asked.filter((path) => !once.includes(path));
  }

  describe("a platform admin searches everything", () => {
    test("with / and the arrow keys, and arrives at the chosen result", async () => {
      const { page, faults } = await suite.visit("/nowhere");
      await page.keyboard.press("/");
      const asked = await search(page, "scoring");
      await option(page, /Rule about scoring/).waitFor();
      expect(asked).toEqual(["/admin/rules", "/admin/rule-reviews"]);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowUp");
      expect(await field(page).getAttribute("aria-activedescendant")).toBe(
        await option(page, /Rule about scoring/).getAttribute("id"),
      );
      await page.keyboard.press("Enter");
      await atStep(page, "Rule about scoring");
      expect(
        await page.locator("#main h1").evaluate((one) => one === one.ownerDocument.activeElement),
      ).toBe(true);
      expect(faults).toEqual([]);
    });

    test("by an article, a counsel, a review's id, a connection or a screen, also with the mouse", async () => {
      const { page, faults } = await suite.visit("/nowhere");
      const found = async (text: string, name: RegExp, heading: string | RegExp) => {
        await page.getByRole("button", { name: "Search", exact: true }).click();
        await search(page, text);
        await option(page, name).first().click();
        await atStep(page, heading as string);
      };
      await found("5(1)(c)", /Rule about transparency/, "Rule about transparency");
      if (sized(true, false)) {
        await found("Lex LLP", /^Dr\. Ada Lex/, "Dr. Ada Lex");
        await found("Repositories", /^Repositories/, "Repositories");
      }
      await found("tenan", /^Tenants/, "Tenants");
      // Connections and rooms are found by the words that their lists show.
      await page.route("**/admin/rooms?*", async (route) => {
        const { id } = estate.tenant;
        const room = { id, title: "An auditor", status: "expired" };
        await route.fulfill({ json: { items: [room], next_cursor: null } });
      });
      await page.keyboard.press("Control+k");
      await search(page, "auditor");
      await option(page, /An auditor.*Ended/s).waitFor();
      await field(page).fill("GitHub");
      await option(page, /^Repositories.*Source host \(GitHub\) · Active/s).waitFor();
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      // The mouse rests where the results will appear; it chooses none of them.
      await page.keyboard.press("Control+k");
      await search(page, estate.reviews.approved);
      await option(page, /Approved/).waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL(new RegExp(estate.reviews.approved));
      expect(faults).toEqual([]);
    });

    test("and can take a question on to Evidence", async () => {
      const { page } = await suite.visit("/audit");
      await page.keyboard.press("/");
      await search(page, "scoring.social");
      await option(page, /Who approved “scoring.social”, and when/).click();
      await atStep(page, "Evidence");
      await page.locator("#main .answer").waitFor();
    });

    test("and is told what did not answer and what was not searched, in an accessible way", async () => {
      const { page } = await suite.visit("/nowhere");
      await page.keyboard.press("/");
      await page.route("**/admin/rules?*", (route) => route.abort());
      await search(page, "Lex");
      await page.getByText("Not searched, because the service did not answer: Rules.").waitFor();
      await page.getByText("Not at audit rows").waitFor();
      expect(await flawsByTurns(page, 0)).toEqual([]);
    });

    test("and is not offered any results for words typed before", async () => {
      const { page } = await suite.visit("/nowhere");
      const held: Route[] = [];
      await page.route(/\/admin\/rules\?search=scoring/, (route) => {
        held.push(route);
      });
      await page.keyboard.press("/");
      await field(page).fill("scoring");
      await expect.poll(() => held.length).toBe(1);
      await field(page).fill("biometric");
      await option(page, /Rule about biometric/).waitFor();
      const answering = page.waitForResponse(/search=scoring/);
      await held[0]?.continue();
      await (await answering).finished();
      expect((await options(page)).join()).not.toContain("scoring");
    });
  });

  const ofTenants = [
    ["an organisation admin", () => orgAdminOf("Northwind")],
    ["a member", () => memberOf("Northwind")],
  ] as const;

  test.each(byTurns(ofTenants, 1))(
    "%s finds what is theirs, and asks for nothing else",
    async (_, role) => {
      const { page, faults } = await suite.visit("/nowhere", role());
      await page.getByRole("button", { name: "Search", exact: true }).click();
      const asked = await search(page, "Repositories");
      await option(page, /^Repositories/).waitFor();
      expect(asked).toEqual(["/artifacts"]);
      expect((await options(page)).join()).not.toContain("Who approved");
      await page.keyboard.press("Enter");
      await atStep(page, "Repositories");
      expect(faults).toEqual([]);
    },
  );

  test("Escape returns the focus, and Ctrl-K works in a form without losing what was typed", async () => {
    const { page } = await suite.visit("/counsel/new");
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Bea");
    await page.keyboard.press("Control+k");
    await field(page).waitFor();
    await page.keyboard.press("Control+k");
    expect(await page.getByRole("dialog").count()).toBe(1);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await name.inputValue()).toBe("Bea");
    expect(await name.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
    // Within a field, / is just a character.
    await page.keyboard.press("/");
    expect(await name.inputValue()).toBe("Bea/");
  });

  test("a letter alone does nothing, and the help for keys names only those that do something", async () => {
    const { page } = await suite.visit("/audit");
    const focused = () => page.evaluate("document.activeElement.tagName");
    const before = await focused();
    for (const letter of ["s", "j", "k"]) await page.keyboard.press(letter);
    expect(await focused()).toBe(before);
    await press(page.getByRole("button", { name: "Keys" }));
    const help = page.getByRole("dialog", { name: "Keys" });
    await help.getByText("Search everything").waitFor();
    const keys = await help.locator("dt").allInnerTexts();
    expect(keys.filter((key) => !/^g \w$/.test(key))).toEqual(["/", "Ctrl K", "?", "g", "Esc"]);
  });

  test("somebody without a role has nothing to search", async () => {
    const { page, close } = await suite.open("/nowhere", nobody);
    await page.keyboard.press("/");
    await page.keyboard.press("Control+k");
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Search", exact: true }).count()).toBe(0);
    await close();
  });
}
