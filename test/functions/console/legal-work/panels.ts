import { expect, test } from "vitest";
import { goTo } from "#test/support/arrive.ts";
import type { ConsoleSuite } from "#test/support/console.ts";
import { flawsAgain, flawsByTurns } from "#test/support/console-screens.ts";
import { atStep } from "#test/support/counsel-page.ts";
import { sized } from "#test/support/full-size.ts";
import { press } from "#test/support/keyboard.ts";
import { commissionPanel, vote } from "#test/support/panel-fixture.ts";
import { commission, expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { lookAgain } from "#test/support/tab.ts";

export function panelsOfCounsel(suite: ConsoleSuite): void {
  test("an open panel says how it counts, and a panel with a result says what the result means for each rule", async () => {
    const { system } = suite;
    const given = await commissionPanel(system, { members: 3, need: 2, on_reject: "outvoted" });
    const [first, second] = given.members;
    const rule_verdicts = [
      { use_case_id: "rule.b", verdict: "rejected", text: "Name the deployer." },
    ];
    await expectStatus(
      vote(system, first, "approved_with_changes", { comment: "But one.", rule_verdicts }),
      200,
    );
    const { page, faults } = await suite.visit("/reviews/panels");
    await page.getByText("1 of 3 answered").waitFor();
    await page.getByText("needs 2 of 3 approvals").waitFor();
    expect(await flawsAgain(page)).toEqual([]);
    await press(page.getByRole("link", { name: "Art. 5 · 3 rules · A framework" }));
    await atStep(page, "Art. 5 · 3 rules · A framework");
    await page
      .getByText(/a rule is approved as soon as 2 of 3 approve it, and refused once so many can/)
      .waitFor();
    await page.getByText("0 approve it, 1 refuses it").waitFor();
    await page.getByText("A panel of 3 counsel is still deciding").waitFor();
    expect(await flawsByTurns(page, 0)).toEqual([]);
    await expectStatus(vote(system, second, "approved_with_changes", { rule_verdicts }), 200);
    await lookAgain(page);
    await page.getByText("A panel of 3 counsel decided rule by rule").waitFor();
    await page
      .getByText("2 approved with changes, 1 rejected: Art. 5(1)(a) (Title of rule.b).")
      .waitFor();
    await page.getByText("Name the deployer.").waitFor();
    expect(await page.getByRole("button", { name: "Withdraw the panel" }).count()).toBe(0);
    const certificate = page.getByRole("button", { name: "Certificate (PDF)" });
    await certificate.waitFor();
    if (sized(true, false)) {
      const saved = page.waitForEvent("download");
      await press(certificate);
      expect((await saved).suggestedFilename()).toMatch(/^countersign-panel-.+\.pdf$/);
    }
    expect(await flawsByTurns(page, 1)).toEqual([]);
    await press(page.getByRole("link", { name: "Request again" }));
    await page.getByText("1 picked").waitFor();
    expect(faults).toEqual([]);
  });

  test("a panel's members are named as they signed, whatever they are called by now, and all of them on a wording that changed since", async () => {
    const { system } = suite;
    const rules = [ruleText("rule.a")];
    const { panel, frameworkId, members } = await commissionPanel(system, { members: 2, rules });
    for (const one of members) await expectStatus(vote(system, one, "approved"), 200);
    const [first] = members;
    const renamed = { display_name: "Dr. New Name", firm: "Roe LLP" };
    await expectStatus(system.admin("PATCH", `/admin/counsel/${first?.counselId}`, renamed), 200);
    const amended = [ruleText("rule.a", { title: "Another title" })];
    const book = `/admin/frameworks/${frameworkId}`;
    await expectStatus(system.admin("PUT", `${book}/rules`, { rules: amended }), 200);
    const { page, faults } = await suite.visit(`/reviews/${first?.review.id}`);
    await page.getByText("Dr. member0 (member0 LLP) approved 1 rule").waitFor();
    for (const path of [`/panels/${panel.id}`, `?search=${first?.review.id}`, "/panels"]) {
      await goTo(page, `/reviews${path}`, "Dr. member0");
      expect([path, await page.getByText(/Dr\. New Name|Roe LLP/).count()]).toEqual([path, 0]);
    }
    await goTo(page, `/evidence/decisions?framework_id=${frameworkId}`, "Dr. member1");
    expect(await page.getByText("Dr. member0").count()).toBe(1);
    await goTo(page, `/rule-books/${frameworkId}/rules/rule.a`, "Live text");
    await page
      .getByText("a panel with Dr. member0 and Dr. member1 approved another wording")
      .waitFor();
    expect(faults).toEqual([]);
  });

  test("a request that was passed on shows its link to forward, who passed it on, and to whom", async () => {
    const { system } = suite;
    const { first, token } = await (async () => {
      const started = await commission(system);
      await expectStatus(
        system.admin("POST", `/admin/rule-reviews/${started.review.id}/cancel`),
        200,
      );
      const { body } = await expectStatus(
        system.admin("POST", "/admin/rule-reviews", {
          framework_id: started.frameworkId,
          rule_use_case_ids: started.ruleIds,
          counsel_id: started.counselId,
          may_delegate: true,
        }),
        201,
      );
      return { first: body, token: body.magic_link_url.split("/").at(-1) };
    })();
    const to = {
      display_name: "Dr. Eva Stellvertretung",
      email: "eva@law.example",
      reason: "Away.",
    };
    await expectStatus(system.api()("POST", `/counsel/review/${token}/delegate`, to), 201);
    const { page, faults } = await suite.visit(`/reviews/${first.id}`);
    await page.getByText("Counsel passed it on.").waitFor();
    await page.getByText("counsel Dr. Ada Lex").waitFor();
    expect(await flawsByTurns(page, 1)).toEqual([]);
    await press(page.getByRole("link", { name: "Dr. Eva Stellvertretung" }));
    await page.getByText("Dr. Eva Stellvertretung").first().waitFor();
    const shown = page.getByRole("textbox", { name: "Link for counsel" });
    const link = await shown.inputValue();
    expect(link).toMatch(/\/counsel\/review\/[\w-]{43}$/);
    await press(page.getByRole("button", { name: "Make a new link" }));
    await press(page.getByRole("button", { name: "Make a link to forward" }));
    await press(page.getByRole("button", { name: "I have forwarded it" }));
    await expect.poll(async () => (await shown.count()) === 1 && shown.inputValue()).not.toBe(link);
    await expectStatus(system.api()("GET", new URL(await shown.inputValue()).pathname), 200);
    expect(await flawsAgain(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test("a delegate is marked as named by counsel alone until an admin confirms them, and retiring counsel leaves the waiting requests to be cancelled", async () => {
    const { system } = suite;
    const given = await commission(system, { mayDelegate: true });
    const to = { display_name: "Dr. Anna Conti", email: `anna.${given.frameworkId}@law.example` };
    await expectStatus(
      system.api()("POST", `/counsel/review/${given.token}/delegate`, { ...to, reason: "Away." }),
      201,
    );
    const { items } = (
      await system.admin("GET", `/admin/rule-reviews?framework_id=${given.frameworkId}`)
    ).body;
    const theirs = items.find((one: { delegated_from: string | null }) => one.delegated_from);
    const { page, faults } = await suite.visit(`/counsel/${theirs.counsel_id}`);
    await page.getByText("Dr. Ada Lex, passing a request on; not confirmed by an admin").waitFor();
    expect(await page.getByRole("link", { name: "Request review" }).count()).toBe(0);
    await press(page.getByRole("button", { name: "Confirm" }));
    await press(page.getByRole("dialog").getByRole("button", { name: "Confirm" }));
    await page.getByText("Dr. Ada Lex, passing a request on; confirmed by an admin on").waitFor();
    // The list has only theirs, not what waits for other counsel with the same address.
    await commission(system, { email: to.email });
    const waiting = page.getByRole("link", { name: "1 request waits for them" });
    const queue = (await waiting.getAttribute("href")) ?? "";
    await goTo(page, queue.replace("/admin/console", ""), "Dr. Anna Conti");
    expect(await page.locator("#main tbody tr").count()).toBe(1);
    await goTo(page, `/counsel/${theirs.counsel_id}`, "1 request waits for them");
    await press(page.getByRole("button", { name: "Deactivate" }));
    const dialog = page.getByRole("dialog");
    await dialog.getByText("They can still decide the request that waits for them.").waitFor();
    await press(dialog.getByRole("button", { name: "Deactivate" }));
    await press(page.getByRole("button", { name: "Cancel their open requests" }));
    await press(page.getByRole("dialog").getByRole("button", { name: "Cancel them" }));
    await page.getByRole("button", { name: "Cancel their open requests" }).waitFor({
      state: "detached",
    });
    const { body } = await system.admin("GET", `/admin/rule-reviews/${theirs.id}`);
    expect(body.status).toBe("cancelled");
    expect(faults).toEqual([]);
  });
}
