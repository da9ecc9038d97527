import { expect, test } from "vitest";
import {
  consoleSuite,
  memberOf,
  nobody,
  orgAdminOf,
  personButton,
  platformAdmin,
} from "#test/support/console.ts";
import { goTo } from "#test/support/console-screens.ts";
import { atStep, openCounselPage } from "#test/support/counsel-page.ts";
import { press } from "#test/support/keyboard.ts";
import { commission, expectStatus } from "#test/support/review-fixture.ts";

const suite = consoleSuite();

test("a platform admin signs in, and a reload signs in again without asking: it waits for no page on the way back, and the queue asks for its rows first, and for everything once", async () => {
  await commission(suite.system);
  const { page, faults, close } = await suite.open("/reviews?status=pending", platformAdmin, {});
  expect(new URL(page.url()).pathname).toBe("/admin/console/reviews");
  expect(new URL(page.url()).search).toBe("?status=pending");
  await goTo(page, "/reviews");
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  const ahead: string[] = [];
  devtools.on("Network.responseReceived", ({ response, type }) => {
    if (type === "Document" && response.fromPrefetchCache) ahead.push(response.url);
  });
  let asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/admin\/(?!console)/.test(pathname)) asked.push(pathname);
  });
  // If the provider answers before the prefetch has finished, the page is requested as usual.
  const reloaded = async () => {
    asked = [];
    await page.reload();
    await page.getByRole("button", { name: /^Waiting for counsel 1/ }).waitFor();
    return ahead[0];
  };
  await expect.poll(reloaded, { timeout: 30_000 }).toMatch(/\/admin\/console\?code=/);
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
  const { page, faults, close } = await openCounselPage(suite.browser, entry);
  for (const [role, word, ofTenant] of [
    [platformAdmin, "platform admin", ""],
    [orgAdminOf("Northwind"), "organisation admin", tenant.id.slice(0, 8)],
    [memberOf("Northwind"), "member", tenant.id.slice(0, 8)],
  ] as const) {
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
  const { page, faults, close } = await suite.open("/reviews?code=stolen&state=foreign");
  expect(new URL(page.url()).pathname).toBe("/admin/console/reviews");
  expect(new URL(page.url()).search).toBe("");
  await page.locator(".who").getByText("platform admin", { exact: true }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

test("a refusal by the provider is shown in its own words, and can be retried", async () => {
  const { page, close } = await suite.open("/reviews");
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
  await close();
});
