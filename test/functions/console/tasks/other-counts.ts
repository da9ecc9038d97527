import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { goTo } from "#test/support/arrive.ts";
import { type ConsoleSuite, orgAdminOf } from "#test/support/console.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { openRoom } from "#test/support/room-fixture.ts";
import { entriesShown } from "./entries-shown.ts";

const BOOK = "eu_ai_act";
const TENANT = "Harbour Insurance";
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/;

/** Chooses an option of a filter, and waits for the list. */
async function filter(page: Page, label: string, option: string): Promise<void> {
  const before = page.url();
  const field = page.getByLabel(label, { exact: true });
  const chosen = await field.evaluate((one) => one.selectedOptions[0]?.text);
  if (chosen === option) return;
  await field.selectOption({ label: option });
  await page.waitForURL((url) => url.href !== before);
  await page.locator("#main .loading").waitFor({ state: "detached" });
}

/** The texts of a column of the list that is shown. */
const column = (page: Page, name: string): Promise<string[]> =>
  page.locator(`#main tbody td[data-name="${name}"]`).allInnerTexts();

/**
 * Compares what the record screens count and filter in the sample half year with what they then show.
 */
export function otherCounts(suite: ConsoleSuite): void {
  test("the decisions by outcome and by book match the numbers in the queue, the room and the rule book", async () => {
    const { page, faults } = await suite.visit("/reviews");
    const tabs = page.getByRole("button", { name: / \d+$/ });
    await tabs.first().waitFor();
    const queue = new Map(
      (await tabs.allInnerTexts()).map((text) => [
        text.replace(/ \d+$/, ""),
        Number(text.split(" ").at(-1)),
      ]),
    );
    const outcomes = ["Approved", "Approved with changes", "Changes requested", "Rejected"];
    const decided = outcomes.map((name) => queue.get(name) ?? 0);
    const all = decided.reduce((sum, n) => sum + n, 0);
    await goTo(page, "/evidence/decisions");
    // Unfiltered, the list has as many entries as its title says.
    expect(await entriesShown(page)).toBe(all);
    const found: number[] = [];
    for (const name of [...outcomes, "Approvals", "All"]) {
      await filter(page, "Decision", name);
      found.push(await entriesShown(page));
    }
    const [approved = 0, withChanges = 0] = decided;
    expect(found).toEqual([...decided, approved + withChanges, all]);
    await filter(page, "Rule book", "EU AI Act");
    const ofBook = await entriesShown(page);
    await filter(page, "Rule book", "Colorado ADMT");
    expect(ofBook + (await entriesShown(page))).toBe(all);

    await goTo(page, "/rooms/new");
    await page.getByRole("checkbox", { name: /^EU/ }).check();
    await page.getByText(`Decided reviews: ${ofBook}`, { exact: true }).waitFor();
    const [rules] = await column(page, "Rules");
    await goTo(page, `/rule-books/${BOOK}`, `${rules} rules`);
    expect(faults).toEqual([]);
  });

  test("a room's uses equal the rows that its visitor left, and each review in them is named", async () => {
    const room = await openRoom(suite.system, { title: "A regulator", framework_ids: [BOOK] });
    const { body } = await expectStatus(room.visit("/reviews"), 200);
    await expectStatus(room.visit(`/reviews/${body.items[0].id}/bundle`), 200);
    const { page, faults } = await suite.visit("/rooms");
    const [uses] = await column(page, "Uses");
    await page.getByRole("link", { name: "A regulator" }).first().click();
    await page.getByRole("table", { name: "What happened in it" }).waitFor();
    const by = await column(page, "By");
    expect([by.filter((one) => one === "a visitor").length, Number(uses)]).toEqual([2, 2]);
    await expect
      .poll(() => column(page, "Of which review"))
      .toContainEqual(expect.stringMatching(/^(Art\.|Annex)/));
    expect(faults).toEqual([]);
  });

  test("an audit filter finds the rows about what it names, and both show names, not ids", async () => {
    const { page, faults } = await suite.visit("/tenants");
    const tenants = await column(page, "Name");
    expect(tenants).toContain(TENANT);
    await page.getByRole("link", { name: TENANT }).click();
    await page.getByRole("heading", { level: 1, name: TENANT }).waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    await page.locator("#main tbody tr").first().waitFor();
    const connections = await column(page, "Name");
    await page.getByRole("link", { name: "Audit rows of this tenant" }).click();
    await page.getByRole("heading", { level: 1, name: "Audit" }).waitFor();
    await page.locator("#main tbody tr").first().waitFor();
    const rowsOf = async (query: string): Promise<number> => {
      const path = `/admin/audit?limit=200&${query}`;
      return (await suite.system.admin("GET", path)).body.items.length;
    };
    expect(await page.getByLabel("Tenant").locator("option:checked").innerText()).toBe(TENANT);
    expect(await entriesShown(page)).toBe(await rowsOf(`tenant_id=${id}`));
    await filter(page, "Kind", "Artifact");
    const about = await column(page, "About");
    expect(about).toHaveLength(await rowsOf(`tenant_id=${id}&resource_type=artifact`));
    // A platform admin may know what a system is in law and whose it is, but not its name.
    for (const one of about) expect(one).toMatch(new RegExp(`^Artifact\\s+.* · ${TENANT}$`));

    await goTo(page, `/connections?tenant_id=${id}`);
    expect(await column(page, "Name")).toEqual(connections);
    await goTo(page, `/extractors?tenant_id=${id}`, "Catalog");
    await expect.poll(() => column(page, "Tenant")).toEqual([TENANT]);

    await goTo(page, "/audit");
    const idsShownIn = async (name: string): Promise<string[]> =>
      (await column(page, name)).filter((one) => UUID.test(one));
    await expect.poll(() => idsShownIn("About")).toEqual([]);
    await expect.poll(() => idsShownIn("Who")).toEqual([]);
    expect(faults).toEqual([]);
  });
}

/** Carries out what Home offers an organisation admin. The list that Home counted then has one less. */
export function doneFromHome(suite: ConsoleSuite): void {
  describe("what Home offers is carried out, and is then no longer offered", () => {
    const org = orgAdminOf("Northwind Logistics");
    const undecided = async (page: Page, said: RegExp): Promise<number> => {
      await goTo(page, "", "What was looked at");
      const work = page.locator("#do-next li").filter({ hasText: said });
      if ((await work.count()) === 0) return 0;
      return Number(/\d+|One/.exec(await work.locator("p").first().innerText())?.[0]);
    };

    test("a class is confirmed, and a prohibited one is overridden; Home names that one until a second person confirms it", async () => {
      const { page, faults } = await suite.visit("", org);
      for (const [said, act, is] of [
        [/high-risk by the facts found/, "Confirm", "High risk"],
        [/prohibited by the facts found/, "Override", "Minimal"],
      ] as const) {
        const before = await undecided(page, said);
        expect([act, before > 0]).toEqual([act, true]);
        await page.locator("#do-next li").filter({ hasText: said }).getByRole("link").click();
        await page.getByRole("heading", { level: 1, name: "Inventory" }).waitFor();
        await page.locator("#main tbody a").first().click();
        await page.getByRole("heading", { name: "Decide" }).waitFor();
        const name = await page.locator("#main h1").innerText();
        if (act === "Override") {
          await page.getByLabel("Class", { exact: true }).selectOption({ label: is });
          await page
            .getByLabel("The sentence of the law that allows it")
            .fill("Art. 5(1)(f): for safety.");
        }
        await page.getByLabel("Reason", { exact: true }).fill("It was looked at.");
        await page.getByRole("button", { name: act, exact: true }).click();
        await page.getByText(`Your decision is recorded: ${name}, ${is}.`).first().waitFor();
        expect([act, await undecided(page, said)]).toEqual([act, before - 1]);
      }
      expect(await undecided(page, /no longer prohibited: confirmed by one person/)).toBe(1);
      await page.getByRole("link", { name: /^Confirm as a second person/ }).click();
      await page.getByRole("heading", { level: 1, name: "Inventory" }).waitFor();
      await page.locator("#main tbody tr").first().waitFor();
      expect(await entriesShown(page)).toBe(1);
      await page.locator("#main tbody a").first().click();
      const sentence = page.getByLabel("The sentence of the law that allows it");
      await page.getByRole("heading", { name: "Decide" }).waitFor();
      expect(await sentence.isVisible()).toBe(true);

      // Another admin names another class. Whoever now confirms it needs no sentence of their own.
      const path = new URL(page.url()).pathname.replace(/.*\/(?=[^/]+$)/, "/artifacts/");
      const { items } = (await suite.system.admin("GET", "/admin/tenants")).body;
      const tenant = items.find(({ name }: { name: string }) => name === org.tenant);
      const token = await suite.system.token({ tenant_id: tenant.id, org_role: "admin" });
      const given = { reason: "It shows.", allowed_by: "Art. 5(1)(f): for safety." };
      const body = { class: "transparency", ...given };
      await expectStatus(suite.system.api(token)("PUT", `${path}/classification`, body), 200);
      await page.reload();
      await page.getByRole("button", { name: "Confirm", exact: true }).waitFor();
      expect(await sentence.isVisible()).toBe(false);
      await page.getByLabel("Class", { exact: true }).selectOption({ label: "Minimal" });
      expect(await sentence.isVisible()).toBe(true);
      await page.getByLabel("Class", { exact: true }).selectOption({ label: "Transparency" });
      await page.getByLabel("Reason", { exact: true }).fill("It was looked at again.");
      await page.getByRole("button", { name: "Confirm", exact: true }).click();
      await page
        .getByText(/^Your decision is recorded: .*, Transparency\.$/)
        .first()
        .waitFor();
      expect(await undecided(page, /no longer prohibited/)).toBe(0);
      expect(faults).toEqual([]);
    });

    test("an objection: once the last rule is saved and the review requested, Home no longer names it", async () => {
      const { page, faults } = await suite.visit("");
      await page.locator("#do-next").waitFor();
      const work = page.locator("#do-next li", { hasText: "Counsel objected" });
      const before = await work.count();
      await work
        .last()
        .getByRole("link", { name: /^Amend and request again/ })
        .click();
      const description = page.getByLabel("Description", { exact: false }).first();
      for (;;) {
        await description.waitFor();
        await description.fill(`${await description.inputValue()} Amended.`);
        await page.getByRole("button", { name: "Check and preview" }).click();
        await page.getByRole("button", { name: "Save", exact: true }).click();
        const edited = page.url();
        await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
        await page.waitForURL((url) => url.href !== edited);
        if (page.url().includes("/reviews/new")) break;
      }
      await page.getByRole("button", { name: "Request the review" }).click();
      await page.getByRole("heading", { level: 1, name: "Forward this link" }).waitFor();
      await page.getByRole("button", { name: "I have forwarded it" }).click();
      await goTo(page, "", "What was looked at");
      expect(await work.count()).toBe(before - 1);
      expect(faults).toEqual([]);
    });
  });
}
