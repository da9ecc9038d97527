import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { dayText } from "#shared/domain/standing/day-text.ts";
import type { ConsoleSuite } from "#test/support/console.ts";
import { flawsAgain, flawsByTurns } from "#test/support/console-screens.ts";
import { atStep } from "#test/support/counsel-page.ts";
import { chooseFile, press, type } from "#test/support/keyboard.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { byTurns } from "#test/support/ways.ts";

/**
 * "Who approved Article 50, and when?": this used to hit three dead ends and now takes two clicks from
 * Home. And "prove it": the same screen downloads and verifies the certificate and the bundle.
 */
export function evidenceTasks(suite: ConsoleSuite): void {
  /**
   * How a person acts on a control, and how many clicks it took. Typing into a focused field is none.
   */
  interface Hand {
    click: (target: Locator) => Promise<void>;
    write: (target: Locator, text: string) => Promise<void>;
    file: (target: Locator, path: string) => Promise<void>;
    clicks: () => number;
  }

  function handOf(way: "mouse" | "keyboard"): Hand {
    let clicks = 0;
    const isMouse = way === "mouse";
    return {
      clicks: () => clicks,
      click: async (target) => {
        clicks += 1;
        await (isMouse ? target.click() : press(target));
      },
      write: async (target, text) => {
        if (isMouse) {
          clicks += 1;
          await target.click();
          await target.pressSequentially(text);
        } else await type(target, text);
        await target.page().keyboard.press("Enter");
      },
      file: async (target, path) => {
        clicks += 1;
        if (!isMouse) return chooseFile(target, path);
        const choosing = target.page().waitForEvent("filechooser");
        await target.click();
        await (await choosing).setFiles(path);
      },
    };
  }

  const question = (page: Page) => page.getByLabel("A rule, an article, a title or a name");
  const inMain = (page: Page) => page.locator("#main");

  const ways = ["mouse", "keyboard"] as const;

  describe("the regulator's question", () => {
    test.each(byTurns(ways, 1))(
      "by %s: who approved Article 50, and when, is answered two clicks from Home",
      async (way) => {
        const { page, faults } = await suite.visit("");
        const hand = handOf(way);
        await hand.click(page.getByRole("navigation").getByRole("link", { name: "Evidence" }));
        await atStep(page, "Evidence");
        await hand.write(question(page), "Art. 50");
        await page.getByRole("heading", { level: 2, name: "7 rules" }).waitFor();
        expect(hand.clicks()).toBeLessThanOrEqual(2);
        const sentences = page.locator(".sentences .answer");
        await expect.poll(() => sentences.count()).toBe(7);
        const said = await sentences.allInnerTexts();
        // The half year's own decisions, as the API returns them.
        const { body } = await suite.system.admin(
          "GET",
          `/admin/frameworks/eu_ai_act/wording?use_case_id=art50.2.synthetic_content_marking&on=${new Date().toISOString().slice(0, 10)}`,
        );
        const [approval] = body.approvals.slice(-1);
        const { display_name } = approval.counsel;
        expect(said[1]).toBe(
          `Approved by ${display_name} on ${dayText(approval.decided_at)}. Today this wording is in force.`,
        );
        const times = await sentences.nth(1).locator("time").all();
        expect(await times.at(-1)?.getAttribute("datetime")).toBe(approval.decided_at);
        expect(await flawsAgain(page)).toEqual([]);
        expect(faults).toEqual([]);
      },
    );

    test.each(byTurns(ways, 0))(
      "by %s: the answer of a day is that day's, however the day is written",
      async (way) => {
        const { page, faults } = await suite.visit("/evidence");
        await handOf(way).write(question(page), "50(2) on 1 January 2020");
        await page.getByText("This rule did not exist on that day.").waitFor();
        expect(new URL(page.url()).searchParams.get("on")).toBe("2020-01-01");
        expect(faults.filter((fault) => !fault.includes("404"))).toEqual([]);
      },
    );

    test.each(byTurns(ways, 0))(
      "by %s: the proof is downloaded, as paper and as data, and verified; a changed file is not, chosen or dropped",
      async (way) => {
        const { page, faults } = await suite.visit("");
        const hand = handOf(way);
        await hand.click(page.getByRole("navigation").getByRole("link", { name: "Evidence" }));
        await hand.write(question(page), "50(2)");
        const chain = page.getByRole("list", {
          name: "What happened, and what each check came to",
        });
        await chain.waitFor();
        await expect.poll(() => chain.getByRole("listitem").count()).toBe(6);
        const save = async (name: string): Promise<string> => {
          const saving = page.waitForEvent("download");
          await hand.click(inMain(page).getByRole("button", { name }));
          return (await saving).path();
        };
        const certificate = await save("Certificate (PDF)");
        // Puts the certificate's row into the log.
        await expectStatus(suite.system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
        const bundle = await save("Evidence bundle (JSON)");
        expect(readFileSync(certificate).subarray(0, 5).toString()).toBe("%PDF-");
        await hand.click(page.getByRole("link", { name: "Verify a file" }));
        const field = page.getByLabel("Drop a file here, or choose one");
        await page.getByText("Files are checked by the key").waitFor();
        for (const path of [certificate, bundle]) {
          await hand.file(field, path);
          const verdict = page.locator(".verdict", { hasText: path.split("/").at(-1) ?? "" });
          await verdict.waitFor({ timeout: 60_000 });
          expect(await verdict.getAttribute("data-exit")).toBe("0");
          await verdict.getByRole("heading", { name: "Genuine, unchanged and complete" }).waitFor();
          expect(await verdict.getByText("in the public log").count()).toBe(1);
          // Without the secret nobody has recomputed the signature, so nothing may call it genuine.
          expect(await verdict.getByText("the signature is genuine").count()).toBe(0);
        }
        expect(hand.clicks()).toBeLessThanOrEqual(7);
        expect(await inMain(page).innerText()).not.toMatch(/--\w/);
        expect(await page.getByLabel("Secrets, one a line").isVisible()).toBe(false);
        expect(await flawsByTurns(page, 0)).toEqual([]);
        const text = readFileSync(bundle, "utf8").replace(
          /"decision_comment":"/,
          '"decision_comment":"Not ',
        );
        await field.setInputFiles({
          name: "tampered.json",
          mimeType: "application/json",
          buffer: Buffer.from(text.replace('"status":"approved', '"status":"rejected')),
        });
        await page.locator('.verdict[data-exit="1"]', { hasText: "tampered.json" }).waitFor();
        await page.evaluate(`{
        const files = new DataTransfer();
        files.items.add(new File(["{}"], "dropped.json", { type: "application/json" }));
        document.querySelector(".drop").dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
      }`);
        await page.locator('.verdict[data-exit="2"]', { hasText: "dropped.json" }).waitFor();
        expect(faults).toEqual([]);
      },
    );
  });

  test("a rule's page shows the same sentence, and it leads to the proof", async () => {
    const path = "/rule-books/eu_ai_act/rules/art50.2.synthetic_content_marking";
    const { page } = await suite.visit(path);
    const onRule = await page.locator("#main .answer").innerText();
    await page.getByRole("link", { name: "See the proof" }).click();
    await page.getByRole("list", { name: "What happened, and what each check came to" }).waitFor();
    expect(await page.locator("#main .answer").innerText()).toBe(onRule);
  });
}
