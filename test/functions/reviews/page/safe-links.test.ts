import { expect, test } from "vitest";
import { browserSuite } from "#test/support/browser-suite.ts";
import { commission } from "#test/support/review-fixture.ts";
import { scanTable } from "#test/support/table.ts";

const suite = browserSuite();

/** A request by mail, and the links in its mail. */
async function linksOfMail() {
  const { system } = suite;
  const { frameworkId, ruleIds, counselId, email } = await commission(system);
  const { body } = await system.admin("POST", "/admin/rule-reviews", {
    framework_id: frameworkId,
    rule_use_case_ids: ruleIds,
    counsel_id: counselId,
    deliver: "mail",
  });
  await system.api()("POST", "/_local/schedules/courier/run");
  await expect
    .poll(
      async () => (await system.admin("GET", `/admin/rule-reviews/${body.id}`)).body.mail.status,
      {
        timeout: 20_000,
      },
    )
    .toBe("delivered");
  const outbox = (await system.api()("GET", "/_local/outbox")).body.items;
  const [mail] = outbox.filter(({ to }: { to: string[] }) => to[0] === email);
  const found = [...mail.html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link as string);
  return { links: [...new Set(found)], counselId };
}

const auditRows = async () =>
  (await scanTable(suite.system)).filter(({ pk }) => String(pk).startsWith("AUDIT#")).length;

test("a scanner that opens a mail's links, runs scripts, submits and clicks by script changes nothing", async () => {
  const { links } = await linksOfMail();
  expect(links).toHaveLength(2);
  const before = await auditRows();
  const page = await suite.browser.newPage();
  for (const link of links) {
    await page.goto(link);
    await page.evaluate(
      "for (const form of document.querySelectorAll('form')) form.requestSubmit(); document.querySelector('#stop')?.click()",
    );
    await page.waitForLoadState("networkidle");
  }
  await page.close();
  expect(await auditRows()).toBe(before);
});

test("before the review is opened, the page says which law, how many rules, how long to read and until when, and this is not a view", async () => {
  const review = await commission(suite.system);
  const { page, faults, close } = await suite.open(review.token, {});
  const asked = page.locator("#asked");
  await asked.getByText("3 rules").waitFor();
  for (const text of ["A framework", "about 1 min to read", "14 days left"]) {
    await asked.getByText(text).waitFor();
  }
  // The days are those of the calendar in UTC, as in the console.
  const lastDay = Math.floor(Date.parse(review.review.expires_at) / 86_400_000) * 86_400_000;
  for (const [days, said] of [
    [3, "3 days left"],
    [0, "ends today"],
  ] as const) {
    await page.clock.setFixedTime(lastDay - days * 86_400_000);
    await page.reload();
    await asked.getByText(said).waitFor();
  }
  expect(await suite.actionsOf(review)).toEqual(["rule_review.requested"]);
  const summary = `/counsel/review/${review.token}/summary`;
  const { body } = await suite.system.api()("GET", summary);
  // The summary says no more than the mail with the link, and the time to read it.
  expect(Object.keys(body.review)).toEqual([
    ...["framework", "rule_count", "reading_minutes", "expires_at"],
  ]);
  await suite.system.admin("POST", `/admin/rule-reviews/${review.review.id}/cancel`);
  const ended = await suite.system.api()("GET", summary);
  const unknown = await suite.system.api()("GET", `/counsel/review/${"x".repeat(43)}/summary`);
  expect([ended, unknown].map(({ status, text }) => [status, text])).toEqual([
    ...Array.from({ length: 2 }, () => [200, '{"review":null}']),
  ]);
  await page.reload();
  await page.locator("#asked").waitFor({ state: "hidden" });
  expect(faults).toEqual([]);
  await close();
});

test("a person's click stops reminders, and the page says so", async () => {
  const { links, counselId } = await linksOfMail();
  const page = await suite.browser.newPage();
  await page.goto(links.find((link) => link.includes("/counsel/reminders/")) as string);
  await page.locator("#stop").click();
  await page.getByRole("heading", { name: "No more reminders" }).waitFor();
  await page.close();
  const { body } = await suite.system.admin("GET", `/admin/counsel/${counselId}/audit`);
  expect(body.items.map(({ action }: { action: string }) => action)).toContain(
    "counsel.reminders_stopped",
  );
});
