import { randomUUID } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import book from "#shared/domain/frameworks/rule-books/eu-ai-act.json" with { type: "json" };
import { dayText } from "#shared/domain/standing/day-text.ts";
import { goTo } from "#test/support/arrive.ts";
import { type ConsoleSuite, orgAdminOf, platformAdmin, type Role } from "#test/support/console.ts";
import { sampled, sized } from "#test/support/full-size.ts";
import { pdfPages } from "#test/support/pdf-text.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { entriesShown } from "./entries-shown.ts";

/** A link on Home: its text, the entry that contains it, and where it leads. */
interface Link {
  said: string;
  /** For a link in "Do next": what its entry is about, and then the entry's text. */
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

/** The count that a text contains, ignoring the days until something happens. */
const countIn = (text: string): number | null => {
  const number = /\b(\d+|One)\b(?= |$)/.exec(
    text.replace(/\bin \d+ days\b/, "").replace(/\d+ %/, ""),
  )?.[1];
  return number === undefined ? null : number === "One" ? 1 : Number(number);
};

/** The part of an entry that must be found again: its text without object, due day and button. */
const saidIn = ({ entry, object, said }: Link): string =>
  entry.slice(entry.indexOf(object) + object.length, entry.length - said.length);

const main = (page: Page): Locator => page.locator("#main");

/** For each button of "Do next", a check of what it has to open. Throws if something is missing. */
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
      expect(await rows.getByText("Refused", { exact: true }).count()).toBe(countIn(saidIn(link)));
      expect(await rows.count()).toBe(countIn(saidIn(link)));
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
  "See the request": (page) => main(page).locator("ol.timeline").first().waitFor(),
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

/** A rule about which counsel is being asked. */
interface Open {
  use_case_id: string;
  status: string;
  open_holds_wording: boolean;
}

/** The rules of the EU AI Act about which counsel is being asked. */
const OPEN = "/admin/frameworks/eu_ai_act/coverage?view=outline&open=true";

const today = new Date().toISOString().slice(0, 10);

/** Runs in the page. Finds what counts things under it: folded sections and the parts of an act. */
const countsInPlace = `(() => {
  const plain = (one) => one.textContent.replace(/\\s+/g, " ").trim();
  const found = [];
  const add = (said, rows) => {
    const count = /^(?:All |The )?(\\d+) [a-z]/.exec(said)?.[1] ?? /: (\\d+) [a-z]+$/.exec(said)?.[1];
    if (count !== undefined) found.push({ said, count: Number(count), rows });
  };
  for (const folded of document.querySelectorAll("#main details")) {
    const own = [...folded.querySelectorAll("tbody tr, li")].filter(
      (one) => one.closest("details") === folded && one.parentElement.closest("li") === folded.closest("li"),
    );
    add(plain(folded.querySelector("summary")), own.length);
  }
  for (const part of document.querySelectorAll("#main .part")) {
    const cells = part.parentElement.querySelectorAll(".cells button");
    add(plain(part.querySelector("p")), cells.length);
  }
  return found;
})()`;

/**
 * What is wrong with the screen that a link opens; null: the link does what it says.
 * @param reloaded the screens whose lists were reloaded; at full size, every list is
 */
async function wrongWith(
  page: Page,
  link: Link,
  reloaded: Set<string | undefined>,
): Promise<string | null> {
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
    /^\/(coverage\?.*(status|starts|open|objections)=|reviews\?|evidence\/decisions|inventory\?|connections\/.*outcome=refused)/;
  const count = countIn(/\d+ refused$/.exec(link.said)?.[0] ?? link.said);
  if (count === null || !isList.test(link.path)) return null;
  const shown = await entriesShown(page);
  if (shown !== count) return `${told}: says ${count}, shows ${shown}`;
  const [screen] = link.path.split("?");
  if (sized(false, reloaded.has(screen))) return null;
  reloaded.add(screen);
  const address = page.url();
  await page.reload();
  await page.locator("#main h1").waitFor();
  return page.url() === address ? null : `${told}: a reload turns ${address} into ${page.url()}`;
}

/** One of the links that say the same, whatever their book and number. */
const ofEachKind = (links: readonly Link[]): Link[] => {
  const kinds = Map.groupBy(links, (link) => `${link.said} ${saidIn(link)}`.replace(/\d+/g, ""));
  return [...kinds.values()].flatMap((kind) => kind.slice(0, 1));
};

/** Follows the links that Home offers in the sample half year, and checks what each one opens. */
export function homeLinks(suite: ConsoleSuite): void {
  const roles: readonly (readonly [string, Role])[] = [
    ["a platform admin", platformAdmin],
    ["an organisation admin", orgAdminOf("Northwind Logistics")],
  ];

  /** Sends an unsigned delivery for an organisation's repositories; the organisation refuses it. */
  async function sendUnsigned(): Promise<void> {
    const { items } = (await suite.system.admin("GET", "/admin/tenants")).body;
    const { id } = items.find(({ name }: { name: string }) => name === "Northwind Logistics");
    const headers = { "x-github-event": "push", "x-github-delivery": randomUUID() };
    const path = `/webhooks/sourcehost/${id}`;
    await expectStatus(suite.system.api()("POST", path, {}, headers), 401);
  }

  test.each(roles)(
    "every link and button on the Home screen of %s opens what it says",
    async (_, role) => {
      await sendUnsigned();
      const { page, faults } = await suite.visit("", role);
      await page.locator("#do-next").waitFor();
      const links = await linksOn(page);
      if (role !== platformAdmin) {
        expect(links.some(({ said }) => /^\d+ received, \d+ refused$/.test(said))).toBe(true);
      }
      expect(links.length).toBeGreaterThan(role === platformAdmin ? 30 : 8);
      const wrong: (string | null)[] = [];
      const reloaded = new Set<string | undefined>();
      for (const link of sized(links, ofEachKind(links)))
        wrong.push(await wrongWith(page, link, reloaded));
      expect(wrong.filter((one) => one !== null)).toEqual([]);
      expect(faults).toEqual([]);
    },
  );

  describe("counts on other screens equal the rows that they open", () => {
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
      // The counts do not know of what is searched for, so there are none then.
      await page.getByLabel("Counsel, firm, e-mail or review id").fill("Okafor");
      await tabs.first().waitFor({ state: "detached" });
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

    const screens = [
      "",
      "/reviews/panels",
      "/reviews/new?framework_id=eu_ai_act",
      "/coverage?framework_id=eu_ai_act",
      "/coverage?framework_id=co_sb_26_189",
      "/rule-books/eu_ai_act",
      "/evidence?q=employment",
      "/tenants",
      "/connections/runs",
    ];

    test("on every screen, a count in a heading or a folded section equals what is under it", async () => {
      const { page, faults } = await suite.visit("");
      const counted: { said: string; count: number; rows: number }[] = [];
      for (const path of screens) {
        await goTo(page, path);
        counted.push(...(await page.evaluate<typeof counted>(countsInPlace)));
      }
      await goTo(page, "/clearance");
      await page.getByLabel("Rule book").selectOption("eu_ai_act");
      await page.getByRole("button", { name: "Ask", exact: true }).click();
      await page.locator("summary", { hasText: "that are cleared" }).waitFor();
      counted.push(...(await page.evaluate<typeof counted>(countsInPlace)));
      for (const kind of [
        /^All \d+ rules as a table/,
        /^\d+ rules? · /,
        /looked at/,
        /are cleared/,
      ]) {
        expect([kind, counted.some(({ said }) => kind.test(said))]).toEqual([kind, true]);
      }
      expect(counted.filter(({ count, rows }) => count !== rows)).toEqual([]);
      expect(faults).toEqual([]);
    });

    test("a button that offers to pick or request a number of rules picks that many", async () => {
      const { page } = await suite.visit("/reviews/new?framework_id=eu_ai_act");
      const { outline } = (await suite.system.admin("GET", OPEN)).body;
      const rows = page.locator(".picks li").filter({ hasText: /Under review|is open/ });
      // Beside each rule, the picker says what Coverage says, so that nobody asks twice without knowing.
      const said = new Map(
        (await rows.allInnerTexts()).map((text) => [
          outline.find(({ use_case_id }: Open) => text.includes(use_case_id))?.use_case_id,
          /Under review|a request .*is open/.exec(text)?.[0],
        ]),
      );
      expect(said).toEqual(
        new Map(
          outline.map(({ use_case_id, status, open_holds_wording: isLive }: Open) => [
            use_case_id,
            status === "pending"
              ? "Under review"
              : `a request ${isLive ? "" : "about an earlier wording "}is open`,
          ]),
        ),
      );
      const buttons = page.getByRole("button", { name: /^Pick the \d+ / });
      await buttons.first().waitFor();
      for (const name of await buttons.allInnerTexts()) {
        await page.getByRole("button", { name, exact: true }).click();
        await page.getByText(`${countIn(name)} picked`, { exact: true }).waitFor();
        await page.getByRole("button", { name: "Pick none" }).click();
      }
      await goTo(page, "/clearance");
      await page.getByLabel("Rule book").selectOption("eu_ai_act");
      await page.getByRole("button", { name: "Ask", exact: true }).click();
      const ask = page.getByRole("link", { name: /^Request review( of \d+)?$/ });
      const count = countIn(await ask.innerText()) ?? 1;
      await ask.click();
      await page.getByText(`${count} picked`, { exact: true }).waitFor();
      // Counsel has already been asked about the other rules; a second request would ask twice. Being
      // asked about an earlier wording does not count.
      const picked = new URL(page.url()).searchParams.get("rules")?.split(",") ?? [];
      const about = (isLive: boolean): string[] =>
        outline.flatMap((rule: Open) =>
          rule.open_holds_wording === isLive ? [rule.use_case_id] : [],
        );
      expect(picked).toHaveLength(count);
      expect(picked.filter((id) => about(true).includes(id))).toEqual([]);
      expect(about(false)).toContain("annex3.8.b.democratic_processes");
      expect(picked).toContain("annex3.8.b.democratic_processes");
    });
  });

  test.each(["", "/coverage?framework_id=eu_ai_act", "/reviews?status=approved"])(
    "on paper, each page of %s has its number, and the first one when it was printed",
    async (path) => {
      const { page } = await suite.visit(path);
      if (path.startsWith("/reviews")) {
        await page.locator("#main tbody a").first().click();
        await page.getByText("For the record").waitFor();
      }
      const pages = pdfPages(await page.pdf({ format: "A4" }));
      expect(pages.length).toBeGreaterThan(1);
      for (const [i, text] of pages.entries())
        expect(text).toContain(`Page${i + 1}of${pages.length}`);
      expect(pages[0]).toMatch(/printedon\d{1,2}[A-Z][a-z]+\d{4},\d{2}:\d{2}/);
    },
  );

  test("a rule says that its source has not been read again for a long time, and only then", async () => {
    const [rule] = book.rules;
    const stale = { ...rule, use_case_id: "stale.rule", source_read_on: "2025-01-02" };
    const put = (path: string, body: unknown) =>
      expectStatus(suite.system.admin("PUT", `/admin/frameworks/law_of_old${path}`, body), 200);
    await put("", { display_name: "A law of old" });
    await put("/rules", { rules: [stale] });
    const { page } = await suite.visit("/rule-books/law_of_old/rules/stale.rule");
    await page.getByText("Source not read again since 2 January 2025").waitFor();
    await put("/rules", { rules: [{ ...stale, source_read_on: today }] });
    await goTo(page, "");
    await goTo(page, "/rule-books/law_of_old/rules/stale.rule", dayText(today));
    expect(await page.getByText("not read again").count()).toBe(0);
  });
}
