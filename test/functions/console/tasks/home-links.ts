import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { goTo } from "#test/support/arrive.ts";
import { type ConsoleSuite, orgAdminOf, platformAdmin, type Role } from "#test/support/console.ts";
import { sampled } from "#test/support/full-size.ts";

/** A link of Home: what it says, the entry that it stands in, and where it leads. */
interface Link {
  said: string;
  /** Of an entry of "Do next": what it is about and what is said of it. */
  object: string;
  entry: string;
  path: string;
}

const PREFIX = "/admin/console";

const plain = (text: string | null | undefined): string => (text ?? "").replace(/\s+/g, " ").trim();

/** Every link of the screen that is shown. */
async function linksOn(page: Page): Promise<Link[]> {
  const all = await page.locator("#main a[href]").evaluateAll((links) =>
    links.map((one) => {
      const entry = one.closest(".todo li");
      return [
        one.textContent,
        entry?.querySelector("strong")?.textContent,
        entry?.textContent,
        one.getAttribute("href"),
      ];
    }),
  );
  return all.map(([said, object, entry, href]) => ({
    said: plain(said),
    object: plain(object),
    entry: plain(entry),
    path: plain(href).replace(PREFIX, ""),
  }));
}

/** How many entries the list that is shown has, on all of its pages. */
async function entriesShown(page: Page): Promise<number> {
  const share = page.locator(".share strong");
  if ((await share.count()) > 0) return Number(await share.first().innerText());
  const rows = page.locator("#main table tbody tr");
  let count = await rows.count();
  for (;;) {
    const next = page.getByRole("button", { name: "Next page" });
    if ((await next.count()) === 0 || (await next.isDisabled())) return count;
    const before = page.url();
    await next.click();
    await page.waitForURL((url) => url.href !== before);
    await page.locator("#main .loading").waitFor({ state: "detached" });
    count += await rows.count();
  }
}

/** The number that a text says of something, without the days until it. */
const countIn = (text: string): number | null => {
  const number = /\b(\d+|One)\b(?= |$)/.exec(
    text.replace(/\bin \d+ days\b/, "").replace(/\d+ %/, ""),
  )?.[1];
  return number === undefined ? null : number === "One" ? 1 : Number(number);
};

/** What an entry says that is to be found again: without its object, due day and button. */
const saidIn = ({ entry, object, said }: Link): string =>
  entry.slice(entry.indexOf(object) + object.length, entry.length - said.length);

const main = (page: Page): Locator => page.locator("#main");

/** What each button of "Do next" has to open. Throws what is missing. */
const opens: Readonly<Record<string, (page: Page, link: Link) => Promise<void>>> = {
  "Amend and request again": async (page, link) => {
    await page.getByRole("heading", { level: 1, name: /^Edit/ }).waitFor();
    await main(page).getByText("the request of a new review opens").waitFor();
    const quote = /“([^“”]{10,60})/.exec(link.entry)?.[1];
    if (quote !== undefined) await main(page).getByText(quote.slice(0, 40)).first().waitFor();
  },
  "Authorise it": async (page) => {
    await page.getByRole("dialog", { name: /^Authorise .* again\?$/ }).waitFor();
    await page.keyboard.press("Escape");
  },
  "See who can authorise it": (page) =>
    main(page).getByText("An admin of the organisation, on this page").waitFor(),
  "See why": async (page, link) => {
    const rows = main(page).locator("tbody tr");
    await rows
      .or(page.getByRole("heading", { name: /What went wrong|What to know/ }))
      .first()
      .waitFor();
    if (/deliver/.test(saidIn(link))) {
      expect(await rows.getByText("Refused", { exact: true }).count()).toBe(await rows.count());
    } else if (link.path.includes("run=")) expect(await rows.count()).toBe(1);
  },
  "Request again": async (page, link) => {
    await page.getByRole("heading", { level: 1, name: "Request a review" }).waitFor();
    await main(page)
      .getByText(`${countIn(saidIn(link))} picked`)
      .waitFor();
  },
  "Request review": async (page, link) => {
    await page.getByRole("heading", { level: 1, name: "Request a review" }).waitFor();
    await main(page)
      .getByText(`${countIn(saidIn(link))} picked`)
      .waitFor();
  },
  "See what is missing": async (page, link) =>
    expect(await entriesShown(page)).toBe(countIn(saidIn(link))),
  Decide: async (page, link) => expect(await entriesShown(page)).toBe(countIn(saidIn(link))),
  "See the budget": (page) => page.getByRole("heading", { level: 1, name: /extractor/i }).waitFor(),
  "Correct the address": async (page) =>
    expect(await page.getByLabel("E-mail").inputValue()).toContain("@"),
  "See the request": (page) => main(page).locator("ol.chain").first().waitFor(),
  "See the wishes": (page) => main(page).getByText("What counsel said").first().waitFor(),
  "See it": (page) => main(page).locator(".facts").first().waitFor(),
  "See the connection": (page) => main(page).locator(".facts").first().waitFor(),
  "Set it up": async (page, link) => {
    const step = main(page)
      .locator("li")
      .filter({ has: page.getByRole("heading", { name: link.object, exact: true }) });
    await step.getByText("Not set").waitFor();
  },
};

/** What is wrong with where one link leads; null: it does what it says. */
async function wrongWith(page: Page, link: Link): Promise<string | null> {
  const told = `${link.said}${link.object === "" ? "" : ` (${link.object})`} → ${link.path}`;
  if (!link.path.startsWith("/docs/") && !link.path.startsWith("/_local")) {
    await goTo(page, link.path);
    const heading = await page.locator("#main h1").innerText();
    if (heading === "There is no such page") return `${told}: no such page`;
    if ((await page.locator("#main > .trouble[role=alert]").count()) > 0) return `${told}: trouble`;
  }
  if (link.object !== "") {
    const check = opens[link.said];
    if (check === undefined) return `${told}: nothing says what this button opens`;
    try {
      await check(page, link);
    } catch (error) {
      return `${told}: ${String(error).split("\n").slice(0, 3).join(" ")}`;
    }
    const [name = ""] = link.object.split(" · ");
    const shown = (await main(page).innerText()).toLowerCase().replaceAll(",", "");
    const isThere = shown.includes((name.split(", ")[0] ?? "").toLowerCase());
    const isOwn = ["Your inventory", "Extractors", "Evidence log"].includes(name);
    return isThere || isOwn ? null : `${told}: does not show ${name}`;
  }
  const isList =
    /^\/(coverage\?.*(status|starts|open|objections)=|reviews\?|evidence\/decisions|inventory\?)/;
  const count = countIn(link.said);
  if (count === null || !isList.test(link.path)) return null;
  const shown = await entriesShown(page);
  return shown === count ? null : `${told}: says ${count}, shows ${shown}`;
}

/** Follows what Home offers in the sample half year, and compares it with what it opens. */
export function homeLinks(suite: ConsoleSuite): void {
  const roles: readonly (readonly [string, Role])[] = [
    ["a platform admin", platformAdmin],
    ["an organisation admin", orgAdminOf("Northwind Logistics")],
  ];

  test.each(roles)("every link and button of Home of %s opens what it says", async (_, role) => {
    const { page, faults } = await suite.visit("", role);
    await page.locator("#do-next").waitFor();
    const links = await linksOn(page);
    expect(links.length).toBeGreaterThan(role === platformAdmin ? 30 : 8);
    const wrong: (string | null)[] = [];
    for (const link of links) wrong.push(await wrongWith(page, link));
    expect(wrong.filter((one) => one !== null)).toEqual([]);
    expect(faults).toEqual([]);
  });

  describe("counts of other screens are the rows that they open", () => {
    test("the queue's tabs", async () => {
      const { page } = await suite.visit("/reviews");
      const tabs = page.getByRole("button", { name: / \d+$/ });
      await tabs.first().waitFor();
      const names = (await tabs.allInnerTexts()).map(plain);
      expect(names.length).toBeGreaterThan(4);
      for (const name of sampled(names, names.length)) {
        await goTo(page, "/reviews");
        await page.getByRole("button", { name, exact: true }).click();
        await page.waitForURL(/status=/);
        await page.locator("#main .loading").waitFor({ state: "detached" });
        expect([name, await entriesShown(page)]).toEqual([name, Number(name.split(" ").at(-1))]);
      }
    });

    test("Setup counts what it lists as needed and in place", async () => {
      const { page } = await suite.visit("/setup");
      const said = await page.getByText(/^\d+ of \d+ that this deployment needs/).innerText();
      const needed = page
        .locator("section")
        .filter({ has: page.getByRole("heading", { name: "What this deployment needs" }) });
      expect(said).toMatch(
        new RegExp(
          `^${await needed.getByText("In place", { exact: true }).count()} of ${await needed.locator("ol.steps > li").count()} `,
        ),
      );
    });

    test("each rule book's number of rules, and the audit trail of a connection's runs", async () => {
      const { page } = await suite.visit("/coverage?framework_id=eu_ai_act");
      const said = Number(
        /\d+/.exec(
          await page
            .getByText(/as a table/)
            .first()
            .innerText(),
        )?.[0] ?? 0,
      );
      await goTo(page, "/rule-books/eu_ai_act");
      const rows = page.getByRole("table", { name: /rules/ }).locator("tbody tr");
      await rows.first().waitFor();
      if (said > 0) expect(await rows.count()).toBe(said);
    });
  });
}
