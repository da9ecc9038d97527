import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { DecidedReview } from "#shared/domain/reviews/review.ts";
import type { Route } from "#shared/routes/contract/route.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { reviewItem, reviewOf } from "#shared/store/reviews.ts";
import { sampled, sized } from "#test/support/full-size.ts";
import { commission } from "#test/support/review-fixture.ts";
import type { TestSystem } from "#test/support/system.ts";
import { scanTable } from "#test/support/table.ts";
import { putItems } from "#test/support/table-attack.ts";
import { connectSourcehost, newTenant } from "#test/support/tenant-fixture.ts";
import type { Ground } from "./ground.ts";

const lists = allRoutes.filter(({ query }) => query?.().shape.cursor !== undefined);
const listOf = ({ each }: Ground, route: Route, query: string) => {
  const path = each.pathOf(route);
  return each.clientFor(route)("GET", `${path}${path.includes("?") ? "&" : "?"}${query}`);
};
const notIssued = { path: "cursor", message: "was not issued for this list" };
const notText = { path: "cursor", message: "must be well-formed Unicode" };

/** Puts copies of a decided review into the table, each with a comment of that many characters. */
async function copyDecided(system: TestSystem, count: number, characters: number): Promise<void> {
  const { token, review } = await commission(system);
  await system.api()("POST", `/counsel/review/${token}/decide`, { decision: "approved" });
  const [item] = (await scanTable(system)).filter(({ pk }) => pk === `REVIEW#${review.id}`);
  const record = reviewOf(item ?? {});
  const decision_comment = "\u4e00".repeat(characters);
  const copies = Array.from({ length: count }, () =>
    reviewItem({ ...record, id: randomUUID(), decision_comment } as DecidedReview),
  );
  await putItems(system, copies);
}

/** A cursor works only for the list that issued it, and no altered cursor works for any list. */
export function sealsCursors(ground: Ground): void {
  test.each(lists.map((route) => [route.id, route] as const))(
    "%s refuses one that it did not issue, by name",
    async (_, route) => {
      const forged = [
        "x",
        "%ff%fe",
        Buffer.from('["2026-01-01T00:00:00.000Z#x","AAAAAAAAAAAA"]').toString("base64url"),
        Buffer.concat([Buffer.alloc(16), Buffer.from("\ud800", "utf16le")]).toString("base64url"),
        Buffer.concat([Buffer.alloc(16), Buffer.from([0xed, 0xa0, 0x80])]).toString("base64url"),
      ];
      // Every test run tries one of them at each list, by turns.
      const tried = [forged[lists.indexOf(route) % forged.length]];
      for (const cursor of sized(forged, tried)) {
        const answer = await listOf(ground, route, `cursor=${cursor}`);
        expect([answer.status, answer.body.errors]).toEqual([
          400,
          [cursor === "%ff%fe" ? notText : notIssued],
        ]);
      }
    },
  );

  test("it is bound to its route, filters and tenant; the page size may change", async () => {
    for (let i = 0; i < 4; i += 1) await newTenant(ground.system, `Tenant ${i}`);
    const first = await ground.system.admin("GET", "/admin/audit?limit=2&action=tenant.created");
    const cursor = first.body.next_cursor;
    const again = (path: string) => ground.system.admin("GET", `${path}cursor=${cursor}`);
    expect((await again("/admin/audit?limit=3&action=tenant.created&")).body.items).toHaveLength(3);
    for (const path of [
      "/admin/audit?",
      "/admin/audit?action=counsel.created&",
      "/admin/tenants?",
    ]) {
      expect((await again(path)).body.errors).toEqual([notIssued]);
    }
    const [a, b] = [await newTenant(ground.system), await newTenant(ground.system)];
    for (const tenant of [a, b]) {
      await connectSourcehost(tenant);
      await connectSourcehost(tenant);
    }
    const own = (await a.org("GET", "/connections?limit=1")).body.next_cursor;
    expect(own).toEqual(expect.any(String));
    expect((await b.org("GET", `/connections?cursor=${own}`)).body.errors).toEqual([notIssued]);
    expect((await a.org("GET", `/connections?cursor=${own}`)).status).toBe(200);
  });

  test("all of it is checked, whatever its encoding", async () => {
    const { body } = await ground.system.admin("GET", "/admin/tenants?limit=1");
    const cursor: string = body.next_cursor;
    const flip = (at: number) =>
      cursor.slice(0, at) + (cursor[at] === "A" ? "B" : "A") + cursor.slice(at + 1);
    const others = sampled([...Array(cursor.length).keys()], 10).map(flip);
    for (const other of [...others, `${cursor}=`, `${cursor}A`, ` ${cursor}`, cursor.slice(1)]) {
      const answer = await ground.system.admin(
        "GET",
        `/admin/tenants?cursor=${encodeURIComponent(other)}`,
      );
      expect([other, answer.status]).toEqual([other, 400]);
    }
    expect((await ground.system.admin("GET", `/admin/tenants?cursor=${cursor}`)).status).toBe(200);
  });
}

/** Each page of a list of large records stays below what the gateway lets through. */
export function endsPages(ground: Ground): void {
  beforeAll(() => copyDecided(ground.system, 75, 20_000), 120_000);

  test("and a page below 4 MB has as many as were asked for, though the database reads 1 MB at once", async () => {
    for (const query of ["limit=50", "status=approved&limit=50"]) {
      const { body } = await ground.system.admin("GET", `/admin/rule-reviews?${query}`);
      expect([query, body.items.length]).toEqual([query, 50]);
    }
  });

  const path = "/admin/rule-reviews?limit=200";
  test.each(sized([[path], ["/admin/evidence?limit=200"]], [[path]]))(
    "of %s, and its cursor leads to the rest",
    async (path) => {
      const ids = new Set<string>();
      let pages = 0;
      for (let cursor: string | null = ""; cursor !== null; pages += 1) {
        const answer = await ground.system.admin(
          "GET",
          `${path}${cursor === "" ? "" : `&cursor=${cursor}`}`,
        );
        expect(answer.status).toBe(200);
        expect(Buffer.byteLength(answer.text)).toBeLessThan(4.5 * 1024 * 1024);
        for (const { id } of answer.body.items) ids.add(id);
        cursor = answer.body.next_cursor;
      }
      expect(ids.size).toBeGreaterThanOrEqual(76);
      expect(pages).toBeGreaterThan(1);
    },
  );
}
