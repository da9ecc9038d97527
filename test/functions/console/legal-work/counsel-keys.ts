import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { softwarePasskey } from "#infra/local/software-passkey.ts";
import { goTo } from "#test/support/arrive.ts";
import type { ConsoleSuite } from "#test/support/console.ts";
import { flawsByTurns } from "#test/support/console-screens.ts";
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
import { challengeFor } from "#test/support/enrol.ts";
import { sized } from "#test/support/full-size.ts";
import { press } from "#test/support/keyboard.ts";
import { commission, expectStatus, requestReview } from "#test/support/review-fixture.ts";
import { lookAgain } from "#test/support/tab.ts";
import { giveDevice } from "#test/support/virtual-authenticator.ts";

type Requested = Awaited<ReturnType<typeof requestReview>>;

export function keysOfCounsel(suite: ConsoleSuite): void {
  /** Other tests check the screen of a review. In dark, only the colours differ. */
  const reviewViolations = sized<(page: Page) => Promise<string[]>>(axeViolations, async () => []);
  const darkViolations = sized<(page: Page) => Promise<string[]>>(axeViolations, async () => []);

  /**
   * Counsel enrols a key on their page. test/functions/reviews/page/passkey.test.ts does the same
   * there.
   */
  async function enrolledInBrowser(link: string) {
    const { page, faults, close } = await openCounselPage(suite.browser, link);
    await giveDevice(page);
    await page.getByRole("button", { name: "Begin" }).click();
    await atStep(page, "Is this you?");
    await page.getByRole("button", { name: "Make the passkey" }).click();
    await atStep(page, "Your passkey is enrolled");
    return {
      words: (_counselId: string) => shown(page, "words"),
      approves: async (review: Requested) => {
        await page.goto(review.link);
        await openReview(page);
        await fillForm(page, "Approve");
        await sign(page);
        await atStep(page, "Your decision is recorded");
        expect(faults).toEqual([]);
        await close();
      },
    };
  }

  /** The same, with the requests that the page sends. */
  async function enrolledByRequests(link: string) {
    const { system } = suite;
    const key = softwarePasskey(system.baseUrl);
    const { pathname } = new URL(link);
    const { body: opened } = await expectStatus(system.api()("GET", pathname), 200);
    await expectStatus(system.api()("POST", pathname, key.create(opened)), 201);
    return {
      words: async (counselId: string): Promise<string> => {
        const { body } = await system.admin("GET", `/admin/counsel/${counselId}/keys`);
        return body.items[0].fingerprint;
      },
      approves: async (review: Requested) => {
        const said = { decision: "approved" };
        const assertion = key.get(await challengeFor(system, review, said));
        const path = `/counsel/review/${review.token}/decide`;
        await expectStatus(system.api()("POST", path, { ...said, assertion }), 200);
      },
    };
  }

  const enrolledWith = sized(enrolledInBrowser, enrolledByRequests);

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

    const counsel = await enrolledWith(link);
    const words = await counsel.words(first.counselId);
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
    await counsel.approves(review);
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
