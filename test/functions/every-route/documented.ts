import { beforeAll, expect, test } from "vitest";
import type { Route } from "#shared/routes/contract/route.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { sampled, sized } from "#test/support/full-size.ts";
import type { Api, ApiAnswer } from "#test/support/system.ts";
import { type Ground, readsJson } from "./ground.ts";

/** The document that the service serves; test/bin/openapi.test.ts compares it with the printed. */
interface Served {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
}

const documented = allRoutes.filter(({ method }) => method !== "OPTIONS");

const isDocumented = ({ paths }: Served, { path, method }: Route, status: number): boolean =>
  paths[path.replace("+}", "}")]?.[method.toLowerCase()]?.responses[status] !== undefined;

/** False if the guard looks up the path's connection, or the link's token, before the body. */
const answersBodyFirst = ({ access, path }: Route): boolean =>
  access !== "counsel" && access !== "room" && !path.startsWith("/connections/{id}");

/** Each status that a kind of route answers is in the document, and is what the route answers. */
export function answersAsDocumented(ground: Ground): void {
  const withBody = documented.filter(({ method }) => !["GET", "HEAD"].includes(method));
  const read = withBody.filter(({ access }) => !["signed", "pipeline", "machine"].includes(access));
  const at = ({ path }: Route) =>
    path
      .replace(/\{(framework|use_case|pipeline|machine)_id\}/g, "some_name")
      .replace(/\{[a-z_]*id\}/g, "00000000-0000-4000-8000-000000000000")
      .replace("{token}", "token")
      .replace(/\{(row_hash|sha256)\}/, "a".repeat(64));
  let tenantAdmin: Api;
  let served: Served;
  beforeAll(async () => {
    served = (await ground.system.api()("GET", "/openapi.json")).body;
    const { body } = await ground.system.admin("POST", "/admin/tenants", { name: "Any" });
    tenantAdmin = ground.system.api(
      await ground.system.token({ tenant_id: body.id, org_role: "admin" }),
    );
  });
  const clientOf = ({ access }: Route) =>
    access === "platform" ? ground.system.admin : tenantAdmin;

  /** The status is returned and documented; `api` itself checks that the code is documented too. */
  async function answers(route: Route, answer: Promise<ApiAnswer>, status: number) {
    expect([route.id, (await answer).status]).toEqual([route.id, status]);
    expect(isDocumented(served, route, status), `${route.id} ${status}`).toBe(true);
  }

  test("the refusals of those who may not call (callers.ts): 401 and 403", () => {
    for (const route of documented.filter(({ access }) =>
      /user|org|platform|signed_in/.test(access),
    ))
      for (const status of [401, 403]) {
        expect(isDocumented(served, route, status), `${route.id} ${status}`).toBe(true);
      }
  });

  test("to a body over 6 MB: 413, which the gateway answers for all", async () => {
    for (const route of withBody) expect(isDocumented(served, route, 413), route.id).toBe(true);
    const large = Buffer.alloc(6 * 1024 * 1024 + 1, " ");
    const kinds = Object.groupBy(withBody, ({ access, method }) => `${access} ${method}`);
    expect(Object.keys(kinds).length).toBeGreaterThan(7);
    for (const [route] of sized(Object.values(kinds), [withBody]) as [Route][]) {
      await answers(route, clientOf(route)(route.method, at(route), large), 413);
    }
  });

  test("to a body that is not JSON: 415 for its type, 400 for its text", async () => {
    for (const route of sampled(read.filter(answersBodyFirst).filter(readsJson), 3)) {
      const send = clientOf(route);
      const text = send(route.method, at(route), "{", { "content-type": "text/plain" });
      await answers(route, text, 415);
      const broken = await send(route.method, at(route), "{");
      expect([route.id, broken.body.code]).toEqual([route.id, "malformed_json"]);
    }
  });

  test("to unknown fields: 400", async () => {
    for (const route of read.filter(answersBodyFirst).filter(readsJson)) {
      await answers(route, clientOf(route)(route.method, at(route), { no_such_field: 1 }), 400);
    }
  });

  test("to an id that cannot exist: 404, or 400 where the call would create it", async () => {
    const withId = documented.filter(
      ({ path, access }) => /id\}/.test(path) && !["signed", "room", "machine"].includes(access),
    );
    expect(withId.length).toBeGreaterThan(20);
    for (const route of withId) {
      const path = route.path.replace(/\{[a-z_]*id\}/g, "%3F");
      const status = route.method === "PUT" ? 400 : 404;
      await answers(route, clientOf(route)(route.method, path, undefined), status);
    }
  });
}
