import { expect, test } from "vitest";
import {
  consoleSuite,
  memberOf,
  nobody,
  orgAdminOf,
  platformAdmin,
} from "#test/support/console.ts";
import { atStep } from "#test/support/counsel-page.ts";
import { expectStatus } from "#test/support/review-fixture.ts";

const suite = consoleSuite();

test("a platform admin signs in, and a reload signs in again without a question", async () => {
  const { page, faults, close } = await suite.open("/reviews?status=pending", platformAdmin);
  expect(new URL(page.url()).pathname).toBe("/admin/console/reviews");
  expect(new URL(page.url()).search).toBe("?status=pending");
  await page.reload();
  await page.locator("#main h1").waitFor();
  expect(new URL(page.url()).pathname).toBe("/admin/console/reviews");
  const kept = await page.evaluate(
    "JSON.stringify([localStorage, sessionStorage, document.cookie])",
  );
  expect(kept).not.toMatch(/eyJ/);
  expect(faults).toEqual([]);
  await close();
});

test("somebody without a claim is told whom to ask, and offered nothing", async () => {
  const { page, faults, close } = await suite.open("/reviews", nobody);
  await atStep(page, "You have no role here yet");
  expect(await page.getByRole("navigation").count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

test("organisation admin and member of a tenant sign in with that tenant's claims", async () => {
  const { body: tenant } = await expectStatus(
    suite.system.admin("POST", "/admin/tenants", { name: "Northwind" }),
    201,
  );
  for (const [role, word] of [
    [orgAdminOf("Northwind"), "organisation admin"],
    [memberOf("Northwind"), "member"],
  ] as const) {
    const { page, faults, close } = await suite.open("", role);
    await page.locator(".who").getByText(word, { exact: true }).waitFor();
    expect(await page.locator(".who").textContent()).toContain(tenant.id.slice(0, 8));
    expect(faults).toEqual([]);
    await close();
  }
});
