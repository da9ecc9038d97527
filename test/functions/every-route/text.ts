import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { Route } from "#shared/routes/contract/route.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { sampled, sized } from "#test/support/full-size.ts";
import { ruleText } from "#test/support/review-fixture.ts";
import type { ApiAnswer } from "#test/support/system.ts";
import { type Ground, readsJson } from "./ground.ts";

const bodiless = ["GET", "HEAD", "OPTIONS"];
const named = (routes: readonly Route[]) => routes.map((route) => [route.id, route] as const);
const gatewayRoutes = allRoutes.filter(({ method }) => method !== "OPTIONS");
const writing = gatewayRoutes.filter(
  ({ method, access }) =>
    !bodiless.includes(method) && access !== "signed" && access !== "pipeline",
);
const pathsOf = ({ body }: ApiAnswer) => body.errors.map(({ path }: { path: string }) => path);

const call = ({ each }: Ground, route: Route, body?: unknown, query = "") => {
  const path = each.pathOf(route).split("?")[0] + query;
  const headers = { accept: "application/json", "content-type": "application/json" };
  return each.clientFor(route)(route.method, path, body, headers);
};

function refusesMalformed(ground: Ground): void {
  test.each(named(sampled(writing.filter(readsJson), 3)))(
    "in a value, deep or not, and in a key of %s",
    async (_, route) => {
      const text = '{"x":"\\ud83d","deep":[{"y":["\\ude00"]}],"k\\udc00":1}';
      const answer = await call(ground, route, text);
      expect([answer.status, answer.body.code]).toEqual([400, "validation_failed"]);
      expect(answer.body.errors).toEqual(
        expect.arrayContaining(
          ["x", "deep.0.y.0", "k\ufffd"].map((path) => ({
            path,
            message: "must be well-formed Unicode",
          })),
        ),
      );
      expect(answer.text.isWellFormed() && !/\\ud[89a-f]/i.test(answer.text)).toBe(true);
    },
  );

  test.each([
    ["/admin/evidence?counsel_email=%ED%A0%80", "counsel_email"],
    ["/admin/rule-reviews?status=pending&search=a+%FFb", "search"],
    ["/admin/tenants?limit=%C3", "limit"],
  ])("in the query %s", async (path, name) => {
    const answer = await ground.system.admin("GET", path);
    expect([answer.status, answer.body.code]).toEqual([400, "validation_failed"]);
    expect(answer.body.errors).toContainEqual({
      path: name,
      message: "must be well-formed Unicode",
    });
  });

  test("a query's percent sign without a code is a percent sign, and a page ignores what a mail program appends", async () => {
    const { system } = ground;
    expect((await system.admin("GET", "/admin/rule-reviews?search=100%")).status).toBe(200);
    const html = { accept: "text/html" };
    const page = await system.api()("GET", "/counsel/review/unknown?from=%FF", undefined, html);
    expect(page.status).toBe(200);
  });

  test("invalid UTF-8 is not JSON", async () => {
    const body = Buffer.concat([
      Buffer.from('{"name":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}'),
    ]);
    const answer = await ground.system.admin("POST", "/admin/tenants", body);
    expect([answer.status, answer.body.code]).toEqual([400, "malformed_json"]);
  });
}

/**
 * Pages that people open from a mail or by hand, and their files. Mail programs append parameters to
 * the addresses.
 */
const openedByHand = [
  ...["openDocs", "openConsole", "redirectToConsole", "redirectToSetup"],
  ...["openKeyEnrolment", "openReview", "openStopReminders", "openRoom", "headRoom"],
];
const choosy = gatewayRoutes.filter(
  ({ id, access }) => access !== "pipeline" && !openedByHand.includes(id),
);

function refusesParameters(ground: Ground): void {
  test.each(named(sampled(choosy, 3)))("by %s", async (_, route) => {
    const answer = await call(
      ground,
      route,
      bodiless.includes(route.method) ? undefined : {},
      "?limt=3",
    );
    expect(answer.status).toBe(400);
    if (route.method === "HEAD") return;
    expect(answer.body.errors).toEqual(
      expect.arrayContaining([{ path: "limt", message: "is not known" }]),
    );
  });

  test("a preflight accepts the query of the call that follows", async () => {
    const { status } = await ground.system.api()("OPTIONS", "/admin/tenants?limit=3");
    expect(status).toBe(204);
  });
}

function namesFields(ground: Ground): void {
  test("a body with __proto__ is refused as an unknown field", async () => {
    const answer = await ground.system.admin(
      "POST",
      "/admin/tenants",
      '{"name":"A","__proto__":{"x":1}}',
    );
    expect([answer.status, pathsOf(answer)]).toEqual([400, ["__proto__"]]);
  });

  test("a refusal shows the hidden characters of a field's name, shortens it, and does not list a million names", async () => {
    const hidden = await ground.system.admin("POST", "/admin/tenants", {
      name: "A",
      "x\u202ey": 1,
    });
    expect(pathsOf(hidden)).toEqual(["x⟨U+202E⟩y"]);
    const fields = Array.from({ length: 600 }, (_, i) => [`${"long".repeat(20)}${i}`, 1]);
    const many = await ground.system.admin("POST", "/admin/tenants", Object.fromEntries(fields));
    expect(many.body.errors).toHaveLength(100);
  });
}

interface Property {
  type?: string;
  pattern?: string;
  enum?: unknown;
  anyOf?: Property[];
}

/** Fields of a body that take any text: no pattern, no enum. */
function freeTexts(route: Route): string[] {
  if (route.body === undefined) return [];
  const schema = z.toJSONSchema(route.body(), { io: "input", unrepresentable: "any" });
  const isFree = ({ type, pattern, enum: words, anyOf = [] }: Property): boolean =>
    (type === "string" && pattern === undefined && words === undefined) || anyOf.some(isFree);
  return Object.entries((schema.properties ?? {}) as Record<string, Property>)
    .filter(([, property]) => isFree(property))
    .map(([name]) => name);
}

/** Operations that take text verbatim or as a key, and judge it only by its meaning. */
const exact = ["verifySignature", "setSourcehostAppKey", "callMcp"];
/** Fields that may contain line breaks. */
const isLong = (name: string) =>
  ["allowed_by", "comment", "notes", "reason", "text"].includes(name);
const texts = writing
  .filter(({ id }) => !exact.includes(id))
  .flatMap((route) => freeTexts(route).map((name) => [route.id, name, route] as const));

function refusesHidden(ground: Ground): void {
  test("the fields are found", () => expect(texts.length).toBeGreaterThan(12));

  test.each(texts)("%s: %s", async (_, name, route) => {
    const wrong = isLong(name)
      ? ["a\0b", "\u001b[2J", "a\u0007"]
      : ["a\0b", "a\u202eb", "a\u200bb", "a\u2066b", "a\u00adb", "a\nb", "a\ufeffb"];
    // Every test run tries one of them at each field, by turns.
    const turn = texts.findIndex((one) => one[2] === route && one[1] === name);
    const tried = [wrong[turn % wrong.length] ?? "a\0b"];
    for (const text of sized(wrong, tried)) {
      const answer = await call(ground, route, { [name]: text });
      expect([answer.status, text, pathsOf(answer)]).toEqual([
        400,
        text,
        expect.arrayContaining([name]),
      ]);
    }
  });

  test("in rules: labels are names, wording is long text", async () => {
    const put = (rule: object) =>
      ground.system.admin("PUT", "/admin/frameworks/fw_text/rules", {
        rules: [{ ...ruleText("rule.a"), ...rule }],
      });
    await ground.system.admin("PUT", "/admin/frameworks/fw_text", { display_name: "A framework" });
    const hidden = await put({ citations: [{ label: "Article\u202e 5" }] });
    expect(pathsOf(hidden)).toEqual(["rules.0.citations.0.label"]);
    const control = await put({ customer_description_preview: "a\u001b[31m" });
    expect(pathsOf(control)).toEqual(["rules.0.customer_description_preview"]);
    const long = "One\r\ntwo\tthree\nfour \u202e five";
    expect((await put({ suggested_verdict_copy: long })).status).toBe(200);
  });
}

/** What a text may not contain and what a request may not name, at every route that takes texts. */
export function refusesTexts(ground: Ground): void {
  describe("malformed Unicode is refused with the field named", () => refusesMalformed(ground));
  describe("unknown query parameters are refused", () => refusesParameters(ground));
  describe("fields are named", () => namesFields(ground));
  describe("names have no hidden characters, long texts no control characters", () =>
    refusesHidden(ground));
}
