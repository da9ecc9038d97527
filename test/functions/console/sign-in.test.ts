import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { goTo } from "#test/support/arrive.ts";
import {
  consoleSuite,
  memberOf,
  nobody,
  orgAdminOf,
  personButton,
  platformAdmin,
  type Role,
} from "#test/support/console.ts";
import { atStep, openInRestingTab } from "#test/support/counsel-page.ts";
import { press } from "#test/support/keyboard.ts";
import { type Commissioned, commission, expectStatus } from "#test/support/review-fixture.ts";
import { startTestSystem } from "#test/support/system.ts";
import { byTurns } from "#test/support/ways.ts";

const suite = consoleSuite();
let commissioned: Commissioned;
beforeAll(async () => {
  commissioned = await commission(suite.system);
});

test("a platform admin signs in, and a reload signs in again without asking: the queue then requests its rows first, and everything only once", async () => {
  const { page, faults, close } = await suite.open("/reviews?status=pending", platformAdmin, {});
  expect(new URL(page.url()).pathname).toBe("/admin/console/reviews");
  expect(new URL(page.url()).search).toBe("?status=pending");
  await goTo(page, "/reviews");
  let asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    // Requests that the previous page still had to make do not count for the next one.
    if (request.isNavigationRequest()) asked = [];
    if (/^\/admin\/(?!console)/.test(pathname)) asked.push(pathname);
  });
  await page.reload();
  await page.getByRole("button", { name: /^Waiting for counsel 1/ }).waitFor();
  expect(asked[0]).toBe("/admin/rule-reviews");
  expect(asked.filter((path) => path.endsWith("/counts"))).toHaveLength(1);
  expect(new URL(page.url()).pathname).toBe("/admin/console/reviews");
  const kept = await page.evaluate(
    "JSON.stringify([localStorage, sessionStorage, document.cookie])",
  );
  expect(kept).not.toMatch(/eyJ/);
  expect(faults).toEqual([]);
  await close();
});

test("by keyboard alone, each role signs in, and signs out so that the next visit asks again", async () => {
  const { body: tenant } = await expectStatus(
    suite.system.admin("POST", "/admin/tenants", { name: "Northwind" }),
    201,
  );
  const entry = `${suite.system.baseUrl}/admin/console`;
  const { page, faults, close } = await openInRestingTab(suite.browser, entry);
  const roles = [
    [orgAdminOf("Northwind"), "organisation admin", tenant.id.slice(0, 8)],
    [memberOf("Northwind"), "member", tenant.id.slice(0, 8)],
    [platformAdmin, "platform admin", ""],
  ] as const;
  for (const [role, word, ofTenant] of byTurns(roles, 0)) {
    await press(await personButton(page, role));
    await page.locator("#main h1").waitFor();
    await page.locator(".who").getByText(word, { exact: true }).waitFor();
    expect(await page.locator(".who").textContent()).toContain(ofTenant);
    await press(page.getByRole("button", { name: "Sign out" }));
    await atStep(page, "Sign out?");
    await press(page.getByRole("button", { name: "Sign out" }));
  }
  await press(await personButton(page, nobody));
  await atStep(page, "You have no role here yet");
  expect(await page.getByRole("navigation").count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

test("a sign-in response that this browser did not ask for is discarded: signing in starts again", async () => {
  const { page, faults } = await suite.visit("/nowhere");
  await page.goto(`${suite.system.baseUrl}/admin/console/reviews?code=stolen&state=foreign`);
  await page.locator(".who").getByText("platform admin", { exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/admin/console/reviews");
  expect(new URL(page.url()).search).toBe("");
  expect(faults).toEqual([]);
});

test("a refusal by the provider is shown in the provider's words, and can be retried", async () => {
  const { page } = await suite.visit("/nowhere");
  const begun = { verifier: "v", state: "s-4711", nonce: "n", goal: "/admin/console/counsel" };
  await page.evaluate(
    `sessionStorage.setItem("countersign.sign-in s-4711", ${JSON.stringify(JSON.stringify(begun))})`,
  );
  const answer = new URLSearchParams({
    error: "access_denied",
    error_description: "Not today.",
    state: "s-4711",
    iss: `${suite.system.baseUrl}/_local/sign-in`,
  });
  await page.goto(`${suite.system.baseUrl}/admin/console?${answer}`);
  await atStep(page, "You could not be signed in");
  await page.getByText("Not today. (access_denied)").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator(".who").waitFor();
});

describe("once the sign-in has expired", () => {
  let forms = 0;

  /** Opens the form for a new counsel and fills it in, each time with another e-mail address. */
  async function filledForm() {
    const { frameworkId } = commissioned;
    forms += 1;
    const opened = await suite.open(`/counsel/new?framework_id=${frameworkId}`, platformAdmin);
    const { page } = opened;
    await page.locator(`option[value="${frameworkId}"]`).waitFor({ state: "attached" });
    await page.getByLabel("Name").fill("Grace Barrister");
    await page.getByLabel("E-mail").fill(`grace-${forms}@law.example`);
    await page.getByLabel("Notes").fill("A long note that nobody wants to type twice.");
    return opened;
  }

  test("an expired sign-in is renewed silently in the middle of a form", async () => {
    const { page, faults, close } = await filledForm();
    await suite.system.advance(2 * 3600);
    await page.getByRole("button", { name: "Register counsel" }).click();
    await atStep(page, "Grace Barrister");
    expect(faults.filter((fault) => !fault.includes("401"))).toEqual([]);
    await close();
  });

  test("one sign-in serves two tabs, and signing out in one loses nothing in the other", async () => {
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
    await close();
  });

  test("when the provider's session has expired too, a window asks for a new sign-in; what one person typed is not sent in the name of another who signs in there, and the form continues once the first person signs in", async () => {
    const { page, close } = await filledForm();
    await suite.system.advance(20 * 24 * 3600);
    await page.getByRole("button", { name: "Register counsel" }).click();
    const dialog = page.getByRole("dialog", { name: "Your sign-in has ended" });
    await dialog.waitFor();
    expect(await page.getByLabel("Notes").inputValue()).toContain("A long note");
    await dialog.getByRole("button", { name: "Not now" }).click();
    const refused = page.getByRole("alert");
    await refused.getByText("Your sign-in has ended. Sign in again to go on.").waitFor();
    expect(await refused.innerText()).not.toContain("not available");
    await page.getByRole("button", { name: "Register counsel" }).click();
    await dialog.waitFor();
    const signInAs = async (role: Role) => {
      const opening = page.waitForEvent("popup");
      await press(page.getByRole("button", { name: "Sign in again" }));
      await (await personButton(await opening, role)).click();
    };
    await signInAs(nobody);
    await dialog.getByText("signed in, but this page is").waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("Grace Barrister");
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Register counsel");
    // The provider still has the other person's session, but has to ask again.
    await signInAs(platformAdmin);
    await atStep(page, "Grace Barrister");
    await close();
  });

  test("a form that was left by the browser's Back while it waited for the sign-in is never sent", async () => {
    const { page, close } = await suite.open("/counsel", platformAdmin);
    await page.getByRole("link", { name: "Register counsel" }).click();
    await page.getByLabel("Rule book").selectOption(commissioned.frameworkId);
    await page.getByLabel("Name").fill("Grace Barrister");
    await page.getByLabel("E-mail").fill("left@law.example");
    await suite.system.advance(20 * 24 * 3600);
    await page.getByRole("button", { name: "Register counsel" }).click();
    const dialog = page.getByRole("dialog", { name: "Your sign-in has ended" });
    await dialog.waitFor();
    const refused = page.waitForResponse(
      (response) => response.request().method() === "GET" && response.status() === 401,
    );
    await page.goBack();
    // The list asks for a sign-in of its own.
    await refused;
    await dialog.waitFor();
    const opening = page.waitForEvent("popup");
    await press(page.getByRole("button", { name: "Sign in again" }));
    await (await personButton(await opening, platformAdmin)).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Dr. Ada Lex" }).first().waitFor();
    const path = `/admin/counsel?framework_id=${commissioned.frameworkId}`;
    const { body } = await suite.system.admin("GET", path);
    expect(body.items.map(({ email }: { email: string }) => email)).not.toContain(
      "left@law.example",
    );
    await close();
  });

  test("a browser that opens no window to sign in is named as the reason", async () => {
    const { page, close } = await filledForm();
    await suite.system.advance(20 * 24 * 3600);
    await page.getByRole("button", { name: "Register counsel" }).click();
    await page.getByRole("dialog", { name: "Your sign-in has ended" }).waitFor();
    await page.evaluate("globalThis.open = () => null");
    await press(page.getByRole("button", { name: "Sign in again" }));
    await page.getByText("Your browser did not open the window").waitFor();
    expect(await page.getByLabel("Notes").inputValue()).toContain("A long note");
    await close();
  });

  test("a restart of the service signs nobody out, and a half-filled form can still be sent", async () => {
    const folder = mkdtempSync(join(tmpdir(), "countersign-"));
    const before = await startTestSystem({ stateDir: folder });
    const { frameworkId } = await commission(before);
    const path = `/admin/console/counsel/new?framework_id=${frameworkId}`;
    const { page, close } = await openInRestingTab(suite.browser, `${before.baseUrl}${path}`);
    await (await personButton(page, platformAdmin)).click();
    await page.locator(`option[value="${frameworkId}"]`).waitFor({ state: "attached" });
    await page.getByLabel("Name").fill("Grace Barrister");
    await page.getByLabel("E-mail").fill("grace@law.example");
    await before.close();
    await page.getByRole("button", { name: "Register counsel" }).click();
    await page.getByRole("alert").getByText("it is not known").waitFor();
    const port = Number(new URL(before.baseUrl).port);
    const after = await startTestSystem({ stateDir: folder, port });
    await page.getByRole("button", { name: "Register counsel" }).click();
    await atStep(page, "Grace Barrister");
    await page.reload();
    await atStep(page, "Grace Barrister");
    await close();
    await after.close();
    rmSync(folder, { recursive: true });
  });
});
