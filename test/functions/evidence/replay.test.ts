import { randomInt } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import { challengeFor, enrol, setPolicy } from "#test/support/enrol.ts";
import { sized } from "#test/support/full-size.ts";
import { commissionPanel, type Member, vote } from "#test/support/panel-fixture.ts";
import { changed, findingsOf, rechained, replayed, storedRows } from "#test/support/replayed.ts";
import {
  appointAnother,
  type Commissioned,
  commission,
  expectStatus,
  newRuleBook,
  requestReview,
  ruleText,
} from "#test/support/review-fixture.ts";
import { openRoom } from "#test/support/room-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { rowItems } from "#test/support/table-attack.ts";

/*
 * One replay says what rows mean. It finds nothing in what the service wrote through its doors, and it
 * finds and names each step that the service would not have made.
 */

const system = suiteSystem({ settings: { WORKER_INVOKE_ENABLED: "false" } });
const decisions = ["approved", "approved_with_changes", "changes_requested", "rejected"] as const;
const one = <T>(some: readonly T[]): T => some[randomInt(some.length)] as T;
const passOn = (token: string, email: string) =>
  system.api()("POST", `/counsel/review/${token}/delegate`, {
    ...{ display_name: "Dr. Eva Recht", email, reason: "On leave." },
  });

/** What anybody may do to a request or counsel, in any order. A refused act changes nothing. */
const acts: readonly ((one: {
  token: string;
  id: string;
  counselId: string;
}) => Promise<unknown>)[] = [
  ({ token }) => system.api()("GET", `/counsel/review/${token}`),
  ({ token }) =>
    system.api()("POST", `/counsel/review/${token}/decide`, { decision: one(decisions) }),
  ({ id }) => system.admin("POST", `/admin/rule-reviews/${id}/cancel`),
  ({ id }) => system.admin("POST", `/admin/rule-reviews/${id}/link`, { deliver: "manual" }),
  ({ token, id }) => passOn(token, `eva-${id.slice(0, 8)}@recht.example`),
  ({ counselId }) =>
    system.admin("PATCH", `/admin/counsel/${counselId}`, { firm: `Firm ${randomInt(99)}` }),
  ({ counselId }) => system.admin("POST", `/admin/counsel/${counselId}/deactivate`),
  ({ counselId }) => system.admin("POST", `/admin/counsel/${counselId}/reactivate`),
  ({ counselId }) => system.admin("POST", `/admin/counsel/${counselId}/confirm`),
];

const idsOf = ({
  review,
  token,
  counselId,
}: Pick<Commissioned, "review" | "token" | "counselId">) => ({
  ...{ token, counselId, id: review.id },
});

describe("the replay", () => {
  test("finds nothing, whatever has happened to requests, counsel, panels, rooms, pipelines, frameworks and keys", {
    timeout: 120_000,
  }, async () => {
    for (let life = 0; life < sized(12, 4); life += 1) {
      const asked = idsOf(await commission(system, { mayDelegate: true }));
      for (let step = 0; step < 5; step += 1) await one(acts)(asked);
    }
    for (let life = 0; life < sized(6, 2); life += 1) {
      const on_reject = one(["ends", "outvoted"] as const);
      const { members, panel } = await commissionPanel(system, { on_reject, may_delegate: true });
      for (const member of members as Member[]) {
        const choice = randomInt(6);
        if (choice < 4) await vote(system, member, decisions[choice] as string);
        else if (choice === 4)
          await passOn(member.token, `p-${member.review.id.slice(0, 8)}@r.example`);
        else await system.admin("POST", `/admin/rule-reviews/${member.review.id}/cancel`);
      }
      if (life === 0) await system.admin("POST", `/admin/review-panels/${panel.id}/cancel`);
    }
    await withKey("approved");
    await roomWithQuestions();
    await changedPipeline();
    await rotatedKey();
    await enforced();
    await system.advance(90 * 24 * 3600);
    await expectStatus(system.api()("POST", "/_local/schedules/expire-reviews/run"), 200);
    expect(await findingsOf(await storedRows(system))).toEqual([]);
  });

  /** The rows of the earlier tests. */
  const earlier = new Set<string | undefined>();

  test("agrees with the service about the state of each request, counsel and panel", async () => {
    const rows = await storedRows(system);
    for (const { row_hash } of rows) earlier.add(row_hash);
    const { world } = await replayed(rows);
    const kinds = ["rule_review_request", "review_panel"];
    const some = world.all.filter(({ type }) => kinds.includes(type)).slice(0, 40);
    expect(some.length).toBeGreaterThan(10);
    for (const { type, id } of some) {
      const path = type === "review_panel" ? "review-panels" : "rule-reviews";
      const { body } = await expectStatus(system.admin("GET", `/admin/${path}/${id}`), 200);
      expect(world.find(type as "review_panel", id)?.state).toMatchObject({
        ...{ status: body.status, decided_at: body.decided_at, expires_at: body.expires_at },
      });
    }
  });

  test.each(illegalSteps())("names %s", async (_, name, make) => {
    const rows = await make();
    const place = ({ resource_type, resource_id }: AuditRow) => `${resource_type} ${resource_id}`;
    const places = new Set(rows.map(place));
    // The other rows written for this step, to which its rows refer.
    const all = await storedRows(system);
    const beside = all.filter((row) => !earlier.has(row.row_hash) && !places.has(place(row)));
    for (const { row_hash } of all) earlier.add(row_hash);
    expect((await findingsOf([...beside, ...rows])).join("\n")).toContain(name);
  });
});

async function withKey(decision: string): Promise<Commissioned> {
  const { frameworkId, ruleIds } = await commission(system);
  const counsel = await appointAnother(system, { frameworkId, ruleIds });
  const key = await enrol(system, counsel.counselId);
  await setPolicy(system, counsel.counselId, "key_required");
  const asked = await requestReview(system, counsel);
  const assertion = key.get(await challengeFor(system, asked, { decision }));
  const said = { decision, assertion };
  await expectStatus(system.api()("POST", `/counsel/review/${asked.token}/decide`, said), 200);
  return asked;
}

/** A room with two questions, of which the first was answered; the room was closed after that. */
async function roomWithQuestions(): Promise<AuditRow[]> {
  const { frameworkId } = await commission(system);
  const { room, token } = await openRoom(system, { framework_ids: [frameworkId], may_ask: true });
  const ask = (text: string) => system.api()("POST", `/room/${token}/questions`, { text });
  const { body } = await expectStatus(ask("Who approved this?"), 201);
  await expectStatus(ask("Since when?"), 201);
  const path = `/admin/rooms/${room.id}`;
  const answer = { text: "Dr. Lex did." };
  await expectStatus(system.admin("POST", `${path}/questions/${body.id}/answer`, answer), 200);
  await expectStatus(system.admin("POST", `${path}/revoke`), 200);
  return rowsOf("room", room.id);
}

let pipelines = 0;

/** A pipeline that was registered, changed, removed and registered again. */
async function changedPipeline(): Promise<AuditRow[]> {
  pipelines += 1;
  const id = `replayed_${pipelines}`;
  const path = `/admin/clearance/pipelines/${id}`;
  const { frameworkId } = await commission(system);
  const pipeline = {
    ...{ display_name: "Release", issuer: "https://token.actions.githubusercontent.com" },
    ...{ audience: "countersign", claims: { repository_id: "71" }, framework_ids: [frameworkId] },
  };
  const put = (more = {}) => system.admin("PUT", path, { ...pipeline, ...more });
  await expectStatus(put(), 200);
  await expectStatus(put({ display_name: "Release of the app" }), 200);
  await system.admin("DELETE", path);
  await expectStatus(put(), 200);
  const rows = await rowsOf("clearance_pipeline", id);
  expect(rows.map(({ action }) => action.split(".")[1])).toEqual([
    ...["created", "updated", "deleted", "created"],
  ]);
  return rows;
}

async function rotatedKey(): Promise<AuditRow[]> {
  await system.admin("POST", "/admin/setup/clearance-key/provision-key");
  await expectStatus(system.admin("POST", "/admin/setup/clearance-key/rotate-key"), 200);
  return rowsOf("clearance_key", "clearance-key");
}

/** A framework whose rules and enforcement changed. The events of one request may come in any order. */
async function enforced(): Promise<AuditRow[]> {
  const { frameworkId, ruleIds } = await newRuleBook(system, [ruleText("rule.a")]);
  const path = `/admin/frameworks/${frameworkId}`;
  const event = (id: string, kind: string, more: object = {}) => ({
    ...{ id, kind, on: "2026-01-01", authority: "A court", note: "As ordered." },
    ...{ citation_url: "https://court.example/1", ...more },
  });
  const record = (...events: object[]) =>
    expectStatus(system.admin("PUT", `${path}/enforcement`, { events }), 200);
  const put = (...rules: object[]) =>
    expectStatus(system.admin("PUT", `${path}/rules`, { rules }), 200);
  await record(
    event("back", "resumed", { ends: ["lift"] }),
    event("lift", "lifted", { ends: ["stay"] }),
    event("stay", "stayed", { use_case_ids: ruleIds }),
  );
  await record(event("stay", "stayed", { until: "2026-05-01" }));
  await put(ruleText("rule.a", { title: "Another" }), ruleText("rule.b"));
  const read = { source_status: "official_text", source_read_on: "2026-02-01" };
  await put({ ...ruleText("rule.a", { title: "Another" }), ...read });
  await put(ruleText("rule.a"));
  await expectStatus(system.admin("PUT", path, { display_name: "Renamed" }), 200);
  return rowsOf("framework", frameworkId);
}

const rowsOf = async (type: string, id: string): Promise<AuditRow[]> =>
  (await rowItems(system, type, id)).map(({ row }) => row);

const ofRequest = ({ review }: { review: { id: string } }) =>
  rowsOf("rule_review_request", review.id);

async function decided(decision = "rejected"): Promise<Commissioned> {
  const asked = await commission(system, { mayDelegate: true });
  const said = { decision };
  await expectStatus(system.api()("POST", `/counsel/review/${asked.token}/decide`, said), 200);
  return asked;
}

type IllegalStep = [string, string, () => Promise<AuditRow[]>];

function illegalSteps(): IllegalStep[] {
  const later = (row: AuditRow | undefined, minutes: number) =>
    new Date(Date.parse(row?.created_at ?? "") + minutes * 60_000).toISOString();
  return [
    [
      "a question in a room that was closed",
      "illegal_transition room.question_asked the room was closed before",
      async () => {
        const rows = await roomWithQuestions();
        const asked = rows.find(({ action }) => action === "room.question_asked");
        return rechained([...rows, changed(asked, { question_id: "another" })]);
      },
    ],
    [
      "a second answer, and one that nobody asked for",
      "illegal_transition room.question_answered nobody asked it",
      async () => {
        const rows = await roomWithQuestions();
        const answered = rows.find(({ action }) => action === "room.question_answered");
        const stray = changed(answered, { question_id: "another" });
        const again = rechained([...rows, changed(answered, {})]);
        expect((await findingsOf(again)).join()).toContain("it was answered already");
        return rechained([...rows, stray]);
      },
    ],
    [
      "a pipeline that is changed after it was removed",
      "illegal_transition clearance_pipeline.updated it was not registered before",
      async () => {
        const rows = await changedPipeline();
        const [, update, removal] = rows;
        return rechained([rows[0], removal, update].flatMap((row) => row ?? []));
      },
    ],
    [
      "a key of statements that replaces another than the one before",
      "illegal_transition platform.clearance_key.rotated it replaces another key",
      async () => {
        const rows = await rotatedKey();
        return rechained([...rows, changed(rows.at(-1), { kid: "another", old_kid: "a third" })]);
      },
    ],
    [
      "imports and enforcement events that no function would have recorded",
      "illegal_transition framework.enforcement.recorded it is not the event's next version",
      async () => {
        const rows = await enforced();
        const [made, imported, stayed] = rows as [AuditRow, AuditRow, AuditRow];
        const again = changed(imported, { created: [], updated: ["rule.a"] });
        const wrong: [AuditRow[], string][] = [
          [[imported], "rules.imported there was no such framework"],
          [[made, made], "framework.updated it changes nothing"],
          [[made, imported, imported], "rules.imported it changes nothing of rule.a"],
          [[made, imported, again], "it changes nothing of rule.a"],
          [[made, again], "something else of rule.a than that it is created"],
          [[made, changed(imported, { content_hashes: [] })], "it names rules without saying"],
          [[made, stayed], "it concerns rule.a, which is no rule of the framework"],
          [[made, imported, changed(stayed, { note: "Soft" })], "does not match its content hash"],
          [[made, imported, rows[3] as AuditRow], "it ends stay, which nobody recorded"],
          [[made, changed(imported, { framework_id: "another" })], "it names another framework"],
        ];
        for (const [some, detail] of wrong) {
          expect((await findingsOf(rechained(some))).join()).toContain(detail);
        }
        return rechained([...rows, changed(stayed, { version: 4 })]);
      },
    ],
    [
      "a request about a wording that nobody imported",
      "reference_broken rule_review.requested it asks about a wording of rule.a that nobody imported",
      async () => {
        const [first] = await ofRequest(await commission(system));
        const [, ...others] = (first as AuditRow).context.content_hashes as string[];
        const content_hashes = ["0".repeat(64), ...others];
        return rechained([changed(first, { content_hashes })]);
      },
    ],
    [
      "a second decision",
      "decided_twice rule_review.approved",
      async () => {
        const rows = await ofRequest(await decided());
        const last = rows.at(-1);
        return rechained([
          ...rows,
          changed(last, { decision: "approved" }, { action: "rule_review.approved" }),
        ]);
      },
    ],
    [
      "an end after the decision",
      "illegal_transition rule_review.cancelled",
      async () => {
        const rows = await ofRequest(await decided());
        const { counsel_id, framework_id } = (rows[0] as AuditRow).context;
        const end = {
          ...(rows.at(-1) as AuditRow),
          action: "rule_review.cancelled",
          context: { counsel_id, framework_id },
        };
        return rechained([...rows, end]);
      },
    ],
    [
      "a decision after the expiry",
      "illegal_transition rule_review.rejected it had expired",
      async () => {
        const rows = await ofRequest(await decided());
        const decided_at = later(rows[0], 100 * 24 * 60);
        return rechained([
          ...rows.slice(0, -1),
          changed(rows.at(-1), { decided_at }, { created_at: decided_at }),
        ]);
      },
    ],
    [
      "a decision of other wording",
      "illegal_transition rule_review.rejected it names another rule_version_hash",
      async () => {
        const rows = await ofRequest(await decided());
        return rechained([
          ...rows.slice(0, -1),
          changed(rows.at(-1), { rule_version_hash: "0".repeat(64) }),
        ]);
      },
    ],
    [
      "a decision by a link that another row had replaced",
      "illegal_transition rule_review.approved it came by a link that was replaced",
      async () => {
        const asked = await commission(system);
        const path = `/admin/rule-reviews/${asked.review.id}/link`;
        const { body } = await expectStatus(system.admin("POST", path, {}), 200);
        const token = body.magic_link_url.split("/").at(-1);
        const approved = { decision: "approved" };
        await expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, approved), 200);
        const rows = await ofRequest(asked);
        const link = rows[0]?.row_hash;
        return rechained([...rows.slice(0, -1), changed(rows.at(-1), { link })]);
      },
    ],
    [
      "a request passed on that must not be",
      "illegal_transition rule_review.cancelled it must not be passed on",
      async () => {
        const asked = await commission(system);
        const rows = await ofRequest(asked);
        const end = changed(
          rows[0],
          { reason: "delegated", delegated_to: {}, link: rows[0]?.row_hash },
          { action: "rule_review.cancelled" },
        );
        return rechained([...rows, end]);
      },
    ],
    [
      "a delegation that only the delegate's request knows of",
      "reference_broken rule_review.requested",
      async () => {
        const asked = await commission(system, { mayDelegate: true });
        const [first] = await ofRequest(asked);
        const id = `${asked.review.id.slice(0, -2)}00`;
        const delegated_by = {
          ...{ counsel_id: asked.counselId, display_name: "A", email: "a@b.example", reason: "" },
          row_hash: "0".repeat(64),
        };
        const context = { delegated_from: asked.review.id, delegated_by };
        const { may_delegate: _, ...said } = changed(first, context).context;
        return rechained([{ ...(first as AuditRow), resource_id: id, context: said }]);
      },
    ],
    [
      "a decision that names counsel otherwise",
      "state_differs rule_review.rejected it names another display_name",
      async () => {
        const rows = await ofRequest(await decided());
        const counsel = {
          ...(rows.at(-1)?.context.counsel as object),
          display_name: "Professor Nobody",
        };
        return rechained([...rows.slice(0, -1), changed(rows.at(-1), { counsel })]);
      },
    ],
    [
      "a link decision where a key is required",
      "counsel_key rule_review.approved",
      async () => {
        const rows = await ofRequest(await withKey("approved"));
        const { assertion: _, ...context } = {
          ...rows.at(-1)?.context,
          signing_policy: "link",
        } as Record<string, unknown>;
        return rechained([...rows.slice(0, -1), { ...(rows.at(-1) as AuditRow), context }]);
      },
    ],
    [
      "another decision under the same assertion",
      "counsel_key rule_review.rejected",
      async () => {
        const rows = await ofRequest(await withKey("approved"));
        const last = changed(
          rows.at(-1),
          { decision: "rejected" },
          { action: "rule_review.rejected" },
        );
        return rechained([...rows.slice(0, -1), last]);
      },
    ],
    [
      "a member replaced who had decided",
      "illegal_transition review_panel.member_replaced",
      async () => {
        const { panel, members, frameworkId } = await commissionPanel(system, {
          on_reject: "outvoted",
        });
        await vote(system, members[0], "rejected");
        const rows = await rowsOf("review_panel", panel.id);
        const seat = ({ counselId, review }: Member) => ({
          counsel_id: counselId,
          review_id: review.id,
        });
        const context = {
          framework_id: frameworkId,
          from: seat(members[0] as Member),
          to: { counsel_id: "someone", review_id: "other" },
        };
        return rechained([
          ...rows,
          { ...(rows[0] as AuditRow), action: "review_panel.member_replaced", context },
        ]);
      },
    ],
    [
      "a panel that counts by another number than was asked",
      "illegal_transition review_panel.rejected",
      async () => {
        const { panel, members } = await commissionPanel(system);
        await vote(system, members[0], "rejected");
        const rows = await rowsOf("review_panel", panel.id);
        return rechained([...rows.slice(0, -1), changed(rows.at(-1), { need: 1 })]);
      },
    ],
    [
      "a panel whose number was changed from its first row on",
      "illegal_transition review_panel.rejected the members' decisions come to",
      async () => {
        const { panel, members } = await commissionPanel(system, {
          on_reject: "outvoted",
          need: 3,
        });
        await vote(system, members[0], "rejected");
        const rows = (await rowsOf("review_panel", panel.id)).map((row) =>
          changed(row, { need: 1, on_reject: "outvoted" }),
        );
        return rechained(rows);
      },
    ],
    [
      "a row left out",
      "row_missing rule_review.rejected",
      async () => {
        const asked = await commission(system);
        await system.api()("GET", `/counsel/review/${asked.token}`);
        await system.api()("POST", `/counsel/review/${asked.token}/decide`, {
          decision: "rejected",
        });
        return (await ofRequest(asked)).filter(
          ({ action }) => action !== "rule_review.viewed_by_counsel",
        );
      },
    ],
    [
      "a key enrolled without an invitation",
      "illegal_transition counsel.key_enrolled",
      async () => {
        const asked = await withKey("approved");
        const rows = await rowsOf("counsel", asked.counselId);
        return rechained(rows.filter(({ action }) => action !== "counsel.key_invited"));
      },
    ],
    [
      "counsel renamed beside an edit",
      "illegal_transition counsel.deactivated it names another firm",
      async () => {
        const { counselId } = await decided();
        await expectStatus(system.admin("POST", `/admin/counsel/${counselId}/deactivate`), 200);
        const rows = await rowsOf("counsel", counselId);
        return rechained([...rows.slice(0, -1), changed(rows.at(-1), { firm: "Another LLP" })]);
      },
    ],
  ];
}
