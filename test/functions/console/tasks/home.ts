import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { goTo } from "#test/support/arrive.ts";
import { type ConsoleSuite, orgAdminOf } from "#test/support/console.ts";
import { flawsAgain, flawsByTurns } from "#test/support/console-screens.ts";
import { atStep } from "#test/support/counsel-page.ts";
import { sized } from "#test/support/full-size.ts";
import { press, type } from "#test/support/keyboard.ts";
import { commission, expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { currentSecret, deliver, provisionedSecret, push } from "#test/support/sourcehost.ts";
import { connectSourcehost, newTenant } from "#test/support/tenant-fixture.ts";
import { byTurns } from "#test/support/ways.ts";

/**
 * What people see on Home and do from it: next month's law (no click; it used to take two screens of
 * scrolling), rotating a secret (three clicks, with the overlap that used to be zero), connecting a
 * source host (three clicks), and why a run found nothing (one click; it was missing from Home).
 */
export function homeTasks(suite: ConsoleSuite): void {
  /** How a person acts on a control, and writes into a field. */
  interface Way {
    act: (target: Locator, key?: string) => Promise<void>;
    write: (target: Locator, text: string) => Promise<void>;
  }

  const ways: readonly (readonly [string, Way])[] = [
    ["by mouse", { act: (one) => one.click(), write: (one, text) => one.fill(text) }],
    ["by keyboard", { act: press, write: type }],
  ];

  /** The same way of acting, with a count of what was pressed or clicked. */
  function counted({ act, write }: Way) {
    let done = 0;
    const count = async (target: Locator, key?: string): Promise<void> => {
      done += 1;
      await act(target, key);
    };
    return { act: count, write, count: () => done };
  }

  const DAY_MS = 86_400_000;
  const dayAhead = (days: number): string =>
    new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

  /** A book of two rules: one that applies already and is approved, one that applies in 25 days. */
  async function bookWithNextMonth(name: string) {
    const rules = ["now", "next"].map((id) =>
      ruleText(`rule.${id}`, {
        citations: [{ label: "Regulation (EU) 2024/1689, Article 50(2)" }],
        ...(id === "next" ? { applies_from: dayAhead(25) } : {}),
      }),
    );
    const { frameworkId, counselId, token } = await commission(suite.system, {
      rules: rules.slice(0, 1),
    });
    const path = `/admin/frameworks/${frameworkId}`;
    await expectStatus(
      suite.system.admin("PUT", path, { display_name: `The ${name} act`, short_name: name }),
      200,
    );
    await expectStatus(suite.system.admin("PUT", `${path}/rules`, { rules }), 200);
    await approve(token);
    return { frameworkId, counselId };
  }

  async function approve(token: string): Promise<void> {
    const path = `/counsel/review/${token}`;
    await expectStatus(suite.system.api()("GET", path), 200);
    await expectStatus(suite.system.api()("POST", `${path}/decide`, { decision: "approved" }), 200);
  }

  const bookRow = (page: Page, name: string): Locator =>
    page
      .getByRole("row")
      .filter({ has: page.getByRole("link", { name, exact: true }) })
      .first();

  test.each(byTurns(ways, 0))(
    "%s: next month's law is on Home, with what is missing",
    async (name, way) => {
      const short = `Notice ${name}`;
      const { frameworkId, counselId } = await bookWithNextMonth(short);
      const { page, faults } = await suite.visit("");
      const { act, count } = counted(way);
      const row = bookRow(page, short);
      await row.getByText("1 approved").waitFor();
      await row.getByText("50 %").waitFor();
      await row.getByText("missing", { exact: true }).waitFor();
      await row.getByText("1 rule starts to apply").waitFor();
      await page.getByText("One rule that starts to apply is not approved").first().waitFor();
      expect(await page.locator(".law-line").getAttribute("aria-label")).toContain("today marked");
      expect(await flawsByTurns(page, 0)).toEqual([]);
      expect(count()).toBe(0);
      await act(page.getByText("The dates as a table"));
      const date = page
        .getByRole("row")
        .filter({ hasText: short })
        .filter({ hasText: "1 rule starts" });
      expect(await date.last().locator("time").getAttribute("datetime")).toBe(dayAhead(25));
      await act(row.getByRole("link", { name: "1 never reviewed" }).last());
      await atStep(page, "Coverage");
      expect(count()).toBe(2);

      const { body } = await expectStatus(
        suite.system.admin("POST", "/admin/rule-reviews", {
          framework_id: frameworkId,
          counsel_id: counselId,
          rule_use_case_ids: ["rule.next"],
        }),
        201,
      );
      await approve(new URL(body.magic_link_url).pathname.split("/").at(-1) ?? "");
      await goTo(page, "", "newest checkpoint");
      await row.getByText("ready", { exact: true }).waitFor();
      await row.getByText("100 %").waitFor();
      expect(faults).toEqual([]);
    },
  );

  test("Home counts the days until a request ends as the queue and the review's page do", async () => {
    const { review, frameworkId } = await commission(suite.system, { expiryDays: 2 });
    const name = "The ending act";
    await expectStatus(
      suite.system.admin("PUT", `/admin/frameworks/${frameworkId}`, { display_name: name }),
      200,
    );
    const { page, faults } = await suite.visit("");
    const item = page.locator("#do-next li").filter({ hasText: name });
    await item.getByText("Ends in 2 days").waitFor();
    await goTo(page, "/reviews?stage=due");
    await page.getByRole("row").filter({ hasText: name }).getByText("2 days left").waitFor();
    await goTo(page, `/reviews/${review.id}`, "2 days left");
    expect(faults).toEqual([]);
  });

  test.each(byTurns(ways, 1))(
    "%s: a secret is rotated in three clicks, and the old one stays accepted for an hour",
    async (name, way) => {
      const before = await provisionedSecret(suite.system);
      const tenant = await newTenant(suite.system, `Rotating ${name}`);
      const { installation_id } = await connectSourcehost(tenant);
      const { page, faults } = await suite.visit("");
      const { act, count } = counted(way);
      await act(page.getByRole("link", { name: "Setup", exact: true }));
      const step = page.getByRole("listitem").filter({
        has: page.getByRole("heading", { name: "Source host (GitHub) webhook secret" }),
      });
      await act(step.getByRole("button", { name: "Rotate", exact: true }));
      const dialog = page.getByRole("dialog");
      expect(await dialog.getByRole("radio", { checked: true }).getAttribute("id")).toBe(
        "overlap-3600",
      );
      expect(await flawsByTurns(page, 1)).toEqual([]);
      await act(dialog.getByRole("button", { name: "Rotate", exact: true }));
      await step.getByText("sourcehost-webhook-secret", { exact: true }).waitFor();
      await step
        .getByText(/enter it as the webhook secret of the app at the source host until/)
        .waitFor();
      expect(count()).toBe(3);

      const after = await currentSecret(suite.system);
      expect(after).not.toBe(before);
      await suite.system.advance(600);
      const payload = push(Number(installation_id));
      for (const secret of [before, after]) {
        expect((await deliver(suite.system, tenant.id, { secret, payload })).status).toBe(202);
      }
      await suite.system.advance(3600);
      expect((await deliver(suite.system, tenant.id, { secret: before, payload })).status).toBe(
        401,
      );
      // In the bench, this test's other way moved the clock after the page had signed in.
      expect(
        sized(
          faults.filter((fault) => !fault.includes("401")),
          faults,
        ),
      ).toEqual([]);
    },
  );

  test.each(byTurns(ways, 2))(
    "%s: a source host is connected from Home in three clicks, which then says that it has not run yet",
    async (name, way) => {
      const title = `Hosting ${name}`;
      await newTenant(suite.system, title);
      const { page, faults } = await suite.visit("", orgAdminOf(title));
      const { act, write, count } = counted(way);
      await page.getByText("Nothing has been found yet.").waitFor();
      expect(await flawsAgain(page)).toEqual([]);
      await act(page.getByRole("link", { name: "Connect your first environment" }));
      await act(
        name === "by mouse"
          ? page.getByRole("radio", { name: /^Source host/ })
          : page.getByRole("radio", { name: /by workload identity/ }),
        "ArrowDown",
      );
      await write(page.getByLabel("Name"), "Our repositories");
      const installation = name === "by mouse" ? "51000001" : "51000002";
      await write(page.getByLabel("Installation id"), installation);
      await act(page.getByRole("button", { name: "Connect", exact: true }));
      await atStep(page, "Our repositories");
      expect(count()).toBe(3);
      await page.getByRole("heading", { name: "Step by step" }).waitFor();

      await goTo(page, "", "What was looked at");
      const row = page.getByRole("row").filter({ hasText: "Our repositories" });
      await row.getByText("Not run yet", { exact: true }).waitFor();
      await page.getByText("No discovery run yet").first().waitFor();
      expect(await flawsAgain(page)).toEqual([]);
      expect(faults).toEqual([]);
    },
  );

  test.each(byTurns(ways, 3))(
    "%s: why a run found nothing is one click from Home",
    async (name, way) => {
      const title = `Searching ${name}`;
      const tenant = await newTenant(suite.system, title);
      const { id } = await connectSourcehost(tenant);
      await expectStatus(tenant.org("POST", `/connections/${id}/discovery-runs`), 202);
      await suite.system.api()("POST", "/_local/schedules/discovery-tick/run");
      const { page, faults } = await suite.visit("", orgAdminOf(title));
      const { act, count } = counted(way);
      await page.getByText("The last discovery run found nothing").waitFor();
      await page.getByText("Only what was pushed is known").first().waitFor();
      await act(page.getByRole("link", { name: "See why: Source host" }));
      await page.getByText("Only what was pushed is known").first().waitFor();
      expect(count()).toBe(1);
      expect(faults).toEqual([]);
      // A platform admin is sent to the tenant's runs, which give the reason too.
      const admin = await suite.visit("/connections/runs");
      const run = admin.page.locator("tbody tr", { hasText: title });
      await run.getByText("Only what was pushed is known").waitFor();
      // The clock has moved since this page signed in.
      expect(admin.faults.filter((fault) => !fault.includes("401"))).toEqual([]);
    },
  );
}
