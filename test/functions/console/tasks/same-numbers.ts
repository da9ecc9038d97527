import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { InForce } from "#shared/domain/frameworks/in-force.ts";
import { rulesBecome } from "#shared/domain/frameworks/law-text.ts";
import { dayText } from "#shared/domain/standing/day-text.ts";
import { goTo } from "#test/support/arrive.ts";
import type { ConsoleSuite } from "#test/support/console.ts";
import { openInRestingTab } from "#test/support/counsel-page.ts";
import { sampled } from "#test/support/full-size.ts";
import { openRoom } from "#test/support/room-fixture.ts";
import { enter } from "#test/support/room-page.ts";

const BOOKS = ["eu_ai_act", "co_sb_26_189"] as const;

/** What each screen calls the same state, beginning with the word that Coverage has for it. */
const words = [
  { coverage: "Approved", home: "approved", room: "approved, live" },
  { coverage: "Changed since approval", home: "changed since", room: "approved, changed since" },
  { coverage: "Refused", home: "refused", room: "refused" },
  { coverage: "Under review", home: "under review", room: "counsel was asked" },
  { coverage: "Never reviewed", home: "never reviewed", room: "never reviewed" },
] as const;
type Word = (typeof words)[number]["coverage"];

/** What Clearance says about a rule that is not approved. */
const reasons: Readonly<Record<string, Word>> = {
  Rejected: "Refused",
  "Changes requested": "Refused",
  "The wording differs": "Changed since approval",
  "Waiting for counsel": "Under review",
  "A panel is deciding": "Under review",
  "Never reviewed": "Never reviewed",
};

/** How the sentence about a rule begins. */
const beginnings: Readonly<Record<Word, RegExp>> = {
  Approved: /^Approved /,
  "Changed since approval": /^Changed since it was approved: /,
  Refused: /^Not approved: .* (rejected|asked for changes)/,
  "Under review": /^Not approved yet: (counsel has been asked|a panel is deciding)\./,
  "Never reviewed": /^Not approved: nobody has decided on this rule\./,
};

interface Shown {
  /** How many rules are in each state. */
  counts: Record<string, number>;
  percent: string;
}

/** A rule as Coverage shows it. */
interface Cell {
  provision: string;
  title: string;
  word: Word;
  isOpen: boolean;
  /** What is open asks only about an earlier wording. */
  isEarlier: boolean;
}

const textsOf = async (found: Locator): Promise<string[]> =>
  (await found.allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());

/** The number before or after each text, keyed by the text. States that no rule has are left out. */
const counted = (texts: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    texts
      .map((text) => [text.replace(/\d+/, "").trim(), Number(/\d+/.exec(text)?.[0])] as const)
      .filter(([, n]) => n > 0),
  );

/**
 * The sample half year on five screens. For the first users, Home said "ready", Coverage 15 of 15, the
 * review none of 2 and Clearance 2 blocked, about the same rules at the same time.
 */
export function sameNumbers(suite: ConsoleSuite): void {
  /** The books by their short names. */
  const names = new Map<string, string>();
  beforeAll(async () => {
    for (const { id, short_name } of (await suite.system.admin("GET", "/admin/overview")).body
      .books) {
      names.set(id, short_name);
    }
  });

  async function onHome(page: Page, book: string): Promise<Shown> {
    await goTo(page, "", "newest checkpoint");
    const row = page.getByRole("row").filter({
      has: page.getByRole("link", { name: names.get(book) ?? "", exact: true }),
    });
    const cell = row.first().getByRole("cell");
    const states = counted(await textsOf(cell.nth(1).getByRole("link")));
    const ofCoverage = words.map(({ coverage, home }) => [coverage, states[home] ?? 0] as const);
    expect(Object.keys(states).every((one) => words.some(({ home }) => home === one))).toBe(true);
    return {
      counts: Object.fromEntries(ofCoverage.filter(([, n]) => n > 0)),
      percent: (await cell.nth(2).innerText()).trim(),
    };
  }

  /** The days on which the law changes, as Home has them, in the words of the room. */
  async function lawDaysOnHome(book: string): Promise<string[]> {
    const { books } = (await suite.system.admin("GET", "/admin/overview")).body;
    const { dates } = books.find(({ id }: { id: string }) => id === book) as {
      dates: { day: string; to: InForce; rules: number }[];
    };
    return [...Map.groupBy(dates, ({ day }) => day)].map(
      ([day, changes]) =>
        `${dayText(day)} ${changes.map(({ to, rules }) => rulesBecome(rules, to)).join("; ")}`,
    );
  }

  async function onCoverage(page: Page, book: string): Promise<Shown & { cells: Cell[] }> {
    await goTo(page, `/coverage?framework_id=${book}`, "Month by month");
    const { "Open requests": open, ...counts } = counted(await textsOf(page.locator(".legend li")));
    const cells = (await page
      .locator(".cells button")
      .evaluateAll((all) => all.map((one) => one.getAttribute("title")))) as string[];
    const told = cells.map((text) => {
      const [, provision = "", title = "", word, beside] =
        /^(.*?): (.*): ([^:,]*)(, a request (?:about an earlier wording )?is open)?$/.exec(text) ??
        [];
      return {
        provision,
        title,
        word: word as Word,
        isOpen: beside !== undefined || word === "Under review",
        isEarlier: beside?.includes("earlier") ?? false,
      };
    });
    expect(told.filter(({ isOpen }) => isOpen)).toHaveLength(open ?? 0);
    const percent = await page.locator(".share strong").first().innerText();
    return { counts, percent, cells: told };
  }

  async function onClearance(page: Page, book: string) {
    await goTo(page, "/clearance");
    await page.getByLabel("Rule book").selectOption(book);
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    const heading = page.locator("section h2").first();
    await heading.waitFor();
    const rows = page.getByRole("table", { name: "What blocks" }).locator("tbody tr");
    await rows.locator("strong").first().waitFor();
    const blocked = await rows.evaluateAll((all) =>
      all.map((row) => [
        row.querySelector("strong")?.textContent ?? "",
        row.querySelector(".badge")?.textContent ?? "",
      ]),
    );
    return { heading: await heading.innerText(), blocked: blocked as [string, string][] };
  }

  /** The sentence about a rule, the state beside it, and from when its law applies if it does not. */
  async function onRule(page: Page, book: string, useCaseId: string) {
    await goTo(page, `/rule-books/${book}/rules/${useCaseId}`, "Live text");
    const answer = page.locator(".answer");
    await answer.waitFor();
    return {
      sentence: await answer.innerText(),
      word: await page.locator("dl.facts dd .badge").first().innerText(),
      starts: /starts on (.*), in/.exec(await page.locator("dl.facts").first().innerText())?.[1],
    };
  }

  async function enterRoom(): Promise<{ page: Page; close: () => Promise<void> }> {
    const { url } = await openRoom(suite.system, { framework_ids: BOOKS as unknown as string[] });
    const opened = await openInRestingTab(suite.browser, url);
    await enter(opened.page);
    return opened;
  }

  /** How many rules of a book are in each state, according to the room's coverage of today. */
  async function countsInRoom(page: Page, book: string): Promise<Record<string, number>> {
    await page.getByRole("tab", { name: "Coverage of a day" }).click();
    const panel = page.locator("#panel-coverage");
    await panel.locator("#book").selectOption(book);
    await panel.locator("tbody tr").first().waitFor();
    const said = (await panel.getByRole("status").innerText()).replace(/^\d+ rules?: /, "");
    const states = counted(said.replace(/\.$/, "").replaceAll(":", "").split("; "));
    return Object.fromEntries(
      words.flatMap(({ coverage, room }) => {
        const n = states[room] ?? 0;
        return n > 0 ? [[coverage, n] as const] : [];
      }),
    );
  }

  describe.each(sampled(BOOKS, 2))("%s", (book) => {
    test("Home, Coverage, Clearance, the rules' pages and a room show the same numbers and say the same about each rule", async () => {
      const { page, faults } = await suite.visit("");
      const home = await onHome(page, book);
      const { cells, ...coverage } = await onCoverage(page, book);
      expect(coverage).toEqual(home);
      const byWord = Map.groupBy(cells, ({ word }) => word);
      expect(Object.fromEntries([...byWord].map(([word, all]) => [word, all.length]))).toEqual(
        coverage.counts,
      );

      const { heading, blocked } = await onClearance(page, book);
      const not = cells.filter(({ word }) => word !== "Approved");
      expect(heading.trim()).toBe(
        `Not cleared: ${not.length} of ${cells.length} rules may not ship.`,
      );
      expect(blocked.map(([of, why]) => `${of} ${reasons[why]}`).sort()).toEqual(
        not.map(({ provision, word }) => `${provision} ${word}`).sort(),
      );

      const { items } = (
        await suite.system.admin("GET", `/admin/frameworks/${book}/rules?limit=200`)
      ).body as { items: Record<string, string>[] };
      const room = await enterRoom();
      expect(await countsInRoom(room.page, book)).toEqual(coverage.counts);
      expect(await textsOf(room.page.locator(".law-days li"))).toEqual(
        expect.arrayContaining(await lawDaysOnHome(book)),
      );
      await room.page.getByRole("tab", { name: "Ask" }).click();
      // One rule of each state, with and without something open beside it; in the bench, all rules.
      const seen = Map.groupBy(cells, (one) => `${one.word} ${one.isOpen} ${one.isEarlier}`);
      for (const { provision, title, word, isOpen, isEarlier } of [...seen.values()].flatMap(
        (all) => sampled(all, all.length),
      )) {
        const id = items.find((one) => one.title === title)?.use_case_id;
        const told = await onRule(page, book, id ?? "");
        expect([title, told.word]).toEqual([title, word]);
        expect(told.sentence).toMatch(beginnings[word]);
        expect([title, / is open\.|: counsel has been asked\./.test(told.sentence)]).toEqual([
          title,
          isOpen,
        ]);
        if (isEarlier)
          expect(told.sentence).toContain("A request about an earlier wording is open.");
        await room.page.getByRole("searchbox").fill(provision);
        const inRoom = room.page
          .locator(".result")
          .filter({ has: room.page.getByRole("heading", { name: title, exact: true }) })
          .locator(".standing");
        await inRoom.waitFor();
        const law = await inRoom.locator("xpath=preceding-sibling::p").innerText();
        expect([title, / It applies from (.*)\.$/.exec(law)?.[1]]).toEqual([title, told.starts]);
        const [said = ""] = await textsOf(inRoom);
        expect(said).toMatch(beginnings[word]);
        expect(told.sentence.slice(0, said.length)).toBe(said);
      }
      expect(faults).toEqual([]);
      await room.close();
    });
  });

  /** How many entries the list at an address shows in all. */
  async function totalAt(page: Page, path: string): Promise<number> {
    await goTo(page, path);
    const share = page.locator(".share strong");
    if ((await share.count()) > 0) return Number(await share.first().innerText());
    return page.locator("#main table tbody tr").count();
  }

  /** The counts on a screen that lead somewhere: their text, number and address. */
  async function countsOn(page: Page): Promise<{ said: string; count: number; path: string }[]> {
    const links = await page.locator("#main a[href]").evaluateAll((all) =>
      all.map((one) => [
        // Work to be done is counted in the sentence beside its button.
        (one.textContent === "See what is missing"
          ? one.closest("li")?.querySelector("p")?.textContent
          : one.textContent) ?? "",
        one.getAttribute("href") ?? "",
      ]),
    );
    return links.flatMap(([text = "", href = ""]) => {
      const path = href.replace("/admin/console", "");
      const said = text.replace(/\s+/g, " ").trim();
      const counts = /\b\d+(?= |$)/.exec(said.replace(/ in \d+ days$/, ""))?.[0];
      const isList =
        /^\/(coverage\?.*(status|starts|open|objections)=|reviews\?|evidence\/decisions)/;
      return counts !== undefined && isList.test(path)
        ? [{ said, count: Number(counts), path }]
        : [];
    });
  }

  test("each count on Home and on Coverage is the total of the list that it opens", async () => {
    const { page, faults } = await suite.visit("");
    await goTo(page, "", "newest checkpoint");
    const counts = await countsOn(page);
    expect(counts.length).toBeGreaterThan(20);
    const ofHome = new Set(counts.map(({ path }) => path));
    // Today, and on a day when other rules were refused and other requests were open.
    for (const path of BOOKS.flatMap((book) => [
      `/coverage?framework_id=${book}`,
      `/coverage?framework_id=${book}&days=-60`,
    ])) {
      await goTo(page, path, "Month by month");
      counts.push(...(await countsOn(page)));
    }
    for (const kind of [
      "starts=",
      "open=true",
      "objections=true",
      "stage=reading",
      "decided_from=",
    ]) {
      expect([kind, counts.some(({ path }) => path.includes(kind))]).toEqual([kind, true]);
    }
    // home-links.ts follows the counts on Home. At full size, every other count is followed; otherwise
    // one of each kind, today and on the other day, whichever its book and number.
    const kinds = Map.groupBy(
      counts.filter(({ path }) => !ofHome.has(path)),
      ({ said, path }) => `${said} ${path}`.replace(/framework_id=[^&]*|\d+/g, ""),
    );
    const others = [...kinds.values()].flatMap((kind) => sampled(kind, kind.length));
    const followed: string[] = [];
    for (const { path } of others) followed.push(`${path} ${await totalAt(page, path)}`);
    expect(followed).toEqual(others.map(({ path, count }) => `${path} ${count}`));
    expect(faults).toEqual([]);
  });

  test("the CSV of the rules in one state on another day names that day, in its name and in each row", async () => {
    const { page, faults } = await suite.visit(
      `/coverage?framework_id=${BOOKS[0]}&status=approved_live&days=-60`,
    );
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const file = await saved;
    const [, ...rows] = readFileSync(await file.path(), "utf8")
      .trim()
      .split("\r\n");
    const asOf = /"([^"]*)"$/.exec(rows[0] ?? "")?.[1] ?? "";
    expect(Math.round((Date.now() - Date.parse(asOf)) / 86_400_000)).toBe(60);
    expect(rows.every((row) => row.endsWith(`,"${asOf}"`))).toBe(true);
    expect(file.suggestedFilename()).toBe(`coverage-${asOf.slice(0, 10)}.csv`);
    const then = `/admin/frameworks/${BOOKS[0]}/coverage?status=approved_live&as_of=${asOf}`;
    expect(rows).toHaveLength((await suite.system.admin("GET", then)).body.totals.approved_live);
    expect(faults).toEqual([]);
  });

  test("Home, Coverage and the rule's page show the same number of days until a law starts", async () => {
    const { page } = await suite.visit("");
    await goTo(page, "", "newest checkpoint");
    const said = await textsOf(page.locator(".law-next a", { hasText: "in " }));
    const { books } = (await suite.system.admin("GET", "/admin/overview")).body;
    const ahead: { id: string; short_name: string; next: { day: string; is_ready: boolean } }[] =
      books.filter(({ next }: { next: unknown }) => next !== null);
    expect(said).toHaveLength(ahead.length);
    const today = Date.parse(new Date().toISOString().slice(0, 10));
    for (const { id, next, short_name } of sampled(ahead, 2)) {
      const daysLeft = (Date.parse(next.day) - today) / 86_400_000;
      const days = `in ${daysLeft} days`;
      await goTo(page, "", "newest checkpoint");
      const row = page.getByRole("row").filter({
        has: page.getByRole("link", { name: short_name, exact: true }),
      });
      expect(await row.first().locator(".law-next").innerText()).toContain(days);
      // "Do next" contains what has to be done within 90 days.
      const isWork = !next.is_ready && daysLeft <= 90;
      const work = page.getByRole("listitem").filter({ hasText: `${short_name} ` });
      expect((await textsOf(work)).join(" ").includes(`Starts ${days}`)).toBe(isWork);
      await goTo(page, `/coverage?framework_id=${id}`, "What starts or ends to apply");
      expect(await page.locator("#main ol li").allInnerTexts()).toContainEqual(
        expect.stringMatching(new RegExp(`^[^\n]*\\b${days}\\b`)),
      );
      const path = `/admin/frameworks/${id}/coverage?view=outline&starts=${next.day}`;
      const [first] = (await suite.system.admin("GET", path)).body.outline;
      await goTo(page, `/rule-books/${id}/rules/${first.use_case_id}`, "Live text");
      expect(await page.locator("dl.facts").first().innerText()).toContain(days);
    }
  });
}
