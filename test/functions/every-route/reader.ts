import { expect, test } from "vitest";
import type { Route } from "#shared/routes/contract/route.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { scanTable } from "#test/support/table.ts";
import type { Ground } from "./ground.ts";

const json = { accept: "application/json" };
const signedIn = allRoutes.filter(({ access }) =>
  ["platform", "signed_in", "user", "org"].includes(access),
);

/** Whether the contract lets a reader call the route; callers.ts tries each one. */
export const isReading = ({ id, access, method }: Route): boolean =>
  ["platform", "signed_in"].includes(access) &&
  (method === "GET" || method === "HEAD" || ["askClearance", "verifySignature"].includes(id));

/**
 * Readers may read what platform admins may read, whatever else their token says, and may do nothing
 * else.
 */
export function letsReadersRead(ground: Ground): void {
  const reader = async () =>
    ground.system.api(
      await ground.system.token({
        is_reader: true,
        tenant_id: ground.each.tenant.id,
        org_role: "admin",
      }),
    );

  test("every other route refuses a reader, and changes nothing", async () => {
    const ask = await reader();
    const before = await scanTable(ground.system);
    for (const route of signedIn.filter((one) => !isReading(one))) {
      const answer = await ask(route.method, ground.each.pathOf(route), undefined, json);
      expect([route.id, answer.status, answer.body.code]).toEqual([route.id, 403, "forbidden"]);
    }
    expect(await scanTable(ground.system)).toEqual(before);
  });

  test("a platform admin who is also a reader is an admin", async () => {
    const both = await ground.system.token({ is_reader: true, is_platform_admin: true });
    const { status } = await ground.system.api(both)("POST", "/admin/tenants", {
      name: "Both Ltd",
    });
    expect(status).toBe(201);
  });
}
