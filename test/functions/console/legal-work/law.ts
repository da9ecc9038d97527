import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { rulesAsCsv, rulesInCsv } from "#functions/console/app/frameworks/rule-files.ts";
import { provisionOf } from "#shared/domain/frameworks/provision.ts";
import { dayText } from "#shared/domain/standing/day-text.ts";
import { goTo } from "#test/support/arrive.ts";
import type { ConsoleSuite } from "#test/support/console.ts";
import { flawsByTurns } from "#test/support/console-screens.ts";
import { choose, chooseFile, press, reach, type } from "#test/support/keyboard.ts";
import { currentBooks } from "#test/support/law-books.ts";
import { expectStatus } from "#test/support/review-fixture.ts";

const DAY_MS = 86_400_000;

/** @param today YYYY-MM-DD */
export function workOnLaws(suite: ConsoleSuite, today: string): void {
  const dayIn = (days: number): string =>
    new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10);
  /** Colorado's law, as if it began five weeks from now. */
  const LAW = "law_ahead";
  const [starts, stayed, lifted] = [dayIn(36), dayIn(67), dayIn(187)] as const;
  /** The keys that type the day into a date field. */
  const typed = (day: string): string => `${day.slice(5, 7)}${day.slice(8)}${day.slice(0, 4)}`;
  const BOOK = "/rule-books/co_sb_26_189";
  const RULE = "deployer.1704.1.notice";

  beforeAll(async () => {
    for (const framework_id of ["co_sb_26_189", "us_ca_admt"]) {
      await expectStatus(
        suite.system.admin("POST", "/admin/counsel", {
          framework_id,
          display_name: `Counsel of ${framework_id}`,
          email: `counsel@${framework_id.replaceAll("_", "-")}.example`,
        }),
        201,
      );
    }
    const put = (path: string, body: unknown) =>
      expectStatus(suite.system.admin("PUT", `/admin/frameworks/${LAW}${path}`, body), 200);
    await put("", { display_name: "A law that begins soon" });
    const rules = currentBooks[1]?.rules.map((rule) => ({ ...rule, applies_from: starts }));
    await put("/rules", { rules });
  });

  /** The folder for screenshots; none are taken without it. */
  const pictures = process.env.CONSOLE_SCREENSHOTS;
  const take = async (page: Page, name: string): Promise<void> => {
    if (pictures === undefined) return;
    await page.screenshot({ path: `${pictures}/${name}-desktop.png`, fullPage: true });
    await page.setViewportSize({ width: 320, height: 800 });
    await page.screenshot({ path: `${pictures}/${name}-phone.png`, fullPage: true });
    await page.setViewportSize({ width: 1280, height: 900 });
  };

  describe("by keyboard alone, a platform admin", () => {
    test("sees a law as a time line, and records a stay of the law and the lifting of that stay", async () => {
      const { page, faults } = await suite.visit(`/rule-books/${LAW}`);
      const line = page.getByRole("region", { name: "The law as a time line" });
      await line.getByText(`Next, on ${dayText(starts)}: 15 rules start to apply.`).waitFor();
      const recordEvent = async (fields: Record<string, string>, kind: string) => {
        await press(page.getByRole("button", { name: "Record an event" }));
        const dialog = page.getByRole("dialog", { name: "Record an event" });
        await choose(dialog.getByLabel("What happened"), kind);
        for (const [label, value] of Object.entries(fields)) {
          const field = dialog.getByLabel(label, { exact: true });
          if (label === "From") {
            await reach(field);
            await page.keyboard.type(value);
          } else await type(field, value);
        }
        await press(dialog.getByRole("button", { name: "Record" }));
        return dialog;
      };
      const said = {
        "Court or authority": "District Court for the District of Colorado",
        "Web address of the order": "https://court.example/orders/1",
        "What it says": "No enforcement until the court has ruled.",
      };
      const refused = await recordEvent({ Id: "stay", From: typed(stayed) }, "Stayed");
      await refused.locator(".fault", { hasText: "must be an http or https address" }).waitFor();
      for (const [label, value] of Object.entries(said)) {
        await type(refused.getByLabel(label, { exact: true }), value);
      }
      await press(refused.getByRole("button", { name: "Record" }));
      await refused.waitFor({ state: "detached" });
      await line.getByText("15 rules are suspended").waitFor();
      await (await recordEvent({ Id: "lift", From: typed(lifted), ...said }, "Lifted")).waitFor({
        state: "detached",
      });
      await line.getByText("2 events recorded").waitFor();
      const begins = line.locator(".badge", { hasText: "15 rules start to apply" });
      await expect.poll(() => begins.count(), { timeout: 20_000 }).toBe(2);
      expect(await flawsByTurns(page, 0)).toEqual([]);
      await take(page, "law-line");
      await press(line.locator("summary").filter({ hasText: "and 10 more" }).first());
      await line.getByRole("link", { name: "Deployer: records for three years" }).first().waitFor();
      await goTo(page, `/coverage?framework_id=${LAW}&days=100`, "Suspended");
      await press(page.locator(".act .cell").first());
      const drawer = page.getByRole("dialog", {
        name: "Education enrollment or an education opportunity",
      });
      await drawer.getByRole("link", { name: /District Court/ }).waitFor();
      expect(await flawsByTurns(page, 1)).toEqual([]);
      await press(drawer.getByRole("button", { name: "Close", exact: true }));
      await drawer.waitFor({ state: "detached" });
      await page.getByText("7 rules · Suspended, in").waitFor();
      expect(await flawsByTurns(page, 2)).toEqual([]);
      // One rule is put off before its law begins: its page says so, whatever its wording names.
      const delay = { id: "delay", on: dayIn(5), until: dayIn(39), use_case_ids: [RULE] };
      const event = { ...delay, kind: "delayed", authority: "A law", note: "Put off." };
      await expectStatus(
        suite.system.admin("PUT", `/admin/frameworks/${LAW}/enforcement`, {
          events: [{ ...event, citation_url: "https://law.example/1" }],
        }),
        200,
      );
      await goTo(page, `/rule-books/${LAW}/rules/${RULE}`, "Live text");
      const facts = await page.locator("dl.facts").first().innerText();
      expect(facts).toContain(`starts on ${dayText(dayIn(40))}, in 40 days`);
      expect(faults.filter((fault) => !fault.includes("400"))).toEqual([]);
    });

    test("edits one rule with its changes beside it, keeps the draft through a reload, and saves after a dry run", async () => {
      const { page, faults } = await suite.visit(`${BOOK}/rules/${RULE}`);
      await press(page.getByRole("link", { name: "Edit" }));
      const title = page.getByLabel("Title", { exact: true });
      await title.waitFor();
      await page.getByText("Nothing differs from the live text yet.").waitFor();
      await type(title, "Deployer: notice before every use");
      const diff = page.getByRole("region", { name: "What changes" });
      await diff.locator("ins", { hasText: "every" }).waitFor();
      await choose(page.getByLabel(/^Risk level/), "High");
      await press(page.getByRole("button", { name: "Add a citation" }));
      await type(page.getByLabel("Citation 4", { exact: true }), "C.R.S. § 6-1-1704(3)");
      await page.reload();
      await page.getByText("This is your draft, kept in this browser.").waitFor();
      expect(await title.inputValue()).toBe("Deployer: notice before every use");
      await diff.locator("ins", { hasText: "1704(3)" }).waitFor();
      expect(await flawsByTurns(page, 3)).toEqual([]);
      await take(page, "rule-edit");
      await press(page.getByRole("button", { name: "Check and preview" }));
      const preview = page.getByRole("region", { name: "What saving will do" });
      await preview.getByText("The rule is changed.").waitFor();
      expect(await preview.innerText()).not.toMatch(/import/i);
      const live = async () =>
        (await suite.system.admin("GET", `/admin/frameworks/co_sb_26_189/rules/${RULE}`)).body;
      expect((await live()).version).toBe(1);
      await press(page.getByRole("button", { name: "Save", exact: true }));
      const dialog = page.getByRole("dialog", { name: /^Save Deployer: notice/ });
      await press(dialog.getByRole("button", { name: "Save", exact: true }));
      await page
        .getByRole("heading", { level: 1, name: "Deployer: notice before every use" })
        .waitFor();
      const after = await live();
      expect([
        after.version,
        after.risk_level,
        after.citations.length,
        after.source_status,
      ]).toEqual([2, "high", 4, "secondary"]);
      await press(page.getByRole("link", { name: "Edit" }));
      await page.getByText("Nothing differs from the live text yet.").waitFor();
      expect(await page.getByText("This is your draft").count()).toBe(0);
      expect(faults).toEqual([]);
    });

    test("imports a CSV file after the same preview as JSON, and is told what is wrong with one", async () => {
      const { page, faults } = await suite.visit(`${BOOK}/import`);
      const field = page.getByLabel(/JSON file or CSV file/);
      const file = (text: string) => ({
        name: "rules.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(text),
      });
      await chooseFile(field, file("use_case_id,name\nr.a,A\n"));
      await page.getByRole("alert").getByText("There is no field “name”.").waitFor();
      const [first] = currentBooks[1]?.rules ?? [];
      if (first === undefined) throw new Error("The book is empty.");
      await chooseFile(field, file(rulesAsCsv([{ ...first, title: "=Education, by CSV" }])));
      await press(page.getByRole("button", { name: "Check and preview" }));
      await page.getByText("0 new, 1 changed, 0 unchanged.").first().waitFor();
      // The name that people use, with the id beside it.
      const named = `${provisionOf(first.citations[0]?.label ?? "")} =Education, by CSV`;
      await page.locator("details.rule > summary").getByText(named).waitFor();
      await press(page.getByRole("button", { name: "Import now" }));
      await press(page.getByRole("dialog").getByRole("button", { name: "Import now" }));
      await page.getByRole("link", { name: "=Education, by CSV" }).waitFor();
      expect(faults).toEqual([]);
    });

    test("requests a review and its twins, with one request and one link for each book", async () => {
      const { page, faults } = await suite.visit(
        "/reviews/new?framework_id=co_sb_26_189&rules=covered_domain.b.employment",
      );
      const twins = page.getByRole("group", { name: "And its twins" });
      await twins.getByText("California ADMT: 1 rule").waitFor();
      await twins.getByText("US hiring: 5 rules").waitFor();
      await choose(twins.getByLabel("California ADMT: 1 rule"), "Counsel of us_ca_admt");
      await choose(page.getByLabel("Passing it on"), "Counsel may pass it on");
      expect(await flawsByTurns(page, 4)).toEqual([]);
      await press(page.getByRole("button", { name: /^Request/ }));
      await page.getByRole("heading", { level: 1, name: "Forward these 2 links" }).waitFor();
      expect(await page.locator("input[readonly]").count()).toBe(2);
      const { items } = (await suite.system.admin("GET", "/admin/rule-reviews?status=pending"))
        .body;
      const books = ["co_sb_26_189", "us_ca_admt"];
      expect(
        items
          .filter((one: { framework_id: string }) => books.includes(one.framework_id))
          .map(
            (one: { framework_id: string; rule_use_case_ids: string[]; may_delegate: boolean }) => [
              one.framework_id,
              one.rule_use_case_ids,
              one.may_delegate,
            ],
          )
          .sort(),
      ).toEqual([
        ["co_sb_26_189", ["covered_domain.b.employment"], true],
        ["us_ca_admt", ["significant_decision.4.employment"], true],
      ]);
      expect(faults).toEqual([]);
    });
  });

  describe("rules as CSV", () => {
    test.each(currentBooks)("$framework_id comes back as it was, rule by rule", ({ rules }) => {
      expect(rulesInCsv(rulesAsCsv(rules))).toEqual(rules);
    });

    test("keeps quotes, line breaks, separators and what looks like a formula", () => {
      const rule = {
        use_case_id: "r.a",
        title: "=SUM(A1), \"quoted\"; and 'so'",
        citations: [
          { label: "A | B", url: "https://a.example/?a=1,2" },
          { label: "Only a name | x" },
        ],
        customer_description_preview: "First\n\nthird, with a tab\t.",
        suggested_verdict_copy: "-1",
      };
      expect(rulesInCsv(rulesAsCsv([rule]))).toEqual([rule]);
      const semicolons =
        "use_case_id;title;citations;customer_description_preview;suggested_verdict_copy\r\nr.a;T;C;D;V\r\n\r\n";
      expect(rulesInCsv(semicolons)).toEqual([
        {
          use_case_id: "r.a",
          title: "T",
          citations: [{ label: "C" }],
          customer_description_preview: "D",
          suggested_verdict_copy: "V",
        },
      ]);
    });

    test.each([
      ['use_case_id,title\n"r.a', "not closed"],
      ['use_case_id,title\n"r.a"x,T', "not closed"],
      ["use_case_id,title,title", "missing"],
      [
        "use_case_id,title,citations,customer_description_preview,suggested_verdict_copy\nr.a",
        "Row 2",
      ],
      [
        "use_case_id,title,citations,customer_description_preview,suggested_verdict_copy\n",
        "no rules",
      ],
      ["constructor\nx", "no field"],
      ["", "missing"],
    ])("tells what is wrong with %j", (text, words) => {
      expect(rulesInCsv(text)).toContain(words);
    });
  });
}
