import { expect, test } from "vitest";
import { consoleSuite } from "#test/support/console.ts";
import { atStep, openInRestingTab } from "#test/support/counsel-page.ts";

const suite = consoleSuite();

/** Signs in: the address on our page, the person on the organisation's page, and back. */
async function arrive(email: string, name: string) {
  const entry = `${suite.system.baseUrl}/admin/console`;
  const opened = await openInRestingTab(suite.browser, entry);
  const { page } = opened;
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Continue with the organisation" }).click();
  await atStep(page, "Bank");
  expect(new URL(page.url()).pathname).toMatch(/^\/_local\/sign-in\/organisation\/choose\//);
  await page.getByRole("button", { name }).click();
  return opened;
}

test.each([
  ["olivia@bank.example", "Olivia Officer", "platform admin"],
  ["ada@bank.example", "Ada Auditor", "reader"],
])(
  "%s signs in with their organisation, and is what their group is here",
  async (email, name, word) => {
    const { page, faults, close } = await arrive(email, name);
    await page.locator(".who").getByText(word, { exact: true }).waitFor();
    expect(await page.locator(".who").textContent()).toContain(email);
    expect(new URL(page.url()).pathname).toBe("/admin/console");
    expect(faults).toEqual([]);
    await close();
  },
);

test.each([
  ["in no group that counts", "Sam Staff"],
  ["with an address of another domain", "Greta Guest"],
])("somebody %s signs in, and may do nothing", async (_, name) => {
  const { page, faults, close } = await arrive("anybody@bank.example", name);
  await atStep(page, "You have no role here yet");
  expect(await page.getByRole("navigation").count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

test("an address that no organisation signs in stays on the page, and an unrequested answer leads nowhere", async () => {
  const { baseUrl } = suite.system;
  const { page, close } = await openInRestingTab(suite.browser, `${baseUrl}/admin/console`);
  await page.getByLabel("E-mail address").fill("a@elsewhere.example");
  await page.getByRole("button", { name: "Continue with the organisation" }).click();
  await page.getByText("No organisation signs in the people of a@elsewhere.example.").waitFor();
  const answer = await page.request.get(
    `${baseUrl}/_local/sign-in/broker?code=stolen&state=foreign`,
    { maxRedirects: 0 },
  );
  expect([answer.status(), answer.headers().location]).toEqual([303, `${baseUrl}/admin/console`]);
  await close();
});
