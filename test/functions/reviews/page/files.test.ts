import { expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import { atStep, fillForm, openReview, sign } from "#test/support/counsel-page.ts";

const suite = browserSuite();

test("the button that hands a signed certificate in asks for a file if there is none; while a file is under way, the page says so and no longer shows what became of the one before", async () => {
  const { page, close } = await suite.visit();
  await openReview(page);
  await fillForm(page, "Approve");
  await sign(page);
  await atStep(page, "Your decision is recorded");
  await page.getByText("Your firm’s own signature").click();
  const chooser = page.waitForEvent("filechooser");
  await page.locator("#hand-in").click();
  const buffer = Buffer.from("no certificate");
  const file = { name: "signed.pdf", mimeType: "application/pdf", buffer };
  await (await chooser).setFiles(file);
  const status = page.locator("#signed-status");
  await page.locator("#hand-in").click();
  await status.getByText("This is not the certificate").waitFor();

  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/signed-certificate", async (route) => {
    await answered;
    await route.continue();
  });
  await page.locator("#hand-in").click();
  await expect.poll(() => status.textContent()).toBe("One moment.");
  answer();
  await status.getByText("This is not the certificate").waitFor();
  await close();
});
