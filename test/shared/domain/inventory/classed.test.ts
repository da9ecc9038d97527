import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { auditRow } from "#shared/domain/audit/inventory.ts";
import { type AuditRow, withRowHash } from "#shared/domain/audit/row.ts";
import { findingsOf } from "#test/support/replayed.ts";

const artifact = randomUUID();
const row = (
  number: number,
  from: "minimal" | "high_risk",
  to: "minimal" | "high_risk",
): AuditRow =>
  withRowHash({
    ...auditRow({
      action: "artifact.overridden",
      resourceId: artifact,
      tenantId: randomUUID(),
      actorUserId: "admin",
      context: { number, from, to, reason: "We looked." },
      id: randomUUID(),
      at: `2026-11-27T00:00:0${number}.000Z`,
    }),
    prev_hash: null,
  });

const rows = [
  row(1, "minimal", "high_risk"),
  row(2, "high_risk", "minimal"),
  row(3, "minimal", "high_risk"),
];

test("rows of an artifact are lawful even if the log took them in another order", async () => {
  expect(await findingsOf(rows)).toEqual([]);
  expect(await findingsOf(rows.toReversed())).toEqual([]);
});

test("a missing row of an artifact is found by the numbers of the others", async () => {
  const [first, , third] = rows as [AuditRow, AuditRow, AuditRow];
  expect((await findingsOf([third, first])).join()).toContain("a row before it is missing");
});
