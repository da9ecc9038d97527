import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { dayText } from "#shared/domain/standing/day-text.ts";
import { sized } from "#test/support/full-size.ts";
import { commissionPanel, registerCounsel, vote } from "#test/support/panel-fixture.ts";
import {
  appoint,
  type Commissioned,
  commission,
  expectStatus,
  requestReview,
  ruleText,
} from "#test/support/review-fixture.ts";
import {
  anotherRoom,
  decidedReview,
  openRoom,
  roomWithReview,
} from "#test/support/room-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import type { ApiAnswer } from "#test/support/system.ts";

const system = suiteSystem();

const roomNow = async (id: string) =>
  (await expectStatus(system.admin("GET", `/admin/rooms/${id}`), 200)).body;
const actionsOf = async (id: string) =>
  (
    await expectStatus(system.admin("GET", `/admin/rooms/${id}/audit?limit=200`), 200)
  ).body.items.map(({ action, context }: Record<string, unknown>) => ({ action, context }));
/** Status and text of an answer, without the request id, which differs for each request. */
const said = ({ status, text, body }: ApiAnswer) => ({
  status,
  text: text.replaceAll(body?.request_id ?? "-", ""),
});
const private_ = ["nonce", "notes", "supplementary_pdf_kv_secret", "matter_reference"];
/** An admin's answer without the fields that no room shows. */
const shownIn = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shownIn);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !private_.includes(name))
      .map(([name, part]) => [name, shownIn(part)]),
  );
};

describe("what the room shows", () => {
  test("equals what the admin sees, except for nonce, notes, secrets and the requester's reference", async () => {
    const { decided, visit } = await anotherRoom(system);
    const { frameworkId, review } = decided;
    const day = `on=${new Date(Date.now() + 366 * 24 * 3600_000).toISOString().slice(0, 10)}`;
    const pairs = [
      [`/rules/${frameworkId}/rule.a`, `/admin/frameworks/${frameworkId}/rules/rule.a`],
      [
        `/rules/${frameworkId}/rule.a?${day}`,
        `/admin/frameworks/${frameworkId}/wording?use_case_id=rule.a&${day}`,
      ],
      [
        `/coverage?framework_id=${frameworkId}&as_of=2999-01-01T00:00:00Z`,
        `/admin/frameworks/${frameworkId}/coverage?as_of=2999-01-01T00:00:00Z`,
      ],
      [`/reviews/${review.id}/evidence`, `/admin/rule-reviews/${review.id}/evidence`],
    ] as const;
    for (const [inRoom, admins] of pairs) {
      const answer = await expectStatus(visit(inRoom), 200);
      const { body } = await expectStatus(system.admin("GET", admins), 200);
      expect(answer.body).toEqual(shownIn(body));
      for (const word of [...private_, "/counsel/review/"]) expect(answer.text).not.toContain(word);
    }
  });

  test("names counsel as they signed, whatever they are called by now", async () => {
    const { decided, visit } = await roomWithReview(system);
    const { review, counselId } = decided;
    const renamed = { display_name: "Bob Roe", firm: "Roe LLP", bar_registration: "X 1" };
    await expectStatus(system.admin("PATCH", `/admin/counsel/${counselId}`, renamed), 200);
    const [listed] = (await expectStatus(visit("/reviews"), 200)).body.items;
    const { audit } = (await expectStatus(visit(`/reviews/${review.id}/bundle`), 200)).body;
    const { jurisdiction: _, ...signed } = audit.at(-1).context.counsel;
    expect(signed.display_name).toBe("Dr. Ada Lex");
    expect(listed.counsel).toMatchObject(signed);
    expect([listed.counsel_display_name, listed.counsel_firm]).toEqual([
      signed.display_name,
      signed.firm,
    ]);
  });

  test("are the admin's bundle and certificate, byte for byte", async () => {
    const { decided, visit } = await anotherRoom(system);
    await system.api()("POST", "/_local/schedules/sequence-log/run");
    for (const file of ["bundle", "certificate.pdf"]) {
      const path = `/reviews/${decided.review.id}/${file}`;
      const ours = await expectStatus(visit(path), 200);
      const admins = await expectStatus(system.admin("GET", `/admin/rule-${path.slice(1)}`), 200);
      expect(ours.text).toBe(admins.text);
      for (const header of ["content-type", "content-disposition"]) {
        expect(ours.headers.get(header)).toBe(admins.headers.get(header));
      }
    }
    const exported = await expectStatus(visit("/export"), 200);
    const { body } = await system.admin("GET", `/admin/rule-reviews/${decided.review.id}/bundle`);
    expect(exported.body).toEqual({ bundles: [body], next_cursor: null });
  });

  test("leaves one audit row for each answered use, and counts the use", async () => {
    const { decided, visit, room } = await anotherRoom(system);
    const id = decided.review.id;
    for (const path of ["evidence", "bundle", "certificate.pdf"]) {
      await expectStatus(visit(`/reviews/${id}/${path}`), 200);
    }
    await expectStatus(visit("/export"), 200);
    await expectStatus(visit(`/reviews/${id.toUpperCase()}/evidence`), 200);
    await expectStatus(visit(`/reviews/${id}/evidence?typo=1`), 400);
    await expectStatus(visit(`/reviews/${randomUUID()}/bundle`), 404);
    expect((await actionsOf(room.id)).slice(1)).toEqual([
      { action: "room.entered", context: {} },
      { action: "room.evidence_read", context: { review_id: id } },
      { action: "room.bundle_downloaded", context: { review_id: id } },
      { action: "room.certificate_downloaded", context: { review_id: id } },
      { action: "room.bundle_downloaded", context: {} },
      { action: "room.evidence_read", context: { review_id: id } },
    ]);
    expect((await roomNow(room.id)).uses).toBe(6);
  });

  test("is exported in pages that follow each other, each review once", async () => {
    const given = await commission(system, {
      rules: [ruleText("rule.long", { customer_description_preview: "x".repeat(19_000) })],
    });
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      const review = await decidedReview(system, await requestReview(system, given));
      ids.push(review.review.id);
    }
    const { visit } = await openRoom(system, { framework_ids: [given.frameworkId] });
    const { body } = await expectStatus(visit("/export"), 200);
    expect(body.bundles.map((one: { request: { id: string } }) => one.request.id)).toEqual(ids);
    await expectStatus(visit("/export?cursor=AAAA"), 400);
  });
});

/** A part of the page's script. By a variable, because it is checked with the types of a browser. */
async function scriptOf(part: string) {
  // The page reads its own address when it loads.
  vi.stubGlobal("location", { pathname: "/room/x" });
  const path = `#functions/rooms/page/script/${part}.ts`;
  const script = await import(path);
  vi.unstubAllGlobals();
  return script;
}

/** What the room's page says of a rule: in the list, and about the wording of the day. */
async function saidOfRule(
  { frameworkId, ruleIds }: Pick<Commissioned, "frameworkId" | "ruleIds">,
  scope: Record<string, unknown> = {},
) {
  const page = await scriptOf("standing");
  const { visit } = await openRoom(system, { framework_ids: [frameworkId], ...scope });
  const get = async (path: string) => (await expectStatus(visit(path), 200)).body;
  const reviews = (await get("/reviews")).items;
  const rule = (await get("/rules")).items.find(
    (one: { use_case_id: string }) => one.use_case_id === ruleIds[0],
  );
  const day = (await system.advance(0)).slice(0, 10);
  const wording = await get(`/rules/${frameworkId}/${rule.use_case_id}?on=${day}`);
  return {
    listed: page.ruleSentence(rule, reviews),
    ofDay: page.daySentence(wording),
    overruled: reviews.map((one: unknown) => page.isOverruled(one, rule, reviews)),
  };
}

describe("what the room's page says of a rule", () => {
  const refusal = { decision: "changes_requested", comment: "Say who." };
  const day = /on \d+ \w+ \d{4}/g;
  const alike = (said: Awaited<ReturnType<typeof saidOfRule>>) => {
    expect(said.ofDay).toBe(said.listed);
    return said.listed.replaceAll(day, "on the day");
  };

  test("knows counsel who took back their own refusal, whatever they were called then, from another of the same name", async () => {
    const given = await commission(system);
    await decidedReview(system, given, refusal);
    const named = { display_name: "Ada Lex-Smith" };
    await expectStatus(system.admin("PATCH", `/admin/counsel/${given.counselId}`, named), 200);
    await system.advance(60);
    await decidedReview(system, await requestReview(system, given));
    const renamed = await saidOfRule(given);
    expect(alike(renamed)).toBe("Approved by Ada Lex-Smith on the day.");
    expect(renamed.overruled).toEqual([true, false]);

    const other = await decidedReview(system, await commission(system), refusal);
    const email = `${randomUUID()}@law.example`;
    const counselId = await appoint(system, other.frameworkId, email);
    await system.advance(60);
    await decidedReview(system, await requestReview(system, { ...other, counselId, email }));
    expect(alike(await saidOfRule(other))).toBe(
      "Approved by Dr. Ada Lex on the day. Dr. Ada Lex had refused the same wording on the day.",
    );
  });

  test("does not name an approval that was refused later as the one that counts, where it does not show that", async () => {
    const first = await decidedReview(system);
    const counsel = async (display_name: string) => {
      const email = `${randomUUID()}@law.example`;
      const who = await appoint(system, first.frameworkId, email, { display_name });
      await system.advance(60);
      return requestReview(system, { ...first, counselId: who, email });
    };
    await decidedReview(system, await counsel("Cleo Bar"), refusal);
    const scope = { counsel_ids: [first.counselId] };
    const refused = await saidOfRule(first, scope);
    expect(alike(refused)).toBe(
      "Not approved: counsel not named here asked for changes. Dr. Ada Lex had approved the same wording on the day.",
    );
    expect(refused.overruled).toEqual([true]);
    await decidedReview(system, await counsel("Ben Bar"));
    const approved = await saidOfRule(first, scope);
    expect(alike(approved)).toBe("Approved by counsel not named here.");
    expect(approved.overruled).toEqual([true]);
    const all = await saidOfRule(first);
    expect(alike(all)).toBe(
      "Approved by Ben Bar on the day. Cleo Bar had refused the same wording on the day.",
    );
    expect(all.overruled).toEqual([true, true, false]);
  });

  test("names whose approval a changed wording outlived", async () => {
    const given = await decidedReview(system);
    const rules = [ruleText(given.ruleIds[0] ?? "", { title: "Another title" })];
    const path = `/admin/frameworks/${given.frameworkId}/rules`;
    await expectStatus(system.admin("PUT", path, { rules }), 200);
    expect(alike(await saidOfRule(given))).toBe(
      "Changed since it was approved: Dr. Ada Lex approved another wording on the day.",
    );
    // Of a panel all who approved it, but nobody if the room does not show the vote that decided.
    const panel = await commissionPanel(system, { members: 2 });
    for (const member of panel.members) await expectStatus(vote(system, member, "approved"), 200);
    const book = `/admin/frameworks/${panel.frameworkId}/rules`;
    const amended = [ruleText(panel.ruleIds[0] ?? "", { title: "Another title" })];
    await expectStatus(system.admin("PUT", book, { rules: amended }), 200);
    const whole = await saidOfRule({ ...given, ...panel });
    expect(alike(whole)).toBe(
      "Changed since it was approved: a panel with Dr. member0 and Dr. member1 approved another wording on the day.",
    );
    const scope = { counsel_ids: [panel.members[0]?.counselId] };
    const part = await saidOfRule({ ...given, ...panel }, scope);
    expect(alike(part)).toBe(
      "Changed since it was approved: counsel not named here approved another wording.",
    );
  });

  test("shows an open request beside a refusal and beside a changed wording, without saying which request it is", async () => {
    const given = await decidedReview(system, await commission(system), refusal);
    await system.advance(60);
    const again = await requestReview(system, given);
    const refused = "Not approved: Dr. Ada Lex asked for changes";
    expect(alike(await saidOfRule(given))).toBe(
      `${refused} on the day. A request about this wording is open.`,
    );
    const inRoom = async (path: string) => {
      const { visit } = await openRoom(system, { framework_ids: [given.frameworkId] });
      const answer = await expectStatus(visit(path), 200);
      expect(answer.text).not.toContain(again.review.id);
      return answer.body;
    };
    const { expires_at } = again.review;
    expect((await inRoom("/rules")).items[0].open).toEqual([
      { review_id: null, panel_id: null, expires_at, holds_wording: true },
    ]);
    const coverage = `/coverage?framework_id=${given.frameworkId}`;
    expect((await inRoom(coverage)).rules[0]).toMatchObject({
      ...{ open_review_id: null, open_panel_id: null, open_holds_wording: true },
    });
    const path = `/admin/frameworks/${given.frameworkId}/rules`;
    const rules = [ruleText(given.ruleIds[0] ?? "", { title: "Another title" })];
    await expectStatus(system.admin("PUT", path, { rules }), 200);
    expect(alike(await saidOfRule(given))).toBe(
      `${refused} to another wording on the day. Nobody has decided on this one. A request about an earlier wording is open.`,
    );
  });

  test("does not call a panel's approval overruled by a refusal that came before the panel ended", async () => {
    const panel = await commissionPanel(system, { members: 2 });
    const { frameworkId, ruleIds, members } = panel;
    await expectStatus(vote(system, members[0], "approved"), 200);
    await system.advance(60);
    const { id: counselId, email } = await registerCounsel(system, frameworkId, "cleo");
    const alone = await requestReview(system, { frameworkId, ruleIds, counselId, email });
    await decidedReview(system, alone, refusal);
    await system.advance(60);
    await expectStatus(vote(system, members[1], "approved"), 200);
    const said = await saidOfRule({ ...alone, frameworkId, ruleIds });
    expect(alike(said)).toBe(
      "Approved by a panel with Dr. member0 and Dr. member1 on the day. Dr. cleo had refused the same wording on the day.",
    );
    expect(said.overruled).toEqual([false, true, false]);
  });

  test("does not say that a later decision took the place of a vote that its panel did not follow", async () => {
    const panel = await commissionPanel(system, { on_reject: "outvoted" });
    const { members } = panel;
    for (const [i, decision] of ["approved", "rejected", "approved"].entries()) {
      await expectStatus(vote(system, members[i], decision, { comment: "Seen." }), 200);
    }
    const said = await saidOfRule(panel);
    expect(alike(said)).toBe("Approved by a panel with Dr. member0 and Dr. member2 on the day.");
    expect(said.overruled).toEqual([false, false, false]);
    // Nor where the room does not show the vote that decided.
    const counsel_ids = members.slice(0, 2).map((member) => member.counselId);
    const part = await saidOfRule(panel, { counsel_ids });
    expect(part.overruled).toEqual([false, false]);
  });

  test("does not call counsel's own refusal another's, where it does not show their later approval", async () => {
    const given = await decidedReview(system, await commission(system), refusal);
    const decided_to = await system.advance(60);
    await system.advance(60);
    await decidedReview(system, await requestReview(system, given));
    const said = await saidOfRule(given, { decided_to });
    expect(alike(said)).toBe("Approved by counsel not named here.");
    expect(said.overruled).toEqual([true]);
  });
});

describe("from when the room's page says that a law applies", () => {
  test.each([
    ["stayed", null],
    ["delayed", 398],
  ] as const)(
    "is what Home and the rule itself say: a law %s before it starts",
    async (kind, until) => {
      const now = await system.advance(0);
      const dayIn = (days: number) =>
        new Date(Date.parse(now) + days * 86_400_000).toISOString().slice(0, 10);
      const [today, start] = [dayIn(0), dayIn(247)];
      const { frameworkId, ruleIds } = await commission(system, {
        rules: [ruleText("rule.a", { applies_from: start })],
      });
      const event = {
        ...{ id: "event", kind, on: dayIn(3), until: until === null ? undefined : dayIn(until) },
        ...{ authority: "A court", citation_url: "https://court.example/1", note: "Not yet." },
      };
      const path = `/admin/frameworks/${frameworkId}`;
      await expectStatus(system.admin("PUT", `${path}/enforcement`, { events: [event] }), 200);
      const { body: home } = await expectStatus(system.admin("GET", "/admin/overview"), 200);
      const book = home.books.find(({ id }: { id: string }) => id === frameworkId);
      const starts = until === null ? null : dayIn(until + 1);
      expect(book.next?.day ?? null).toBe(starts);
      const { visit } = await openRoom(system, { framework_ids: [frameworkId] });
      const [inRoom] = (await expectStatus(visit("/rules"), 200)).body.items;
      const [{ lawSentence }, { lawDaysOf }] = [
        await scriptOf("law"),
        await scriptOf("coverage/days"),
      ];
      expect(lawSentence(inRoom, today)).toBe(
        starts === null
          ? "The law does not apply yet."
          : `The law does not apply yet. It applies from ${dayText(starts)}.`,
      );
      const rule = await expectStatus(system.admin("GET", `${path}/rules/${ruleIds[0]}`), 200);
      expect(rule.body.starts_on).toBe(starts);
      const line = lawDaysOf([inRoom]).flatMap(
        ({ day, changes }: { day: string; changes: { to: string; rules: number }[] }) =>
          changes.map((change) => ({ day, ...change })),
      );
      expect(line).toEqual(book.dates);
    },
  );
});

describe("what the room does not show", () => {
  test("decisions of other times and other counsel, not even their ids", async () => {
    const first = await decidedReview(system);
    const between = await system.advance(60);
    const { body: counsel } = await expectStatus(
      system.admin("POST", "/admin/counsel", {
        framework_id: first.frameworkId,
        display_name: "Ben Bar",
        email: `${randomUUID()}@bar.example`,
      }),
      201,
    );
    const second = await decidedReview(
      system,
      await requestReview(system, { ...first, counselId: counsel.id, ruleIds: ["rule.b"] }),
    );
    const framework_ids = [first.frameworkId];
    const scopes = [
      [{ decided_to: between }, first, second],
      [{ decided_from: between }, second, first],
      [{ counsel_ids: [counsel.id] }, second, first],
    ] as const;
    for (const [scope, shown, hidden] of scopes) {
      const { visit } = await openRoom(system, { framework_ids, ...scope });
      const reviews = (await expectStatus(visit("/reviews"), 200)).body.items;
      expect(reviews.map(({ id }: { id: string }) => id)).toEqual([shown.review.id]);
      const { body } = await expectStatus(
        visit(`/coverage?framework_id=${first.frameworkId}`),
        200,
      );
      for (const row of body.rules) {
        const decidedBy = row.use_case_id === "rule.b" ? second : first;
        expect(row.status).toBe("approved_live");
        expect([row.review_id, row.decided_at === null]).toEqual(
          decidedBy === shown ? [shown.review.id, false] : [null, true],
        );
      }
      const path = `/rules/${first.frameworkId}/rule.b?on=2999-01-01`;
      const wording = await expectStatus(visit(path), 200);
      expect(wording.text).not.toContain(hidden.review.id);
      expect(wording.text).toContain(shown.review.id);
      const { bundles } = (await expectStatus(visit("/export"), 200)).body;
      expect(bundles).toHaveLength(1);
      for (const file of ["evidence", "bundle", "certificate.pdf"]) {
        await expectStatus(visit(`/reviews/${hidden.review.id}/${file}`), 404);
      }
    }
  });

  test("the review of an objection from another time", async () => {
    const given = await commission(system);
    const objected = await decidedReview(system, given, {
      decision: "approved_with_changes",
      comment: "See rule.a.",
      rule_verdicts: [{ use_case_id: "rule.a", verdict: "rejected", text: "No." }],
    });
    const { visit } = await openRoom(system, {
      framework_ids: [given.frameworkId],
      decided_from: "2999-01-01T00:00:00Z",
    });
    const admins = await system.admin("GET", `/admin/frameworks/${given.frameworkId}/rules`);
    expect(admins.text).toContain(objected.review.id);
    for (const path of [
      "/rules",
      `/rules/${given.frameworkId}/rule.a`,
      `/coverage?framework_id=${given.frameworkId}`,
    ]) {
      const answer = await expectStatus(visit(path), 200);
      expect(answer.text).not.toContain(objected.review.id);
      const [rule] = answer.body.items ?? answer.body.rules ?? [answer.body];
      expect(rule.objection).toEqual({
        review_id: null,
        panel_id: null,
        counsel: null,
        text: null,
        decided_at: null,
        verdict: "rejected",
        wording_changed_since: false,
      });
      expect(answer.text).not.toContain("No.");
    }
  });

  test("any other id, framework, rule and token, real or not, gets the same answer", async () => {
    const ours = await roomWithReview(system);
    const { token, room, decided } = ours;
    const pending = await commission(system);
    const others = await roomWithReview(system);
    const revoked = await roomWithReview(system);
    await system.admin("POST", `/admin/rooms/${revoked.room.id}/revoke`);
    const ids = [
      pending.review.id,
      others.decided.review.id,
      revoked.decided.review.id,
      room.id,
      decided.counselId,
      decided.review.nonce,
      "%00",
      "..%2F..",
      "null",
      "x".repeat(3000),
      ...Array.from({ length: sized(100, 1) }, () => randomUUID()),
    ];
    const frameworks = [
      others.decided.frameworkId,
      pending.frameworkId,
      "no_such_book",
      "EU",
      "%F0%9F%A6%84",
      "canary",
      ...Array.from({ length: sized(60, 1) }, () => `fw_${randomUUID().slice(0, 8)}`),
    ];
    // An ordinary test run asks for each name at one place, in turns. The first `known` names exist but
    // must stay hidden: it asks for them at every place.
    const inPlaces = (named: readonly string[], places: (id: string) => string[], known: number) =>
      named.flatMap((id, i) =>
        i < known ? places(id) : sized(places(id), [places(id)[i % 3] as string]),
      );
    const paths = [
      ...inPlaces(
        ids,
        (id) => ["evidence", "bundle", "certificate.pdf"].map((file) => `/reviews/${id}/${file}`),
        3,
      ),
      ...inPlaces(
        frameworks,
        (id) => [
          `/rules?framework_id=${id}`,
          `/coverage?framework_id=${id}`,
          `/rules/${id}/rule.a`,
        ],
        2,
      ),
      `/rules/${decided.frameworkId}/no.such`,
      `/rules/${decided.frameworkId}/RULE.A`,
      `/rules/${decided.frameworkId}/${"a".repeat(3000)}`,
      `/rules/${decided.frameworkId}/rule.a?on=2001-01-01`,
    ];
    expect(paths.length).toBeGreaterThan(sized(500, 30));
    const answers: ApiAnswer[] = [];
    for (let start = 0; start < paths.length; start += 60) {
      const some = paths.slice(start, start + 60);
      answers.push(...(await Promise.all(some.map((path) => ours.visit(path)))));
      await system.advance(60);
    }
    const first = said(answers[0] as ApiAnswer);
    expect(first.status).toBe(404);
    for (const [i, answer] of answers.entries()) {
      expect([paths[i], said(answer)]).toEqual([paths[i], first]);
    }
    expect(await roomNow(room.id)).toMatchObject({ uses: 0, last_used_at: null });
    const everywhere = ["/frameworks", `/reviews/${decided.review.id}/bundle`, "/export?x=1"];
    const closed = await Promise.all(everywhere.map((path) => revoked.visit(path)));
    const forged = await Promise.all(
      Array.from({ length: sized(60, 6) }, (_, i) =>
        system.api()(
          "GET",
          `/room/${i % 2 ? randomBytes(32).toString("base64url") : token.slice(i % 42)}x${everywhere[i % 3]}`,
        ),
      ),
    );
    for (const [status, some] of [
      [410, closed],
      [403, forged],
    ] as const) {
      expect(new Set(some.map((answer) => JSON.stringify(said(answer)))).size).toBe(1);
      expect(some[0]?.status).toBe(status);
    }
  });

  test("a malformed request is refused with the field and its fault", async () => {
    const { visit, decided } = await anotherRoom(system);
    const faults = [
      ["/frameworks?limit=0", "limit"],
      ["/frameworks?cursor=forged", "cursor"],
      ["/rules?status=green", "status"],
      ["/rules?search=%20", "search"],
      [`/rules?search=${"x".repeat(201)}`, "search"],
      ["/rules?framework=x", "framework"],
      [`/rules/${decided.frameworkId}/rule.a?on=yesterday`, "on"],
      ["/coverage", "framework_id"],
      [`/coverage?framework_id=${decided.frameworkId}&as_of=2026-01-01`, "as_of"],
      ["/reviews?counsel_id=x", "counsel_id"],
      ["/export?limit=1", "limit"],
    ] as const;
    for (const [path, field] of faults) {
      const { body } = await expectStatus(visit(path), 400);
      expect([path, body.code, body.errors[0].path]).toEqual([path, "validation_failed", field]);
    }
  });
});
