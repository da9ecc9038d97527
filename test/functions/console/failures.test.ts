import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { consoleSuite, nobody, personButton, platformAdmin } from "#test/support/console.ts";
import { atStep, openCounselPage } from "#test/support/counsel-page.ts";
import { choose, press, type } from "#test/support/keyboard.ts";
import { commission } from "#test/support/review-fixture.ts";
import { startTestSystem } from "#test/support/system.ts";

const suite = consoleSuite();
const problem = (status: number, code: string, detail: string) => ({
  status,
  contentType: "application/problem+json",
  body: JSON.stringify({
    type: "about:blank",
    title: "",
    status,
    code,
    detail,
    request_id: "req-4711",
  }),
});

/** The form for a new counsel, filled in. */
async function filledForm() {
  const { frameworkId } = await commission(suite.system);
  const opened = await suite.open(`/counsel/new?framework_id=${frameworkId}`, platformAdmin);
  const { page } = opened;
  await page.locator(`option[value="${frameworkId}"]`).waitFor({ state: "attached" });
  await page.getByLabel("Name").fill("Grace Barrister");
  await page.getByLabel("E-mail").fill("grace@law.example");
  await page.getByLabel("Notes").fill("A long note that nobody wants to type twice.");
  return opened;
}

test("by keyboard alone: a field's error is shown at the field, and focus moves there", async () => {
  const { frameworkId } = await commission(suite.system);
  const { page, close } = await suite.open(`/counsel/new?framework_id=${frameworkId}`);
  await page.locator(`option[value="${frameworkId}"]`).waitFor({ state: "attached" });
  await choose(page.getByLabel("Rule book"), "A framework");
  await press(page.getByRole("button", { name: "Register counsel" }));
  await press(page.getByRole("alert").getByRole("link", { name: /^email/ }));
  expect(await page.evaluate("document.activeElement.name")).toBe("email");
  await type(page.getByLabel("E-mail"), "grace@law.example");
  await close();
});

test.each([
  ["the network is lost", undefined, "it is not known whether this was done"],
  ["somebody was faster", problem(409, "conflict", "Changed meanwhile."), "Changed meanwhile."],
  [
    "a dependency is down",
    problem(503, "dependency_unavailable", "The table is busy."),
    "not available",
  ],
  [
    "a proxy answers with a page",
    { status: 200, contentType: "text/html", body: "<p>hotel</p>" },
    "it is not known",
  ],
])("when %s, nothing typed is lost, and sending again works", async (_, answer, words) => {
  const { page, close } = await filledForm();
  await page.route("**/admin/counsel", (route) =>
    route.request().method() !== "POST"
      ? route.continue()
      : answer
        ? route.fulfill(answer)
        : route.abort(),
  );
  await page.getByRole("button", { name: "Register counsel" }).click();
  await page.getByRole("alert").getByText(words).waitFor();
  if (answer?.status === 409 || answer?.status === 503) {
    await page.getByRole("alert").getByText("req-4711").waitFor();
    await page.getByRole("alert").getByText("Nothing was changed").waitFor();
  }
  expect(await page.getByLabel("Notes").inputValue()).toBe(
    "A long note that nobody wants to type twice.",
  );
  await page.unroute("**/admin/counsel");
  await page.getByRole("button", { name: "Register counsel" }).click();
  await atStep(page, "Grace Barrister");
  await close();
});

test("an expired sign-in is renewed silently in the middle of a form", async () => {
  const { page, faults, close } = await filledForm();
  await suite.system.advance(2 * 3600);
  await page.getByRole("button", { name: "Register counsel" }).click();
  await atStep(page, "Grace Barrister");
  expect(faults.filter((fault) => !fault.includes("401"))).toEqual([]);
  await close();
});

test("in two tabs one sign-in serves both; signing out in one loses nothing in the other", async () => {
  const { page: first, close } = await filledForm();
  const second = await first.context().newPage();
  await second.goto(`${suite.system.baseUrl}/admin/console/reviews`);
  await atStep(second, "Reviews");
  await second.getByRole("button", { name: "Sign out" }).click();
  await atStep(second, "Sign out?");
  await second.getByRole("button", { name: "Sign out" }).click();
  await atStep(second, "Continue as");
  await suite.system.advance(2 * 3600);
  await first.getByRole("button", { name: "Register counsel" }).click();
  await first.getByRole("dialog", { name: "Your sign-in has ended" }).waitFor();
  expect(await first.getByLabel("Notes").inputValue()).toContain("A long note");
  const opening = first.waitForEvent("popup");
  await press(first.getByRole("button", { name: "Sign in again" }));
  await (await personButton(await opening, platformAdmin)).click();
  await atStep(first, "Grace Barrister");
  await close();
});

test("when the provider's session has expired too, a window asks, and the form then continues by itself", async () => {
  const { page, close } = await filledForm();
  await suite.system.advance(20 * 24 * 3600);
  await page.getByRole("button", { name: "Register counsel" }).click();
  await page.getByRole("dialog", { name: "Your sign-in has ended" }).waitFor();
  expect(await page.getByLabel("Notes").inputValue()).toContain("A long note");
  const opening = page.waitForEvent("popup");
  await press(page.getByRole("button", { name: "Sign in again" }));
  const popup = await opening;
  await popup.getByRole("button", { name: "Platform admin" }).click();
  await atStep(page, "Grace Barrister");
  await close();
});

test("what one person typed is not sent in the name of another who signs in later", async () => {
  const system = await startTestSystem();
  const { frameworkId } = await commission(system);
  const path = `/admin/console/counsel/new?framework_id=${frameworkId}`;
  const { page, close } = await openCounselPage(suite.browser, `${system.baseUrl}${path}`);
  await (await personButton(page, platformAdmin)).click();
  await page.locator(`option[value="${frameworkId}"]`).waitFor({ state: "attached" });
  await page.getByLabel("Name").fill("Grace Barrister");
  await page.getByLabel("E-mail").fill("grace@law.example");
  await system.advance(20 * 24 * 3600);
  await page.getByRole("button", { name: "Register counsel" }).click();
  const dialog = page.getByRole("dialog", { name: "Your sign-in has ended" });
  await dialog.waitFor();
  const opening = page.waitForEvent("popup");
  await press(page.getByRole("button", { name: "Sign in again" }));
  await (await personButton(await opening, nobody)).click();
  await dialog.getByText("signed in, but this page is").waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe("Grace Barrister");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Register counsel");
  await close();
  await system.close();
});

test("a restart of the service signs nobody out, and a half-filled form can still be sent", async () => {
  const folder = mkdtempSync(join(tmpdir(), "countersign-"));
  const before = await startTestSystem({}, folder);
  const { frameworkId } = await commission(before);
  const path = `/admin/console/counsel/new?framework_id=${frameworkId}`;
  const { page, close } = await openCounselPage(suite.browser, `${before.baseUrl}${path}`);
  await (await personButton(page, platformAdmin)).click();
  await page.locator(`option[value="${frameworkId}"]`).waitFor({ state: "attached" });
  await page.getByLabel("Name").fill("Grace Barrister");
  await page.getByLabel("E-mail").fill("grace@law.example");
  await before.close();
  await page.getByRole("button", { name: "Register counsel" }).click();
  await page.getByRole("alert").getByText("it is not known").waitFor();
  const port = Number(new URL(before.baseUrl).port);
  const after = await startTestSystem({}, folder, undefined, undefined, undefined, port);
  await page.getByRole("button", { name: "Register counsel" }).click();
  await atStep(page, "Grace Barrister");
  await page.reload();
  await atStep(page, "Grace Barrister");
  await close();
  await after.close();
  rmSync(folder, { recursive: true });
});
