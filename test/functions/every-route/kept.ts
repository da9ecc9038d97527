import { expect, test } from "vitest";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import type { Ground } from "./ground.ts";

const asked = allRoutes.filter(({ method }) => method !== "OPTIONS");

/** Whether a browser, a proxy or CloudFront may keep an answer. */
export function keepsNothing(ground: Ground): void {
  test("only what is public may be kept at all", () => {
    const kept = allRoutes.filter(({ cacheable }) => cacheable);
    expect(kept.length).toBeGreaterThan(10);
    expect(kept.filter(({ access }) => access !== "public").map(({ id }) => id)).toEqual([]);
  });

  test("every other answer says no-store: of each operation, whether it reads or refuses", async () => {
    const { each } = ground;
    for (const route of asked.filter(({ cacheable }) => !cacheable)) {
      const isRead = ["GET", "HEAD"].includes(route.method);
      const body = isRead ? undefined : { no_such_field: 1 };
      const answer = await each.clientFor(route)(route.method, each.pathOf(route), body);
      expect([route.id, answer.headers.get("cache-control")]).toEqual([route.id, "no-store"]);
    }
  });

  test("and so does a refusal of what may be kept", async () => {
    for (const path of [
      "/evidence/log/tile/9/none",
      "/evidence/verify-bundle.mjs?sha256=x",
      "/oidc/jwks?x=1",
    ]) {
      const { status, headers } = await ground.system.api()("GET", path);
      expect([path, status >= 400, headers.get("cache-control")]).toEqual([path, true, "no-store"]);
    }
  });
}
