import { beforeAll, expect, test } from "vitest";
import { goTo } from "#test/support/arrive.ts";
import type { ConsoleSuite } from "#test/support/console.ts";
import { flawsAgain } from "#test/support/console-screens.ts";
import { overflow } from "#test/support/counsel-page.ts";
import { type Commissioned, expectStatus } from "#test/support/review-fixture.ts";
import { decidedReview, openRoom } from "#test/support/room-fixture.ts";

/** An admin opens a room, a regulator asks in it, and the admin answers and revokes it. */
export function roomTasks(suite: ConsoleSuite): void {
  let decided: Commissioned;
  beforeAll(async () => {
    decided = await decidedReview(suite.system);
    const path = `/admin/frameworks/${decided.frameworkId}`;
    await expectStatus(suite.system.admin("PUT", path, { display_name: "The rooms act" }), 200);
  });

  const only = async () => {
    const { body } = await suite.system.admin("GET", "/admin/rooms");
    return body.items[0];
  };
  const pictures = process.env.ROOM_SCREENSHOTS;

  test("a room is opened in four clicks, after a look at what its visitor will see", async () => {
    const { page, faults } = await suite.visit("/rooms");
    await page.evaluate(
      "globalThis.presses = 0; document.addEventListener('pointerdown', () => { presses += 1 }, true)",
    );
    await page.getByRole("link", { name: "Open a room" }).click();
    await page.getByLabel("For whom").fill("Market surveillance, inquiry 114");
    await page.getByLabel("The rooms act", { exact: true }).click();
    await page.getByText("Decided reviews: 1", { exact: true }).waitFor();
    await page.getByLabel("Decided before (UTC)").fill("2001-01-01");
    await page.getByText("Decided reviews: 0", { exact: true }).waitFor();
    await page.getByText("No decision fits").waitFor();
    await page.getByLabel("Decided before (UTC)").fill("");
    await page.getByText("Decided reviews: 1", { exact: true }).waitFor();
    if (pictures) await page.screenshot({ path: `${pictures}/new.png`, fullPage: true });
    await page.getByRole("button", { name: "Open the room" }).click();
    const link = await page.getByLabel("Link", { exact: true }).inputValue();
    if (pictures) await page.screenshot({ path: `${pictures}/link.png`, fullPage: true });
    await page.getByRole("button", { name: "I have passed it on" }).click();
    await page
      .getByRole("heading", { level: 1, name: "Market surveillance, inquiry 114" })
      .waitFor();
    expect(await page.evaluate("globalThis.presses")).toBe(4);
    const room = await only();
    expect(room).toMatchObject({ framework_ids: [decided.frameworkId], may_ask: true, uses: 0 });
    const token = link.split("/").at(-1);
    await expectStatus(suite.system.api()("GET", `/room/${token}/reviews`), 200);
    expect(await page.content()).not.toContain(token);
    expect(faults).toEqual([]);
  });

  test("a visitor's question waits on Home until it is answered, by keyboard alone", async () => {
    const opened = await openRoom(suite.system, {
      title: "An auditor",
      framework_ids: [decided.frameworkId],
      may_ask: true,
    });
    const asked = { text: "Why this wording?\nAnd since when?" };
    await expectStatus(suite.system.api()("POST", `/room/${opened.token}/questions`, asked), 201);
    const { page, faults } = await suite.visit("");
    const item = page.locator("#do-next li").filter({ hasText: "An auditor" });
    await item.getByText("The visitor of this room waits for 1 answer").waitFor();
    await item.getByRole("link").focus();
    await page.keyboard.press("Enter");
    await page.getByText("And since when?").waitFor();
    if (pictures) await page.screenshot({ path: `${pictures}/room.png`, fullPage: true });
    await page.getByRole("textbox", { name: "Answer" }).focus();
    await page.keyboard.insertText("Since March.");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("Since March.").waitFor();
    // What had the focus is gone with the form, and then with the act.
    const focused = () => page.evaluate("document.activeElement.textContent");
    expect(await focused()).toBe("Questions and answers");
    await page.getByText("A question was answered").waitFor({ state: "attached" });
    const { body } = await expectStatus(opened.visit("/questions"), 200);
    expect(body.items).toMatchObject([{ ...asked, answer: "Since March." }]);
    await page.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await page.locator("dl").getByText("Revoked").waitFor();
    expect(await focused()).toBe("An auditor");
    await expectStatus(opened.visit("/questions"), 410);
    expect(await flawsAgain(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await overflow(page)).toBe(0);
    if (pictures) {
      await page.emulateMedia({ colorScheme: "dark" });
      await page.screenshot({ path: `${pictures}/room-dark-320.png`, fullPage: true });
    }
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1280, height: 900 });
    // A trail of many pages begins with its newest rows.
    await page.route("**/audit?*", async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      await route.fulfill({ response, json: { ...json, next_cursor: "more" } });
    });
    await goTo(page, "");
    await goTo(page, `/rooms/${opened.room.id}`, "What happened in it");
    const trail = page.getByRole("region", { name: "What happened in it" });
    await trail.getByRole("button", { name: "Next page" }).waitFor();
    await trail.locator("tbody tr").first().getByText("revoked").waitFor();
    expect(faults).toEqual([]);
  });
}
