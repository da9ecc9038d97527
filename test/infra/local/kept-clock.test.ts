import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commission, expectStatus } from "#test/support/review-fixture.ts";
import { startTestSystemWithLog } from "#test/support/system.ts";

test("a run goes on from where the one before it moved the clock, so that its evidence verifies", async () => {
  const stateDir = mkdtempSync(join(tmpdir(), "kept-clock-"));
  onTestFinished(() => rmSync(stateDir, { recursive: true, force: true }));
  const before = await startTestSystemWithLog({ stateDir });
  const { counselId, review, token } = await commission(before);
  const moved = await before.advance(3600);
  const change = { firm: "Later LLP" };
  await expectStatus(before.admin("PATCH", `/admin/counsel/${counselId}`, change), 200);
  await before.close();

  const after = await startTestSystemWithLog({ stateDir });
  onTestFinished(() => after.close());
  const { body } = await after.api()("POST", "/_local/clock", { advance_seconds: 0 });
  expect(Date.parse(body.now)).toBeGreaterThanOrEqual(Date.parse(moved));
  const link = `/counsel/review/${token}`;
  await expectStatus(after.api()("GET", link), 200);
  await expectStatus(after.api()("POST", `${link}/decide`, { decision: "approved" }), 200);
  await expectStatus(after.api()("POST", "/_local/schedules/sequence-log/run"), 200);
  const evidence = (await after.admin("GET", `/admin/rule-reviews/${review.id}/evidence`)).body;
  const results = new Map(evidence.checks.map((check: { id: string }) => [check.id, check]));
  expect(results.get("log")).toMatchObject({ result: "pass" });
  expect(results.get("signed_after_counsel_created")).toMatchObject({ result: "pass" });
});
