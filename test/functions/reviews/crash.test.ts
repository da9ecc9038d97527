import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { asAdmin, callFunction } from "#test/support/function-event.ts";
import {
  asOperation,
  keepLogLines,
  killAt,
  useEnvironmentOf,
  whens,
} from "#test/support/in-process.ts";
import { askAgain, expectStatus } from "#test/support/review-fixture.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { scanTable } from "#test/support/table.ts";

/*
 * The handlers run in this process against the system's database, with their client cut off at
 * each call in turn: before the call is sent, or after the database has executed it.
 */

const system = suiteSystem();
beforeAll(async () => {
  keepLogLines();
  useEnvironmentOf(system);
});
afterAll(() => vi.unstubAllEnvs());

/** A record's audit head must be the hash of one of its rows, and its rows must be its history. */
async function expectNoStateWithoutItsRow(id: string): Promise<string> {
  const items = await scanTable(system);
  const record = items.find(({ pk }) => pk === `REVIEW#${id}`)?.review;
  const link = items.find(
    ({ pk, sk }) => pk === `LINK#${record.token_hash}` && sk === "STATE",
  )?.review;
  const rows = items
    .filter(({ pk, row }) => pk === `AUDIT#rule_review_request#${id}` && row !== undefined)
    .map(({ row }) => row)
    .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1));
  expect(link).toEqual(record);
  expect(record.audit_head.length).toBe(rows.length);
  expect(rows.map(({ row_hash }) => row_hash)).toContain(record.audit_head.hash);
  expect(rows.some(({ action }) => action === `rule_review.${record.status}`)).toBe(
    record.status !== "pending",
  );
  expect(rows.some(({ action }) => action === "rule_review.viewed_by_counsel")).toBe(
    record.viewed_at !== null,
  );
  return record.status;
}

describe("a crash between any two calls", () => {
  // This comes first, because the job processes everything that the other tests leave pending.
  test.each(whens)(
    "of a cancel or of the daily job leaves no state without its audit row (%s)",
    async (when) => {
      asOperation("cancelReview");
      const { handler } = await import("#functions/reviews/cancel-review.ts");
      for (let nth = 1, reached = true; reached; nth += 1) {
        const { review } = await askAgain(system);
        const asked = { params: { id: review.id }, claims: asAdmin };
        reached = await killAt(nth, when, () => callFunction(handler, asked));
        await expectNoStateWithoutItsRow(review.id);
      }
      asOperation("expireReviews");
      const job = await import("#functions/reviews/expire-reviews.ts");
      const requests = [
        await askAgain(system, { expiryDays: 1 }),
        await askAgain(system, { expiryDays: 1 }),
      ];
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 86_400_000 });
      for (let nth = 1, reached = true; reached; nth += 1) {
        reached = await killAt(nth, when, () => job.handler({}, {} as never));
        for (const { review } of requests) await expectNoStateWithoutItsRow(review.id);
      }
      vi.useRealTimers();
      for (const { review } of requests) {
        expect(await expectNoStateWithoutItsRow(review.id)).toBe("expired");
      }
    },
  );

  test.each(whens)(
    "of a decision leaves no state without its audit row, and resending the decision completes it (%s)",
    async (when) => {
      asOperation("decideReview");
      const { handler } = await import("#functions/reviews/decide-review.ts");
      for (let nth = 1, reached = true; reached; nth += 1) {
        const { token, review } = await askAgain(system);
        const asked = { params: { token }, body: { decision: "approved", comment: "Yes" } };
        reached = await killAt(nth, when, () => callFunction(handler, asked));
        await expectNoStateWithoutItsRow(review.id);
        const path = `/counsel/review/${token}/decide`;
        await expectStatus(system.api()("POST", path, asked.body), 200);
        expect(await expectNoStateWithoutItsRow(review.id)).toBe("approved");
      }
    },
  );

  test.each(whens)(
    "of a first view leaves no state without its audit row, and the next view completes it (%s)",
    async (when) => {
      asOperation("openReview");
      const { handler } = await import("#functions/reviews/open-review.ts");
      for (let nth = 1, reached = true; reached; nth += 1) {
        const { token, review } = await askAgain(system);
        const asked = { method: "GET", params: { token } };
        reached = await killAt(nth, when, () => callFunction(handler, asked));
        await expectNoStateWithoutItsRow(review.id);
        await expectStatus(system.api()("GET", `/counsel/review/${token}`), 200);
        await expectNoStateWithoutItsRow(review.id);
      }
    },
  );
});
