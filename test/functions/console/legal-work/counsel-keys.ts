import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { ConsoleSuite } from "#test/support/console.ts";
import { flawsByTurns, goTo } from "#test/support/console-screens.ts";
import {
  atStep,
  axeViolations,
  fillForm,
  openCounselPage,
  openReview,
  overflow,
  shown,
  sign,
} from "#test/support/counsel-page.ts";
import { sized } from "#test/support/full-size.ts";
import { press } from "#test/support/keyboard.ts";
import { commission, expectStatus, requestReview } from "#test/support/review-fixture.ts";
import { lookAgain } from "#test/support/tab.ts";
import { giveDevice } from "#test/support/virtual-authenticator.ts";

export function keysOfCounsel(suite: ConsoleSuite): void {
  /** Other tests look at the screen of a review; in dark another colour is all that differs. */
  const reviewViolations = sized<(page: Page) => Promise<string[]>>(axeViolations, async () => []);
  const darkViolations = sized<(page: Page) => Promise<string[]>>(axeViolations, async () => []);

  test("by keyboard alone: invite counsel to enrol a key, compare its words, require it, see it in a review, retire it", async () => {
    const first = await commission(suite.system);
    const path = `/admin/counsel/${first.counselId}`;
    const { page, faults } = await suite.visit(`/counsel/${first.counselId}`);
    const dialog = page.getByRole("dialog");
    /** The other dialogs are checked in ../estate/states.ts. */
    const ownQuestions = ["Retire the key", "Let the link suffice"];
    const askedOnce = async (act: string) => {
      await press(page.getByRole("button", { name: act, exact: true }));
      await dialog.waitFor();
      if (ownQuestions.includes(act)) {
        const turn = ownQuestions.indexOf(act);
        expect([act, await flawsByTurns(page, turn, "dialog[open]")]).toEqual([act, []]);
      }
      await press(dialog.getByRole("button", { name: act, exact: true }));
      await dialog.waitFor({ state: "detached" });
    };
    await page.getByText("No passkey is enrolled.").waitFor();
    await page.getByText("The link alone", { exact: true }).waitFor();

    await askedOnce("Invite to make a key");
    await page.getByText("it voids the last invitation").waitFor();
    await page.getByText("over a channel of counsel’s own, such as").waitFor();
    const voided = await page.getByRole("textbox", { name: /^Invitation/ }).inputValue();
    await askedOnce("Invite to make a key");
    const field = page.getByRole("textbox", { name: /^Invitation/ });
    await expect.poll(() => field.inputValue()).not.toBe(voided);
    const link = await field.inputValue();
    expect(link).toMatch(/\/counsel\/key\/[\w-]{43}$/);
    expect(await flawsByTurns(page, 1)).toEqual([]);
    const { pathname } = new URL(voided);
    expect((await suite.system.api()("GET", pathname)).status).not.toBe(200);

    const counsel = await openCounselPage(suite.browser, link);
    await giveDevice(counsel.page);
    await counsel.page.getByRole("button", { name: "Begin" }).click();
    await atStep(counsel.page, "Is this you?");
    await counsel.page.getByRole("button", { name: "Make the passkey" }).click();
    await atStep(counsel.page, "Your passkey is enrolled");
    const words = await shown(counsel.page, "words");
    const row = page.getByRole("row").filter({ hasText: words });
    await lookAgain(page);
    await row.getByText("In use").waitFor();

    await press(page.getByRole("link", { name: "Reviews", exact: true }));
    await dialog.getByText("The invitation cannot be shown again.").waitFor();
    await page.keyboard.press("Escape");
    await press(page.getByRole("button", { name: "I have forwarded it" }));
    await field.waitFor({ state: "detached" });
    expect(await page.content()).not.toContain(link);

    await askedOnce("Require a passkey");
    await page.getByText("The link and counsel’s passkey", { exact: true }).waitFor();
    expect((await suite.system.admin("GET", path)).body.signing_policy).toBe("key_required");

    await goTo(page, `/counsel?framework_id=${first.frameworkId}`);
    const listed = page.getByRole("row").filter({ hasText: first.email });
    await listed.getByText("The link and counsel’s passkey", { exact: true }).waitFor();
    await listed.getByText("One passkey enrolled", { exact: true }).waitFor();

    const review = await requestReview(suite.system, first);
    await counsel.page.goto(review.link);
    await openReview(counsel.page);
    await fillForm(counsel.page, "Approve");
    await sign(counsel.page);
    await atStep(counsel.page, "Your decision is recorded");
    expect(counsel.faults).toEqual([]);
    await counsel.close();
    await goTo(page, `/reviews/${review.review.id}`);
    await page.getByText("The checks one by one").click();
    const entry = page.getByRole("listitem").filter({ hasText: words });
    await entry.getByText("named by this decision").waitFor();
    expect(await reviewViolations(page)).toEqual([]);

    await goTo(page, `/counsel/${first.counselId}`);
    await askedOnce("Retire the key");
    await row.getByText("In use").waitFor({ state: "detached" });
    await page.getByText("counsel has none in use and cannot decide").waitFor();
    const { items } = (await expectStatus(suite.system.admin("GET", `${path}/keys`), 200)).body;
    expect(items).toMatchObject([{ fingerprint: words, retired_at: expect.any(String) }]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await darkViolations(page)).toEqual([]);

    await askedOnce("Let the link suffice");
    await page.getByText("The link alone", { exact: true }).waitFor();
    expect((await suite.system.admin("GET", path)).body.signing_policy).toBe("link");
    expect(faults).toEqual([]);
    await page.emulateMedia({ colorScheme: null });
    await page.setViewportSize({ width: 1280, height: 900 });
  });
}
