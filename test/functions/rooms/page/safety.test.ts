import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeViolations, overflow } from "#test/support/counsel-page.ts";
import { sized } from "#test/support/full-size.ts";
import { hiddenCharacters, hostileText, hostileTexts } from "#test/support/hostile-texts.ts";
import { commission, expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { anotherRoom, openRoom } from "#test/support/room-fixture.ts";
import { enter, openEvidence, roomPageSuite } from "#test/support/room-page.ts";
import type { TestSystem } from "#test/support/system.ts";

const suite = roomPageSuite();
/** `visit.test.ts` checks the same states; the bench checks them with these texts too. */
const violations = sized<(page: Page) => Promise<string[]>>(axeViolations, async () => []);
/** Names take no hidden characters. */
const NAME = hostileTexts.markup.slice(0, 200);

/** A room in which every text that others write is hostile. */
async function hostileRoom(system: TestSystem) {
  const rule = (word: string) =>
    ruleText("rule.a", {
      title: `${word} ${hostileText}`.slice(0, 500),
      citations: [
        { label: NAME, url: `https://example.com/?q="><script>globalThis.hacked=1</script>` },
      ],
      customer_description_preview: `${word} ${hostileText}`,
      suggested_verdict_copy: `${word} ${hostileText}`,
      amended_by: { label: NAME },
    });
  const asked = await commission(system, { rules: [rule("old")] });
  const book = `/admin/frameworks/${asked.frameworkId}`;
  const counsel = { display_name: NAME, firm: NAME, bar_registration: NAME };
  await expectStatus(system.admin("PUT", book, { display_name: NAME }), 200);
  await expectStatus(system.admin("PATCH", `/admin/counsel/${asked.counselId}`, counsel), 200);
  const decision = { decision: "approved_with_changes", comment: hostileText };
  await expectStatus(system.api()("POST", `/counsel/review/${asked.token}/decide`, decision), 200);
  await expectStatus(system.admin("PUT", `${book}/rules`, { rules: [rule("new")] }), 200);
  await system.api()("POST", "/_local/schedules/sequence-log/run");
  return openRoom(system, { framework_ids: [asked.frameworkId], may_ask: true });
}

test("nothing that others wrote becomes markup, hides, or makes the page wider", async () => {
  const { token } = await hostileRoom(suite.system);
  const { page, faults } = await suite.open({ token, viewport: { width: 320, height: 700 } });
  const intact = async () => {
    expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
    expect(await page.locator("h1").count()).toBe(1);
    expect(await page.locator("main script, main img, main iframe").count()).toBe(0);
    expect(await page.locator("main").innerText()).not.toMatch(hiddenCharacters);
    expect(await overflow(page)).toBe(0);
    expect(await violations(page)).toEqual([]);
  };
  await enter(page);
  await intact();
  expect(await page.locator(".sentence").first().innerText()).toContain(NAME.slice(0, 40));
  await openEvidence(page);
  await page.getByText(/Version 2, since/).waitFor();
  await intact();
  for (const tab of ["Coverage of a day", "Questions"]) {
    await page.getByRole("tab", { name: tab }).click();
    if (tab === "Questions") {
      await page.locator("#question").fill(hostileText.slice(0, 900));
      await page.getByRole("button", { name: "Ask", exact: true }).click();
      await page.getByText("Your question was recorded.").waitFor();
    } else await page.locator("#panel-coverage tbody tr").waitFor();
    await intact();
  }
  expect(faults).toEqual([]);
});

test("a scanner that opens the link, runs its script and submits what it finds leaves no row", async () => {
  const { frameworkId } = await commission(suite.system);
  const { room, token } = await openRoom(suite.system, { framework_ids: [frameworkId] });
  const uses = async () => (await suite.system.admin("GET", `/admin/rooms/${room.id}`)).body.uses;
  const { page } = await suite.open({ token });
  await page.getByRole("button", { name: "Enter" }).waitFor();
  await page.evaluate("for (const form of document.querySelectorAll('form')) form.requestSubmit()");
  await page.waitForLoadState("networkidle");
  const api = suite.system.api();
  await api("GET", `/room/${token}/rules`, undefined, { "sec-purpose": "prefetch" });
  expect(await uses()).toBe(0);
  await enter(page);
  expect(await uses()).toBe(1);
  // A room whose visitor may not ask has no tab for it.
  expect(await page.getByRole("tab").allInnerTexts()).toEqual([
    "Ask",
    "Coverage of a day",
    "Check a file",
  ]);
});

test("a room that closes while it is read says so, and what was loaded stays", async () => {
  const { token, room } = await anotherRoom(suite.system);
  const { page } = await suite.open({ token });
  await enter(page);
  await suite.system.admin("POST", `/admin/rooms/${room.id}/revoke`);
  await page.getByRole("button", { name: "Show the evidence" }).first().click();
  await page.getByText("This room is closed.").first().waitFor();
  expect(await page.locator(".sentence").count()).toBe(3);
  await page.reload();
  await page.getByRole("button", { name: "Enter" }).click();
  await page.getByRole("heading", { level: 1, name: "This room is closed" }).waitFor();
});
