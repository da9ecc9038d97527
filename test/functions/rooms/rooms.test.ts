import { describe, expect, test } from "vitest";
import { commission, expectStatus } from "#test/support/review-fixture.ts";
import { anotherRoom, decidedReview, openRoom } from "#test/support/room-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import type { ApiAnswer } from "#test/support/system.ts";

const system = suiteSystem({ functions: "deployed" });

const DAY = 24 * 3600;
const order = (more: Record<string, unknown>) => ({
  title: "A regulator",
  framework_ids: ["eu_ai_act"],
  expires_in_days: 7,
  ...more,
});
const create = (body: unknown) => system.admin("POST", "/admin/rooms", body);
const roomNow = async (id: string) =>
  (await expectStatus(system.admin("GET", `/admin/rooms/${id}`), 200)).body;
const rowsOf = async (id: string) =>
  (await expectStatus(system.admin("GET", `/admin/rooms/${id}/audit?limit=200`), 200)).body.items;
const actionsOf = async (id: string): Promise<string[]> =>
  (await rowsOf(id)).map(({ action }: { action: string }) => action);
/** The content of an answer, without what differs between any two requests. */
const said = ({ status, text, body }: ApiAnswer) => ({
  status,
  text: text.replaceAll(body?.request_id ?? "-", ""),
});

describe("an admin", () => {
  test("opens a room whose link is shown once and is nowhere else", async () => {
    const { decided } = await anotherRoom(system);
    const scope = {
      framework_ids: [decided.frameworkId],
      decided_from: "2026-01-01T00:00:00+01:00",
      decided_to: "2999-01-01T00:00:00Z",
      counsel_ids: [decided.counselId],
    };
    const { room, token, url } = await openRoom(system, { ...scope, may_ask: true });
    expect(url).toBe(`${system.baseUrl}/room/${token}`);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(room).toEqual({
      id: room.id,
      title: "A regulator",
      ...scope,
      decided_from: "2025-12-31T23:00:00.000Z",
      decided_to: "2999-01-01T00:00:00.000Z",
      words: "full",
      may_ask: true,
      status: "open",
      created_at: room.created_at,
      created_by: room.created_by,
      expires_at: new Date(Date.parse(room.created_at) + 7 * DAY * 1000).toISOString(),
      last_used_at: null,
      uses: 0,
    });
    expect(await roomNow(room.id)).toEqual(room);
    const listed = (await system.admin("GET", "/admin/rooms")).body.items;
    expect(listed[0]).toEqual(room);
    const rows = await rowsOf(room.id);
    expect(rows).toMatchObject([
      {
        action: "room.created",
        resource_type: "room",
        resource_id: room.id,
        tenant_id: null,
        actor_type: "user",
        actor_user_id: room.created_by,
      },
    ]);
    expect(rows[0].row_hash).toMatch(/^[0-9a-f]{64}$/);
    for (const text of [JSON.stringify(rows), JSON.stringify(listed), ...system.rawLines]) {
      expect(text).not.toContain(token);
    }
  });

  test("leaves out optional fields, which are then null", async () => {
    const { room } = await anotherRoom(system);
    expect(room).toMatchObject({
      decided_from: null,
      decided_to: null,
      counsel_ids: null,
      may_ask: false,
    });
  });

  test.each([
    ["title", { title: undefined }],
    ["title", { title: " " }],
    ["title", { title: "x".repeat(201) }],
    ["title", { title: "a\u202eb" }],
    ["framework_ids", { framework_ids: [] }],
    ["framework_ids", { framework_ids: ["a_b", "a_b"] }],
    ["framework_ids", { framework_ids: Array.from({ length: 21 }, (_, i) => `fw_${i}`) }],
    ["framework_ids.0", { framework_ids: ["EU AI Act"] }],
    ["decided_from", { decided_from: "2026-01-01T00:00:00" }],
    ["decided_to", { decided_to: "2026-01-01" }],
    [
      "decided_to",
      { decided_from: "2026-01-01T01:00:00+01:00", decided_to: "2026-01-01T00:00:00Z" },
    ],
    ["counsel_ids", { counsel_ids: [] }],
    ["counsel_ids.0", { counsel_ids: ["ada"] }],
    ["expires_in_days", { expires_in_days: undefined }],
    ["expires_in_days", { expires_in_days: 0 }],
    ["expires_in_days", { expires_in_days: 91 }],
    ["expires_in_days", { expires_in_days: 1.5 }],
    ["may_ask", { may_ask: "yes" }],
    ["expiry_days", { expiry_days: 3 }],
  ])("is told that %s is wrong", async (path, more) => {
    const { body } = await expectStatus(create(order(more)), 400);
    expect(body.code).toBe("validation_failed");
    expect(body.errors.map((fault: { path: string }) => fault.path)).toEqual([path]);
  });

  test("is told which framework or counsel does not fit", async () => {
    const ours = await commission(system);
    const others = await commission(system);
    const framework_ids = [ours.frameworkId];
    const unknown = "00000000-0000-4000-8000-000000000000";
    const refusals = [
      ["unknown_framework", "framework_ids.1", { framework_ids: [ours.frameworkId, "no_such"] }],
      ["unknown_counsel", "counsel_ids.0", { framework_ids, counsel_ids: [unknown] }],
      [
        "counsel_framework_mismatch",
        "counsel_ids.1",
        { framework_ids, counsel_ids: [ours.counselId, others.counselId] },
      ],
    ] as const;
    for (const [code, path, more] of refusals) {
      const { body } = await expectStatus(create(order(more)), 422);
      expect([body.code, body.errors.map((one: { path: string }) => one.path)]).toEqual([
        code,
        [path],
      ]);
    }
  });

  test("shows a superseded book too", async () => {
    const { frameworkId } = await decidedReview(system);
    await expectStatus(
      system.admin("PUT", `/admin/frameworks/${frameworkId}`, {
        display_name: "Old law",
        status: "superseded",
      }),
      200,
    );
    const { visit } = await openRoom(system, { framework_ids: [frameworkId] });
    expect((await visit("/frameworks")).body.items).toMatchObject([{ status: "superseded" }]);
  });

  test("revokes a room at once, once, and for good", async () => {
    const { room, visit } = await anotherRoom(system);
    const revoke = () => system.admin("POST", `/admin/rooms/${room.id}/revoke`);
    const both = await Promise.all([revoke(), revoke()]);
    for (const answer of [...both, await revoke()]) {
      expect(answer).toMatchObject({ status: 200, body: { id: room.id, status: "revoked" } });
    }
    expect((await expectStatus(visit("/frameworks"), 410)).body.code).toBe("room_closed");
    expect(await actionsOf(room.id)).toEqual(["room.created", "room.revoked"]);
    await system.advance(8 * DAY);
    expect(await roomNow(room.id)).toMatchObject({ status: "revoked", uses: 0 });
  });

  test("gets a 404 for a room that does not exist, as for any other id", async () => {
    const unknown = "00000000-0000-4000-8000-000000000000";
    for (const path of [unknown, `${unknown}/audit`]) {
      await expectStatus(system.admin("GET", `/admin/rooms/${path}`), 404);
    }
    await expectStatus(system.admin("POST", `/admin/rooms/${unknown}/revoke`), 404);
    const member = system.api(await system.token({ org_role: "admin" }));
    await expectStatus(member("GET", "/admin/rooms"), 403);
  });
});

describe("a visitor", () => {
  test("sees the frameworks, rules and decided reviews of the room", async () => {
    const { decided, visit, room } = await anotherRoom(system);
    const frameworks = await expectStatus(visit("/frameworks"), 200);
    const admins = await system.admin("GET", "/admin/frameworks?limit=200");
    expect(frameworks.body).toEqual({
      items: admins.body.items.filter(({ id }: { id: string }) => id === decided.frameworkId),
      next_cursor: null,
    });
    const rules = await expectStatus(visit("/rules"), 200);
    const path = `/admin/frameworks/${decided.frameworkId}/rules`;
    // Rooms omit whether a rule needs a review: whom to ask next is the operator's business.
    const { items, ...rest } = (await system.admin("GET", path)).body;
    // They say instead which decision counts, so that their page can name who made it, what is open,
    // and when the law changes.
    const { id: review_id, decided_at } = (
      await system.admin("GET", `/admin/rule-reviews/${decided.review.id}`)
    ).body;
    const shown = items.map(
      ({ needs_review, open_holds_wording, ...rule }: Record<string, unknown>) => ({
        ...rule,
        decision: {
          ...{ review_id, panel_id: null, outcome: "approved", decided_at },
          content_hash: rule.content_hash,
        },
        open: [],
        starts_on: null,
        law_days: [],
      }),
    );
    expect(rules.body).toEqual({ ...rest, items: shown });
    const reviews = await expectStatus(visit("/reviews"), 200);
    expect(reviews.body).toMatchObject({
      items: [
        {
          id: decided.review.id,
          status: "approved",
          counsel_display_name: "Dr. Ada Lex",
          counsel_firm: "Lex LLP",
          counsel: { bar_registration: "RAK 123" },
        },
      ],
      next_cursor: null,
    });
    for (const field of ["nonce", "notes", "supplementary_pdf_kv_secret", "counsel/review"]) {
      expect(reviews.text).not.toContain(field);
    }
    const { title, expires_at } = room;
    const about = {
      ...{ title, expires_at, decided_from: null, decided_to: null, counsel: null },
      words: "full",
    };
    expect(JSON.parse(decodeURIComponent(frameworks.headers.get("room") ?? ""))).toEqual(about);
    expect(frameworks.headers.get("cache-control")).toBe("no-store");
    expect(frameworks.headers.get("referrer-policy")).toBe("no-referrer");
    const { uses, last_used_at } = await roomNow(room.id);
    expect([uses, await actionsOf(room.id)]).toEqual([1, ["room.created", "room.entered"]]);
    expect(last_used_at).not.toBeNull();
  });

  test("enters again after half an hour, with a row of their own that names no user", async () => {
    const { room, visit } = await anotherRoom(system);
    await Promise.all([visit("/frameworks"), visit("/frameworks"), visit("/rules")]);
    await system.advance(29 * 60);
    await expectStatus(visit("/rules"), 200);
    expect((await roomNow(room.id)).uses).toBe(1);
    await system.advance(60);
    await expectStatus(visit("/rules"), 200);
    const rows = await rowsOf(room.id);
    expect(rows.slice(1)).toMatchObject(
      [1, 2].map(() => ({
        action: "room.entered",
        resource_type: "room",
        resource_id: room.id,
        actor_type: "room",
        actor_user_id: null,
        context: {},
      })),
    );
    expect((await roomNow(room.id)).uses).toBe(2);
  });

  test("finds rules by status, by words and by framework, page after page", async () => {
    const one = await decidedReview(system);
    const other = await commission(system);
    const framework_ids = [one.frameworkId, other.frameworkId];
    const { visit } = await openRoom(system, { framework_ids });
    const idsOf = async (query: string) =>
      (await expectStatus(visit(`/rules${query}`), 200)).body.items.map(
        (rule: { framework_id: string; use_case_id: string }) =>
          `${rule.framework_id}/${rule.use_case_id}`,
      );
    const all = framework_ids
      .sort()
      .flatMap((id) => ["rule.a", "rule.b", "rule.c"].map((rule) => `${id}/${rule}`));
    expect(await idsOf("")).toEqual(all);
    expect(await idsOf("?search=ARTICLE%205%20title")).toEqual(all);
    expect(await idsOf("?search=rule.b%20nowhere")).toEqual([]);
    expect(await idsOf(`?framework_id=${other.frameworkId}&search=rule.b`)).toEqual([
      `${other.frameworkId}/rule.b`,
    ]);
    const live = all.filter((id) => id.startsWith(one.frameworkId));
    expect(await idsOf("?status=approved_live")).toEqual(live);
    const walked: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body } = await expectStatus(visit(`/rules?limit=2${cursor}`), 200);
      walked.push(
        ...body.items.map(
          (rule: { framework_id: string; use_case_id: string }) =>
            `${rule.framework_id}/${rule.use_case_id}`,
        ),
      );
      cursor = body.next_cursor && `&cursor=${encodeURIComponent(body.next_cursor)}`;
    }
    expect(walked).toEqual(all);
  });

  test("gets the same refusal for every token that opens nothing", async () => {
    const { token } = await anotherRoom(system);
    const tampered = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
    const tokens = [tampered, "x", "%20", "a".repeat(2000), token.toUpperCase()];
    const answers = await Promise.all(
      tokens.map((one) => system.api()("GET", `/room/${one}/rules`)),
    );
    for (const answer of answers) {
      expect(said(answer)).toEqual(said(answers[0] as ApiAnswer));
      expect(answer).toMatchObject({ status: 403, body: { code: "invalid_token" } });
    }
  });

  test("gets 410 after the expiry, by the clock", async () => {
    const { room, visit } = await anotherRoom(system, { expires_in_days: 1 });
    await expectStatus(visit("/rules"), 200);
    await system.advance(DAY + 1);
    const closed = await expectStatus(visit("/rules"), 410);
    expect(closed.body.code).toBe("room_closed");
    expect(await roomNow(room.id)).toMatchObject({ status: "expired", uses: 1 });
    expect(await actionsOf(room.id)).toEqual(["room.created", "room.entered"]);
  });

  test("makes 60 requests a minute, answered or refused; further ones leave nothing behind", async () => {
    const { room, visit } = await anotherRoom(system);
    // Moves the clock to the beginning of a minute.
    const second = new Date(await system.advance(1)).getUTCSeconds();
    await system.advance(61 - second);
    const paths = ["/rules", "/rules?framework_id=other", "/rules?typo=1"];
    const first = await Promise.all(
      Array.from({ length: 59 }, (_, i) => visit(paths[i % 3] as string)),
    );
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200, 404, 400]));
    const racing = await Promise.all([visit("/rules"), visit("/rules")]);
    expect(racing.map(({ status }) => status).sort()).toEqual([200, 429]);
    const refused = await expectStatus(visit("/rules"), 429);
    expect(refused.body.code).toBe("rate_limited");
    const seconds = Number(refused.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect((await roomNow(room.id)).uses).toBe(1);
    await system.advance(seconds);
    await expectStatus(visit("/rules"), 200);
  });

  test("leaves no trace by a prefetch, whatever its token", async () => {
    const { room, visit } = await anotherRoom(system);
    const answers = [
      await visit("/rules", { "sec-purpose": "prefetch;prerender" }),
      await system.api()("GET", "/room/nothing/rules", undefined, { purpose: "prefetch" }),
    ];
    for (const { status, headers, text } of answers) {
      expect(status).toBe(200);
      expect(headers.get("content-type")).toMatch("text/html");
      expect(text).toBe(answers[0]?.text);
    }
    expect(await roomNow(room.id)).toMatchObject({ uses: 0, last_used_at: null });
  });
});
