import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorTable } from "#shared/domain/errors.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { sized } from "#test/support/full-size.ts";
import { commission } from "#test/support/review-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import { scanTable } from "#test/support/table.ts";

let system: TestSystem;
let token: string;
beforeAll(async () => {
  system = await startTestSystemWithLog();
  ({ token } = await commission(system));
  await system.admin("POST", "/admin/setup/oidc-issuer/provision-keypair");
});
afterAll(() => system.close());

const json = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.constantFrom(
    '{"__proto__":{"x":1}}',
    '{"constructor":{}}',
    "[[[[",
    "\ufeff{}",
    "1e999",
    '"\\ud800"',
  ),
);
const mediaType = fc.constantFrom(
  "application/json",
  "Application/JSON; charset=UTF-8",
  "multipart/form-data",
  "multipart/form-data; boundary=x",
  "text/plain",
  "",
);

describe("whatever a client sends", () => {
  const bodiless = ["GET", "HEAD", "OPTIONS"];
  const writing = allRoutes.filter(({ method }) => !bodiless.includes(method));

  test.each(writing.map((route) => [route.id, route] as const))(
    "no body makes %s answer 500, and every refusal is a problem document",
    async (_, route) => {
      const path = route.path
        .replace("{token}", token)
        .replace(/\{[a-z_+]*id\}/g, "00000000-0000-4000-8000-000000000000");
      await fc.assert(
        fc.asyncProperty(json, mediaType, async (body, type) => {
          const answer = await system.admin(route.method, path, Buffer.from(body), {
            "content-type": type,
          });
          expect([answer.text, answer.status]).not.toEqual([answer.text, 500]);
          if (answer.status >= 400) {
            expect(Object.keys(errorTable)).toContain(answer.body.code);
            expect(answer.body.status).toBe(answer.status);
            expect(answer.headers.get("content-type")).toBe("application/problem+json");
          }
        }),
        { numRuns: sized(25, 6) },
      );
    },
  );

  test("a body nested deeper than 64 levels is refused, at once, by whatever would read it", async () => {
    const tenant = await system.admin("POST", "/admin/tenants", { name: "Deep Oy" });
    const everybody = system.api(
      await system.token({
        is_platform_admin: true,
        tenant_id: tenant.body.id,
        org_role: "admin",
      }),
    );
    const nested = (levels: number) => Buffer.from("[".repeat(levels) + "]".repeat(levels));
    const type = { "content-type": "application/json" };
    const codes = new Map<string, number>();
    for (const { id, method, path, access, body } of writing) {
      if (access === "signed" || body === undefined) continue;
      const address = path
        .replace("{token}", token)
        .replace(/\{[a-z_+]*id\}/g, "00000000-0000-4000-8000-000000000000");
      const answer = await everybody(method, address, nested(100_000), type);
      expect([id, answer.status < 500]).toEqual([id, true]);
      codes.set(answer.body.code, (codes.get(answer.body.code) ?? 0) + 1);
    }
    // The guard of some routes asks first whether what the path names exists.
    expect([...codes.keys()].sort()).toEqual([
      "invalid_token",
      "malformed_json",
      "not_found",
      "token_invalid",
    ]);
    expect(codes.get("malformed_json")).toBeGreaterThan(15);
    const deepest = await everybody("POST", "/admin/tenants", nested(64), type);
    expect(deepest.body.code).toBe("validation_failed");
    const deeper = await everybody("POST", "/admin/tenants", nested(65), type);
    expect([deeper.status, deeper.body.code]).toEqual([400, "malformed_json"]);
  });

  test("no query or path makes a GET answer 500", async () => {
    const reading = allRoutes.filter(({ method }) => method === "GET");
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...reading),
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
        fc.dictionary(
          fc.constantFrom("limit", "cursor", "from", "status", "active", "x"),
          fc.string(),
        ),
        async (route, text, query) => {
          const path = route.path.replace(/\{[a-z_+]*\}/g, encodeURIComponent(text));
          const answer = await system.admin("GET", `${path}?${new URLSearchParams(query)}`);
          expect([route.id, answer.text, answer.status < 500]).toEqual([
            route.id,
            answer.text,
            true,
          ]);
        },
      ),
      { numRuns: sized(150, 50) },
    );
  });

  test("a refused call changes nothing", async () => {
    const before = JSON.stringify(
      (await scanTable(system)).map(({ pk, sk }) => [pk, sk]).toSorted(),
    );
    // Not signed routes: a delivery whose signature does not match leaves an audit row by design.
    for (const route of writing.filter(({ access }) => access !== "signed")) {
      const path = route.path
        .replace("{token}", token)
        .replace(/\{[a-z_+]*id\}/g, "00000000-0000-4000-8000-000000000000");
      await system.admin(route.method, path, { no_such_field: 1 });
    }
    const after = JSON.stringify(
      (await scanTable(system)).map(({ pk, sk }) => [pk, sk]).toSorted(),
    );
    expect(after).toBe(before);
  });
});
