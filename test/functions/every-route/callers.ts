import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { openapiDocument } from "#shared/routes/contract/openapi.ts";
import type { Access, Route } from "#shared/routes/contract/route.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { startCiIssuer } from "#test/support/ci-issuer.ts";
import type { Api, ApiAnswer } from "#test/support/system.ts";
import { newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";
import { byTurns } from "#test/support/ways.ts";
import type { Ground } from "./ground.ts";
import { isReading } from "./reader.ts";

/*
 * The matrix of routes and callers: every kind of caller asks for each operation. One table says who
 * may call, by access word; a new word does not compile until the table says whom it admits.
 */

/** Everybody who can put something into the header `authorization`. */
const callers = {
  nobody: "without a token",
  garbage: "with a text that is no token",
  link: "with counsel's link as a token",
  ci: "a CI job, with its own issuer's token",
  nowhere: "signed in, of no tenant",
  ghost: "an admin of a tenant that does not exist",
  member: "a member of the tenant",
  admin: "an admin of the tenant",
  otherMember: "a member of another tenant",
  otherAdmin: "an admin of another tenant",
  reader: "a reader of the platform",
  platform: "a platform admin",
} as const;
type Caller = keyof typeof callers;

/** Callers whom the gateway itself never lets through to routes that require a sign-in. */
const unsigned: readonly Caller[] = ["nobody", "garbage", "link", "ci"];
/** The callers of one route. Of the tokens that the gateway itself refuses, a test run tries one by turns. */
const callersAt = (turn: number): Caller[] => {
  const [nobody, ...refused] = unsigned;
  const left = refused.filter((one) => !byTurns(refused, turn).includes(one));
  return (Object.keys(callers) as Caller[]).filter((one) => one === nobody || !left.includes(one));
};
const strangers: readonly Caller[] = ["otherMember", "otherAdmin"];

/** Who may call; null: the operation is not for signed-in people. */
const admitted: Record<Access, readonly Caller[] | null> = {
  user: ["member", "admin", "otherMember", "otherAdmin"],
  org: ["admin", "otherAdmin"],
  platform: ["platform"],
  signed_in: ["member", "admin", "otherMember", "otherAdmin", "platform"],
  // Judged by what the path contains, by the body's signature, or by nothing at all.
  public: null,
  counsel: null,
  room: null,
  signed: null,
  pipeline: null,
  machine: null,
};

const mayCall = (caller: Caller, route: Route): boolean =>
  caller === "reader" ? isReading(route) : (admitted[route.access] ?? []).includes(caller);

const asked = allRoutes.filter(({ method }) => method !== "OPTIONS");
const signedIn = asked.filter(({ access }) => admitted[access] !== null);
const isRead = ({ method }: Route) => method === "GET" || method === "HEAD";
/** Whether the path names something that belongs to one tenant. */
const isOfTenant = ({ access, path, method }: Route) =>
  (access === "user" || access === "org") &&
  /\{(\w+_)?id\}/.test(path) &&
  // Each tenant chooses the ids of its own machines.
  !(path.endsWith("{machine_id}") && method === "PUT");

interface Documented {
  requestBody?: { content: { "application/json"?: { example: unknown } } };
}
const operations = openapiDocument().paths as Record<string, Record<string, Documented>>;
/** The OpenAPI document's own example of the operation's body. */
const exampleOf = ({ path, method }: Route): unknown =>
  operations[path.replace("+}", "}")]?.[method.toLowerCase()]?.requestBody?.content[
    "application/json"
  ]?.example;

/** What an answer tells about a token: its status, and its text without the request's id. */
const said = ({ status, text, body }: ApiAnswer): unknown[] => [
  status,
  text.replaceAll(body?.request_id ?? "-", "-"),
];

export function knowsItsCallers(ground: Ground): void {
  let other: TestTenant;
  let clients: Record<Caller, Api>;
  /** A good token of each kind that a path contains, by the beginning of its paths. */
  let pathTokens: Record<string, string>;
  beforeAll(async () => {
    const { system, each } = ground;
    other = await newTenant(system, "Another");
    const ci = await startCiIssuer();
    const bearer = async (claims: object) => system.api(await system.token({ ...claims }));
    const tokenAt = (id: string) => {
      const route = allRoutes.find((one) => one.id === id) as Route;
      const place = route.path.split("/").indexOf("{token}");
      return each.pathOf(route).split("/")[place] ?? "";
    };
    pathTokens = {
      "/counsel/review/": tokenAt("openReview"),
      "/counsel/key/": tokenAt("openKeyEnrolment"),
      "/counsel/reminders/": tokenAt("stopReminders"),
      "/room/": tokenAt("listRoomFrameworks"),
      "/artifacts/export/": (
        await each.tenant.org("GET", "/artifacts/export?format=cyclonedx&link=true")
      ).headers
        .get("location")
        ?.split("/")
        .at(-1) as string,
    };
    clients = {
      nobody: system.api(),
      garbage: system.api("a.b.c"),
      link: system.api(pathTokens["/counsel/review/"] as string),
      ci: system.api(await ci.token()),
      nowhere: await bearer({ org_role: "admin" }),
      ghost: await bearer({ tenant_id: randomUUID(), org_role: "admin" }),
      member: each.tenant.member,
      admin: each.tenant.org,
      otherMember: other.member,
      otherAdmin: other.org,
      // A reader stays a reader, whatever else the token says.
      reader: await bearer({ is_reader: true, tenant_id: each.tenant.id, org_role: "admin" }),
      platform: system.admin,
    };
    await ci.close();
  });

  test.each(signedIn.map((route, turn) => [route.id, route, turn] as const))(
    "%s answers those whom its access word names, and nobody else",
    async (_, route, turn) => {
      const path = ground.each.pathOf(route);
      for (const caller of callersAt(turn)) {
        const isAdmitted = mayCall(caller, route);
        const isElsewhere = isAdmitted && strangers.includes(caller) && isOfTenant(route);
        // A caller who is admitted sends a body that would change nothing.
        const refused = isAdmitted && !isElsewhere ? { no_such_field: 1 } : exampleOf(route);
        const body = isRead(route) ? undefined : refused;
        const answer = await clients[caller](route.method, path, body);
        const who = `${route.id}, asked ${callers[caller]}: ${answer.text.slice(0, 300)}`;
        if (isElsewhere) expect([who, answer.status]).toEqual([who, 404]);
        else if (!isAdmitted) {
          const status = unsigned.includes(caller) ? 401 : 403;
          expect([who, answer.status]).toEqual([who, status]);
        } else if (isRead(route)) {
          // 409: the resource does not exist yet. Only those who may know are told so.
          expect([who, answer.status < 400 || answer.status === 409]).toEqual([who, true]);
          if (strangers.includes(caller) && route.access !== "signed_in") {
            expect([who, answer.text.includes(ground.each.tenant.id)]).toEqual([who, false]);
          }
        } else expect([who, [401, 403].includes(answer.status)]).toEqual([who, false]);
      }
    },
  );

  const withPathToken = asked.filter(({ path }) => path.includes("{token}"));

  test.each(withPathToken.map((route, at) => [route.id, route, at] as const))(
    "%s takes a link of its own kind only: any other is answered like a link that nobody was given",
    async (_, route, at) => {
      const path = ground.each.pathOf(route);
      const place = route.path.split("/").indexOf("{token}");
      const own = Object.keys(pathTokens).find((start) => route.path.startsWith(start));
      const ask = (token: string, caller: Caller) => {
        const parts = path.split("/");
        parts[place] = token;
        const body = isRead(route) ? undefined : exampleOf(route);
        return clients[caller](route.method, parts.join("/"), body);
      };
      const nobodys = randomBytes(32).toString("base64url");
      const unknown = said(await ask(nobodys, "nobody"));
      const foreign = Object.entries(pathTokens).filter(([start]) => start !== own);
      for (const [turn, [start, token]] of foreign.entries()) {
        // No other right helps either: neither the platform admin's nor the tenant's. Kinds of token and
        // rights change partners from route to route.
        const others = ["platform", "admin", "reader"] as const;
        for (const caller of ["nobody", ...byTurns(others, at + turn)] as const) {
          const who = `${route.id} with a token of ${start}, asked ${callers[caller]}`;
          expect([who, ...said(await ask(token, caller))]).toEqual([who, ...unknown]);
        }
      }
    },
  );

  test("a signed delivery, a pipeline's question or a machine's request is judged by its own signature alone", async () => {
    const signed = asked.filter(({ access }) => ["signed", "pipeline", "machine"].includes(access));
    expect(signed.length).toBeGreaterThan(2);
    for (const route of signed) {
      for (const caller of Object.keys(callers) as Caller[]) {
        const path = ground.each.pathOf(route);
        const answer = await clients[caller](route.method, path, exampleOf(route));
        const who = `${route.id}, asked ${callers[caller]}`;
        const code = route.access === "signed" ? "signature_mismatch" : "token_invalid";
        expect([who, answer.status, answer.body.code]).toEqual([who, 401, code]);
      }
    }
  });
}
