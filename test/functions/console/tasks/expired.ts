import { expect, test } from "vitest";
import type { ConsoleSuite } from "#test/support/console.ts";
import { expectStatus } from "#test/support/review-fixture.ts";

/** A request that nobody answered in time, after the daily job has ended it. */
export function expiredRequests(suite: ConsoleSuite): void {
  test("the page of an expired request shows its end once: the day its time ran out", async () => {
    const path = "/admin/rule-reviews?status=expired&limit=1";
    const { items } = (await expectStatus(suite.system.admin("GET", path), 200)).body;
    const { id, expires_at } = items[0];
    const { page, faults } = await suite.visit(`/reviews/${id}`);
    const ends = page.locator("ol.timeline").getByRole("listitem").filter({ hasText: "Expired" });
    expect(await ends.locator("time").getAttribute("datetime")).toBe(expires_at);
    expect(faults).toEqual([]);
  });
}
