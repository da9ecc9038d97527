import { beforeAll, describe, expect, test } from "vitest";
import { panelStatuses } from "#shared/domain/reviews/statuses.ts";
import { sized } from "#test/support/full-size.ts";
import {
  type CommissionedPanel,
  commissionPanel,
  emptyFramework,
  panelNow,
  registerCounsel,
  vote,
} from "#test/support/panel-fixture.ts";
import { actionsAt, expectStatus, ruleText } from "#test/support/review-fixture.ts";
import { openRoom } from "#test/support/room-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";

const system = suiteSystem({
  functions: "deployed",
  // No test here waits for a mail.
  settings: { WORKER_INVOKE_ENABLED: "false" },
});

const open = (token: string | undefined) => system.api()("GET", `/counsel/review/${token}`);
const coverageOf = async (frameworkId: string, query = "") =>
  (await system.admin("GET", `/admin/frameworks/${frameworkId}/coverage${query}`)).body.rules;
const wordingOf = async (frameworkId: string, rule: string) =>
  (
    await system.admin(
      "GET",
      `/admin/frameworks/${frameworkId}/wording?use_case_id=${rule}&on=2999-01-01`,
    )
  ).body.approvals;
const actionsOf = (path: string) => actionsAt(system, path);
const run = async (job: string) =>
  (await expectStatus(system.api()("POST", `/_local/schedules/${job}/run`), 200)).body;

/** Another counsel, outside the panel, approves the panel's rules. */
async function approvedBy(name: string, { frameworkId, ruleIds }: CommissionedPanel) {
  const other = await registerCounsel(system, frameworkId, name.replaceAll(" ", ""));
  const { body } = await expectStatus(
    system.admin("POST", "/admin/rule-reviews", {
      framework_id: frameworkId,
      rule_use_case_ids: ruleIds,
      counsel_id: other.id,
    }),
    201,
  );
  const token = body.magic_link_url.split("/").at(-1);
  await expectStatus(
    system.api()("POST", `/counsel/review/${token}/decide`, { decision: "approved" }),
    200,
  );
}

/** Gives what each place says about a panel and about its first rule, which all must agree. */
async function seenBy({ frameworkId, ruleIds, panel, members }: CommissionedPanel) {
  const [useCaseId] = ruleIds;
  const room = await openRoom(system, { framework_ids: [frameworkId] });
  return async () => {
    const { status, decided_at } = (
      await expectStatus(system.admin("GET", `/admin/review-panels/${panel.id}`), 200)
    ).body;
    const all = `/admin/review-panels?framework_id=${frameworkId}`;
    const listed = [];
    for (const one of panelStatuses) {
      const { items } = (await expectStatus(system.admin("GET", `${all}&status=${one}`), 200)).body;
      listed.push(...items.map(({ id }: { id: string }) => (id === panel.id ? one : id)));
    }
    const [rule] = await coverageOf(frameworkId);
    const asked = { framework_id: frameworkId, use_case_ids: [useCaseId] };
    const clearance = (await expectStatus(system.admin("POST", "/clearance", asked), 200)).body;
    const shown = (await expectStatus(room.visit("/reviews"), 200)).body.items;
    const link = (await open(members[0]?.token)).body;
    return {
      ...{ panel: status, listed, ended: decided_at },
      ...{ coverage: rule.status, panel_id: rule.panel_id, decided_at: rule.decided_at },
      ...{ cleared: clearance.cleared, reason: clearance.blockers[0]?.reason },
      room: shown.find((one: { panel: { id: string } | null }) => one.panel?.id === panel.id)?.panel
        .status,
      member: (link.decided ?? link).panel?.status,
    };
  };
}

describe("a panel", () => {
  test("asks each counsel by a request of their own, under one panel", async () => {
    const { panel, members, ruleIds, frameworkId } = await commissionPanel(system);
    expect(panel).toMatchObject({
      framework_id: frameworkId,
      rule_use_case_ids: ruleIds,
      need: 2,
      on_reject: "ends",
      status: "open",
      decided_at: null,
      members: members.map(({ counselId, review }) => ({
        counsel_id: counselId,
        review_id: review.id,
        status: "pending",
        decided_at: null,
      })),
    });
    for (const { review, token } of members) {
      expect(review).toMatchObject({
        panel_id: panel.id,
        rule_version_hash: panel.rule_version_hash,
        expires_at: panel.expires_at,
      });
      await expectStatus(open(token), 200);
    }
    expect(await actionsOf(`/admin/review-panels/${panel.id}`)).toEqual(["review_panel.requested"]);
    const { items } = (await system.admin("GET", "/admin/review-panels?status=open&limit=200"))
      .body;
    expect(items.map(({ id }: { id: string }) => id)).toContain(panel.id);
    const elsewhere = await system.admin("GET", "/admin/review-panels?framework_id=other_book");
    expect(elsewhere.body.items).toEqual([]);
  });

  test("approves its rules only with the approvals it needs, at the time of the last one", async () => {
    const given = await commissionPanel(system);
    const { members, frameworkId, ruleIds, panel } = given;
    await expectStatus(vote(system, members[0], "approved"), 200);
    expect((await panelNow(system, given)).status).toBe("open");
    for (const rule of await coverageOf(frameworkId)) {
      expect(rule).toMatchObject({ status: "pending", panel_id: null, open_panel_id: panel.id });
    }
    expect(await wordingOf(frameworkId, "rule.a")).toEqual([]);
    const last = await expectStatus(vote(system, members[1], "approved_with_changes"), 200);
    const after = await panelNow(system, given);
    expect(after).toMatchObject({
      status: "approved_with_changes",
      decided_at: last.body.decided_at,
      members: [
        { status: "approved" },
        { status: "approved_with_changes" },
        { status: "cancelled" },
      ],
    });
    for (const rule of await coverageOf(frameworkId)) {
      expect(rule).toMatchObject({
        status: "approved_live",
        panel_id: panel.id,
        review_id: members[1]?.review.id,
        decided_at: after.decided_at,
      });
    }
    for (const rule of ruleIds) {
      expect(await wordingOf(frameworkId, rule)).toMatchObject([
        { review_id: members[0]?.review.id, decided_at: after.decided_at },
        { review_id: members[1]?.review.id, signature_status: "valid" },
      ]);
    }
    const before = new Date(Date.parse(after.decided_at) - 1).toISOString();
    for (const rule of await coverageOf(frameworkId, `?as_of=${before}`)) {
      expect(rule).toMatchObject({ status: "pending", open_panel_id: panel.id });
    }
  });

  test("ends the requests of the remaining members, whose links say why", async () => {
    const { members, panel } = await commissionPanel(system, { need: 1 });
    await expectStatus(vote(system, members[0], "approved"), 200);
    const late = members[2];
    expect((await open(late?.token)).body.code).toBe("panel_decided");
    const refused = await expectStatus(vote(system, late, "approved"), 410);
    expect(refused.body.code).toBe("panel_decided");
    const { body } = await system.admin("GET", `/admin/rule-reviews/${late?.review.id}/audit`);
    expect(body.items.at(-1)).toMatchObject({
      action: "rule_review.cancelled",
      actor_type: "system",
      context: { reason: "panel_decided" },
    });
    expect(await actionsOf(`/admin/review-panels/${panel.id}`)).toEqual([
      "review_panel.requested",
      "review_panel.approved",
    ]);
    const { items } = (await system.admin("GET", `/admin/review-panels/${panel.id}/audit`)).body;
    expect(items[1]).toMatchObject({
      prev_hash: items[0].row_hash,
      context: {
        rules: [{ outcome: "approved" }, { outcome: "approved" }, { outcome: "approved" }],
        members: [{ status: "approved" }, { status: "cancelled" }, { status: "cancelled" }],
      },
    });
  });

  test.each(["rejected", "changes_requested"])(
    "that ends at the first objection is %s by it, and approves nothing",
    async (decision) => {
      const given = await commissionPanel(system);
      const { members, frameworkId } = given;
      await expectStatus(vote(system, members[0], "approved"), 200);
      await expectStatus(vote(system, members[1], decision, { comment: "No." }), 200);
      expect((await panelNow(system, given)).status).toBe(decision);
      expect((await open(members[2]?.token)).body.code).toBe("panel_decided");
      for (const rule of await coverageOf(frameworkId)) {
        expect(rule).toMatchObject({ status: "refused", review_id: members[1]?.review.id });
      }
      expect(await wordingOf(frameworkId, "rule.a")).toEqual([]);
    },
  );

  test("approves if its objections are outvoted, and rejects only when it can no longer approve", async () => {
    const outvoted = await commissionPanel(system, { on_reject: "outvoted" });
    await expectStatus(vote(system, outvoted.members[0], "rejected", { comment: "No." }), 200);
    expect((await panelNow(system, outvoted)).status).toBe("open");
    await expectStatus(vote(system, outvoted.members[1], "approved"), 200);
    await expectStatus(vote(system, outvoted.members[2], "approved"), 200);
    expect((await panelNow(system, outvoted)).status).toBe("approved");
    const approvals = await wordingOf(outvoted.frameworkId, "rule.a");
    expect(approvals.map(({ review_id }: { review_id: string }) => review_id)).toEqual([
      outvoted.members[1]?.review.id,
      outvoted.members[2]?.review.id,
    ]);
    const lost = await commissionPanel(system, { on_reject: "outvoted" });
    await expectStatus(vote(system, lost.members[0], "changes_requested", { comment: "No." }), 200);
    await expectStatus(vote(system, lost.members[1], "rejected", { comment: "No." }), 200);
    expect((await panelNow(system, lost)).status).toBe("rejected");
  });

  test("names, for an objection to one rule, the member who made it, not the one whose vote decided", async () => {
    const given = await commissionPanel(system);
    const [first, second] = given.members;
    const rule_verdicts = [{ use_case_id: "rule.b", verdict: "rejected", text: "Not like this." }];
    const partly = { comment: "But one.", rule_verdicts };
    await expectStatus(vote(system, first, "approved_with_changes", partly), 200);
    await expectStatus(vote(system, second, "approved"), 200);
    expect((await panelNow(system, given)).status).toBe("approved_with_changes");
    const path = `/admin/objections?framework_id=${given.frameworkId}`;
    expect((await expectStatus(system.admin("GET", path), 200)).body.items).toMatchObject([
      {
        use_case_id: "rule.b",
        kind: "objection",
        verdict: "rejected",
        text: "Not like this.",
        review_id: first?.review.id,
        counsel: { id: first?.counselId },
      },
    ]);
    const objected = (rules: { use_case_id: string; objection: { review_id: string } | null }[]) =>
      rules.map(({ use_case_id, objection }) => [use_case_id, objection?.review_id ?? null]);
    const now = objected(await coverageOf(given.frameworkId));
    expect(now).toEqual([
      ["rule.a", null],
      ["rule.b", first?.review.id],
      ["rule.c", null],
    ]);
    const { decided_at } = await panelNow(system, given);
    await system.advance(60);
    await expectStatus(
      system.admin("POST", "/admin/rule-reviews", {
        framework_id: given.frameworkId,
        rule_use_case_ids: ["rule.b"],
        counsel_id: first?.counselId,
      }),
      201,
    ).then(({ body }) =>
      expectStatus(
        vote(
          system,
          { ...first, token: body.magic_link_url.split("/").at(-1) } as never,
          "rejected",
        ),
        200,
      ),
    );
    expect(objected(await coverageOf(given.frameworkId, `?as_of=${decided_at}`))).toEqual(now);
  });

  test("counts without a member whose request an admin withdraws", async () => {
    const given = await commissionPanel(system);
    const [first, second, third] = given.members;
    const cancel = (id: string) => system.admin("POST", `/admin/rule-reviews/${id}/cancel`);
    await expectStatus(cancel(first?.review.id), 200);
    expect((await panelNow(system, given)).status).toBe("open");
    expect((await open(first?.token)).body.code).toBe("review_cancelled");
    await expectStatus(cancel(second?.review.id), 200);
    expect((await panelNow(system, given)).status).toBe("undecided");
    expect((await open(third?.token)).body.code).toBe("panel_decided");
    for (const rule of await coverageOf(given.frameworkId)) {
      expect(rule).toMatchObject({ status: "never_reviewed", review_id: null, panel_id: null });
    }
  });

  test("is undecided when its members let it expire, in one step", async () => {
    const given = await commissionPanel(system, { expiry_days: 1 });
    await expectStatus(vote(system, given.members[0], "approved"), 200);
    await system.advance(2 * 86_400);
    expect((await open(given.members[1]?.token)).body.code).toBe("review_expired");
    await expectStatus(system.api()("POST", "/_local/schedules/expire-reviews/run"), 200);
    expect(await panelNow(system, given)).toMatchObject({
      status: "undecided",
      members: [{ status: "approved" }, { status: "expired" }, { status: "expired" }],
    });
    expect(await actionsOf(`/admin/review-panels/${given.panel.id}`)).toEqual([
      "review_panel.requested",
      "review_panel.undecided",
    ]);
    for (const rule of await coverageOf(given.frameworkId)) {
      expect(rule.status).toBe("never_reviewed");
    }
  });

  test("is open everywhere until the courier ends it, and then has one result and one instant everywhere", async () => {
    const given = await commissionPanel(system, { on_reject: "outvoted", expiry_days: 1 });
    const { frameworkId, panel, ruleIds } = given;
    await approvedBy("somebody else", given);
    await expectStatus(vote(system, given.members[0], "rejected", { comment: "No." }), 200);
    const seen = await seenBy(given);
    const other = await commissionPanel(system);
    const voted = await seen();
    await system.advance(86_400 - 600);
    await run("courier");
    await system.advance(660);
    const stillOpen = { panel: "open", listed: ["open"], ended: null };
    const approved = { coverage: "approved_live", panel_id: null, cleared: true, room: "open" };
    expect(voted).toMatchObject({ ...stillOpen, ...approved, member: "open" });
    expect(await seen()).toMatchObject({ ...stillOpen, ...approved, member: "open" });
    expect((await panelNow(system, given)).members).toMatchObject([
      { status: "rejected" },
      { status: "expired" },
      { status: "expired" },
    ]);
    await run("courier");
    const { decided_at, ends_at } = await panelNow(system, given);
    expect(ends_at).toBe(decided_at);
    const { items } = (await system.admin("GET", `/admin/review-panels/${panel.id}/audit`)).body;
    expect(items.at(-1)).toMatchObject({
      action: "review_panel.rejected",
      created_at: decided_at,
      context: { decided_at },
    });
    const after = await seen();
    expect(after).toEqual({
      ...{ panel: "rejected", listed: ["rejected"], ended: decided_at },
      ...{ coverage: "refused", panel_id: panel.id, decided_at, cleared: false },
      ...{ reason: "rejected", room: "rejected", member: "rejected" },
    });
    const before = new Date(Date.parse(decided_at) - 1).toISOString();
    for (const [at, status] of [
      [before, "approved_live"],
      [decided_at, "refused"],
    ]) {
      const [first] = await coverageOf(frameworkId, `?as_of=${at}`);
      expect(first).toMatchObject({ use_case_id: ruleIds[0], status, open_panel_id: null });
    }
    await system.advance(60);
    expect((await run("expire-reviews")).expired).toBe(0);
    await run("courier");
    expect(await seen()).toEqual(after);
    expect((await panelNow(system, other)).status).toBe("open");
  });

  test("ends with the first member whose time is over if the others can no longer decide it", async () => {
    const given = await commissionPanel(system, { members: 2, expiry_days: 1 });
    const { frameworkId, panel, members } = given;
    const path = `/admin/rule-reviews/${members[1]?.review.id}/extend`;
    await expectStatus(system.admin("POST", path, { expiry_days: 6 }), 200);
    const seen = await seenBy(given);
    await system.advance(86_460);
    const underReview = { coverage: "pending", cleared: false, reason: "panel_open" };
    expect(await seen()).toMatchObject({ ...underReview, panel: "open", listed: ["open"] });
    await run("courier");
    expect(await seen()).toMatchObject({
      ...{ panel: "undecided", listed: ["undecided"], coverage: "never_reviewed" },
      ...{ panel_id: null, cleared: false, reason: "never_reviewed" },
    });
    const [first] = await coverageOf(frameworkId);
    expect(first.open_panel_id).toBe(null);
    expect((await panelNow(system, given)).members).toMatchObject([
      { status: "expired" },
      { status: "cancelled" },
    ]);
    expect((await open(members[1]?.token)).body.code).toBe("panel_decided");
    // What was promised for the longer time finds nothing left to end.
    await system.advance(6 * 86_400);
    await run("courier");
    expect(await actionsOf(`/admin/review-panels/${panel.id}`)).toEqual([
      "review_panel.requested",
      "review_panel.undecided",
    ]);
  });

  test("can be withdrawn while it is open, once", async () => {
    const given = await commissionPanel(system);
    const path = `/admin/review-panels/${given.panel.id}/cancel`;
    await expectStatus(vote(system, given.members[0], "approved"), 200);
    const cancelled = await expectStatus(system.admin("POST", path), 200);
    expect(cancelled.body).toMatchObject({
      status: "cancelled",
      decided_at: null,
      members: [{ status: "approved" }, { status: "cancelled" }, { status: "cancelled" }],
    });
    expect((await open(given.members[1]?.token)).body.code).toBe("review_cancelled");
    const again = await expectStatus(system.admin("POST", path), 409);
    expect(again.body.code).toBe("panel_not_open");
    for (const rule of await coverageOf(given.frameworkId)) {
      expect(rule.status).toBe("never_reviewed");
    }
  });

  test("cannot be withdrawn once its members' time is over: the refusal that decided it counts", async () => {
    const asked = { need: 2, on_reject: "outvoted", expiry_days: 1 } as const;
    const given = await commissionPanel(system, asked);
    await expectStatus(vote(system, given.members[0], "rejected", { comment: "No." }), 200);
    await system.advance(2 * 86_400);
    expect((await panelNow(system, given)).status).toBe("open");
    const path = `/admin/review-panels/${given.panel.id}/cancel`;
    const { body } = await expectStatus(system.admin("POST", path), 409);
    expect([body.code, body.detail]).toEqual(["panel_not_open", "The panel is already rejected."]);
    expect(await panelNow(system, given)).toMatchObject({
      status: "rejected",
      members: [{ status: "rejected" }, { status: "expired" }, { status: "expired" }],
    });
    for (const rule of await coverageOf(given.frameworkId)) {
      expect(rule).toMatchObject({ status: "refused", objection: { text: "No." } });
    }
    await run("courier");
    expect(await actionsOf(`/admin/review-panels/${given.panel.id}`)).toEqual([
      "review_panel.requested",
      "review_panel.rejected",
    ]);
  });

  test(`has nine members over ${sized("a hundred", "44")} rules with mail, within one transaction`, async () => {
    const rules = Array.from({ length: sized(100, 44) }, (_, i) => ruleText(`rule.${i}`));
    const given = await commissionPanel(system, { members: 9, need: 1, rules, deliver: "mail" });
    expect(given.members).toHaveLength(9);
    await expectStatus(vote(system, given.members.at(-1), "approved"), 200);
    const { status, members } = await panelNow(system, given);
    expect(status).toBe("approved");
    expect(members.filter((one: { status: string }) => one.status === "cancelled")).toHaveLength(8);
    const report = await coverageOf(given.frameworkId);
    expect(new Set(report.map((rule: { status: string }) => rule.status))).toEqual(
      new Set(["approved_live"]),
    );
  });

  test("is left out of re-reviews while it is open, and after it approved", async () => {
    const { frameworkId, members } = await commissionPanel(system, { need: 1 });
    const other = await registerCounsel(system, frameworkId, "other");
    const due = () =>
      system.admin("POST", `/admin/frameworks/${frameworkId}/re-reviews`, { counsel_id: other.id });
    expect((await expectStatus(due(), 200)).body.reviews).toEqual([]);
    await expectStatus(vote(system, members[0], "approved"), 200);
    expect((await expectStatus(due(), 200)).body.reviews).toEqual([]);
  });
});

describe(`${sized("nine", "five")} counsel who decide at once`, () => {
  test.each([
    ["ends", "approved"],
    ["outvoted", "mixed"],
  ] as const)(
    "give one result, and nobody is told to come back (%s, %s)",
    async (on_reject, how) => {
      const given = await commissionPanel(system, {
        members: sized(9, 5),
        need: sized(5, 3),
        on_reject,
      });
      const answers = await Promise.all(
        given.members.map((member, i) =>
          vote(system, member, how === "mixed" && i % 4 === 0 ? "rejected" : "approved", {
            comment: "Mine.",
          }),
        ),
      );
      for (const { status, body } of answers) {
        expect([200, 410]).toContain(status);
        if (status === 410) expect(body.code).toBe("panel_decided");
      }
      const after = await panelNow(system, given);
      expect(after.status).toBe("approved");
      const counted = after.members.filter((one: { status: string }) => one.status !== "cancelled");
      expect(counted).toHaveLength(answers.filter(({ status }) => status === 200).length);
      expect(await actionsOf(`/admin/review-panels/${given.panel.id}`)).toEqual([
        "review_panel.requested",
        "review_panel.approved",
      ]);
      for (const [i, { review }] of given.members.entries()) {
        const rows = await actionsOf(`/admin/rule-reviews/${review.id}`);
        expect(rows).toHaveLength(2);
        expect(rows[1]).toBe(`rule_review.${after.members[i].status}`);
      }
    },
  );
});

describe("a panel that cannot be made", () => {
  let framework: Awaited<ReturnType<typeof emptyFramework>>;
  beforeAll(async () => {
    framework = await emptyFramework(system, { members: 2 });
  });
  const ask = async (change: (body: Record<string, unknown>) => Record<string, unknown>) => {
    const { first, counsel } = framework;
    const body = {
      framework_id: first.frameworkId,
      rule_use_case_ids: first.ruleIds,
      counsel_ids: counsel.map(({ id }) => id),
      need: 1,
      on_reject: "ends",
    };
    return system.admin("POST", "/admin/review-panels", change(body));
  };
  const fault = ({ body }: { body: { errors?: { path: string }[] } }) =>
    body.errors?.map(({ path }) => path);

  test("is refused with the field that is wrong", async () => {
    const twice = await ask((body) => {
      const [id] = body.counsel_ids as string[];
      return { ...body, counsel_ids: [id, id] };
    });
    expect([twice.status, fault(twice)]).toEqual([400, ["counsel_ids"]]);
    const above = await ask((body) => ({ ...body, need: 3 }));
    expect([above.status, fault(above)]).toEqual([400, ["need"]]);
    const one = await ask((body) => ({
      ...body,
      counsel_ids: (body.counsel_ids as string[]).slice(1),
    }));
    expect([one.status, fault(one)]).toEqual([400, ["counsel_ids"]]);
    const none = await ask((body) => ({ ...body, need: 0, on_reject: "maybe" }));
    expect([none.status, fault(none)]).toEqual([400, ["need", "on_reject"]]);
  });

  test("is refused for counsel who cannot be asked, and writes nothing", async () => {
    const { first, counsel } = framework;
    const strange = await emptyFramework(system, { members: 1 });
    const request = (counsel_ids: (string | undefined)[]) =>
      system.admin("POST", "/admin/review-panels", {
        framework_id: first.frameworkId,
        rule_use_case_ids: first.ruleIds,
        counsel_ids,
        need: 1,
        on_reject: "ends",
      });
    const [mine, retired] = counsel;
    const foreign = await request([mine?.id, strange.counsel[0]?.id]);
    expect([foreign.status, foreign.body.code]).toEqual([422, "counsel_framework_mismatch"]);
    const unknown = await request([mine?.id, "00000000-0000-4000-8000-000000000000"]);
    expect([unknown.status, unknown.body.code]).toEqual([422, "unknown_counsel"]);
    await expectStatus(
      system.admin("PATCH", `/admin/counsel/${retired?.id}`, { signing_policy: "key_required" }),
      200,
    );
    const keyless = await request([mine?.id, retired?.id]);
    expect([keyless.status, keyless.body.code]).toEqual([422, "counsel_needs_key"]);
    await expectStatus(system.admin("POST", `/admin/counsel/${retired?.id}/deactivate`), 200);
    const inactive = await request([mine?.id, retired?.id]);
    expect([inactive.status, inactive.body.code]).toEqual([422, "counsel_inactive"]);
    const rows = await coverageOf(first.frameworkId);
    expect(rows.map(({ status }: { status: string }) => status)).toEqual(
      first.ruleIds.map(() => "never_reviewed"),
    );
  });
});
