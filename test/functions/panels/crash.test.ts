import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { asAdmin, callFunction } from "#test/support/function-event.ts";
import {
  asOperation,
  keepLogLines,
  killAt,
  useEnvironmentOf,
  whens,
} from "#test/support/in-process.ts";
import { commissionPanel, panelNow, vote } from "#test/support/panel-fixture.ts";
import { decisionThatSays } from "#test/support/panel-model.ts";
import { actionsAt, expectStatus } from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";

/* The handlers run in this process, cut off at each call to the database in turn. */
const system = suiteSystem();
beforeAll(async () => {
  keepLogLines();
  useEnvironmentOf(system);
});
afterAll(() => vi.unstubAllEnvs());

const actionsOf = (path: string) => actionsAt(system, path);

describe("a crash between any two calls", () => {
  test.each(whens)(
    "of the vote that decides a panel loses no vote and counts none twice (%s)",
    async (when) => {
      asOperation("decideReview");
      const { handler } = await import("#functions/reviews/decide-review.ts");
      for (let nth = 1, reached = true; reached; nth += 1) {
        const given = await commissionPanel(system);
        const [first, second, third] = given.members;
        await expectStatus(vote(system, first, "approved"), 200);
        const body = decisionThatSays(given.ruleIds, ["approved", "rejected", "approved"]);
        const asked = { params: { token: second?.token }, body };
        reached = await killAt(nth, when, () => callFunction(handler, asked));
        const between = await panelNow(system, given);
        const statuses = between.members.map(({ status }: { status: string }) => status);
        expect(statuses).toEqual(
          between.status === "open"
            ? ["approved", "pending", "pending"]
            : ["approved", "approved_with_changes", "cancelled"],
        );
        await expectStatus(vote(system, second, body.decision ?? "", body), 200);
        const after = await panelNow(system, given);
        expect([after.status, after.rules]).toMatchObject([
          "approved_with_changes",
          [
            { outcome: "approved", approvals: 2 },
            { outcome: "rejected", approvals: 1, refusals: 1 },
            { outcome: "approved", approvals: 2 },
          ],
        ]);
        expect(await actionsOf(`/admin/review-panels/${given.panel.id}`)).toEqual([
          "review_panel.requested",
          "review_panel.approved_with_changes",
        ]);
        expect(await actionsOf(`/admin/rule-reviews/${third?.review.id}`)).toEqual([
          "rule_review.requested",
          "rule_review.cancelled",
        ]);
      }
    },
  );

  test.each(whens)(
    "of a withdrawal ends the panel as a whole or not at all, and keeps what is decided (%s)",
    async (when) => {
      asOperation("cancelPanel");
      const { handler } = await import("#functions/panels/cancel-panel.ts");
      for (let nth = 1, reached = true; reached; nth += 1) {
        const given = await commissionPanel(system);
        const [first, second] = given.members;
        const body = decisionThatSays(given.ruleIds, ["approved", "rejected", "approved"]);
        await expectStatus(vote(system, first, body.decision ?? "", body), 200);
        const asked = { params: { id: given.panel.id }, claims: asAdmin };
        reached = await killAt(nth, when, () => callFunction(handler, asked));
        const { status } = await panelNow(system, given);
        const again = await system.admin("POST", `/admin/review-panels/${given.panel.id}/cancel`);
        expect(again.status).toBe(status === "open" ? 200 : 409);
        const after = await panelNow(system, given);
        expect(after).toMatchObject({
          status: "cancelled",
          rules: [{ outcome: "undecided" }, { outcome: "rejected" }, { outcome: "undecided" }],
        });
        expect(await actionsOf(`/admin/review-panels/${given.panel.id}`)).toEqual([
          "review_panel.requested",
          "review_panel.cancelled",
        ]);
        expect(await actionsOf(`/admin/rule-reviews/${second?.review.id}`)).toEqual([
          "rule_review.requested",
          "rule_review.cancelled",
        ]);
      }
    },
  );

  test.each(whens)(
    "of a delegation leaves one request open, the delegator's or the delegate's (%s)",
    async (when) => {
      asOperation("delegateReview");
      const { handler } = await import("#functions/reviews/delegate-review.ts");
      const to = { display_name: "Dr. Eva", email: "eva@recht.example", reason: "On leave." };
      for (let nth = 1, reached = true; reached; nth += 1) {
        const given = await commissionPanel(system, { may_delegate: true });
        const [first] = given.members;
        const asked = { params: { token: first?.token }, body: to };
        reached = await killAt(nth, when, () => callFunction(handler, asked));
        const again = await system.api()("POST", `/counsel/review/${first?.token}/delegate`, to);
        expect([201, 410]).toContain(again.status);
        const { members } = await panelNow(system, given);
        expect(members[0]).toMatchObject({
          status: "pending",
          counsel_display_name: to.display_name,
        });
        expect(await actionsOf(`/admin/review-panels/${given.panel.id}`)).toEqual([
          "review_panel.requested",
          "review_panel.member_replaced",
        ]);
        const found = await system.admin("GET", `/admin/counsel?framework_id=${given.frameworkId}`);
        const evas = found.body.items.filter(({ email }: { email: string }) => email === to.email);
        expect(evas).toHaveLength(1);
      }
    },
  );
});
