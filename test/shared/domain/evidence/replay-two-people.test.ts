import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { auditRow } from "#shared/domain/audit/counsel.ts";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import {
  type CounselChange,
  counselContext,
  identityHash,
  recorded,
} from "#shared/domain/counsel/counsel.ts";
import { newCounsel } from "#shared/domain/counsel/new-counsel.ts";
import { chainedIn } from "#shared/domain/evidence/bundle.ts";
import { replay } from "#shared/domain/evidence/replay/replay.ts";
import { request } from "#shared/domain/reviews/transitions.ts";

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 27, 9, minute)).toISOString();
const ann = { userId: "ann", email: "ann@bank.example" };

const created = (): CounselChange =>
  newCounsel(
    { framework_id: "fw", display_name: "Ada Lex", email: "ada@law.example" },
    { admin: ann },
    { id: "counsel-1", rowId: randomUUID(), now: at(0) },
  );

/** Counsel after one more row. */
function after(
  { after: before, rows }: CounselChange,
  userId: string,
  more: object,
): CounselChange {
  const isConfirmation = "identity_sha256" in more;
  const row = auditRow({
    action: isConfirmation ? "counsel.confirmed" : "counsel.updated",
    resourceId: before.id,
    tenantId: null,
    actorUserId: userId,
    context: {
      ...counselContext({ ...before, ...more }, `${userId}@bank.example`),
      ...more,
    } as never,
    id: randomUUID(),
    at: at(rows.length),
  });
  const change = recorded(before, before, row);
  return { after: change.after, rows: [...rows, ...change.rows] };
}

const confirmedBy = (change: CounselChange, userId: string): CounselChange =>
  after(change, userId, { identity_sha256: identityHash(change.after) });

const requested = (confirmedBy: string | undefined): AuditRow =>
  request({
    review: {
      id: "review-1",
      framework_id: "fw",
      rule_use_case_ids: ["a"],
      rule_version_hash: "0".repeat(64),
      pinned_hashes: ["0".repeat(64)],
      counsel_id: "counsel-1",
      nonce: "0".repeat(32),
      token_hash: "0".repeat(64),
      expires_at: at(59),
      requested_by_user_id: "ann",
      called: { articles: [], rules: ["A"], requester: null },
    },
    link: "sha256:0",
    ...(confirmedBy === undefined ? {} : { confirmedBy }),
    id: randomUUID(),
    now: at(30),
  }).row;

/** The faults of a request that names the newest row about counsel, or another row. */
async function faultsOf({ after: counsel, rows }: CounselChange, head = counsel.audit_head.hash) {
  const all = [...rows, requested(head)];
  const { found } = await replay(
    all.map((row) => ({ row: chainedIn(row), leaf: null, writerFault: null })),
  );
  return found.map(({ name, detail }) => `${name}: ${detail}`);
}

const NOBODY =
  "illegal_transition: two people were needed, and no second person had confirmed counsel.";

test("a request that says that two people were needed is refused unless a second person had confirmed counsel", async () => {
  const fresh = created();
  expect(await faultsOf(fresh)).toEqual([NOBODY]);
  const confirmed = confirmedBy(fresh, "bob");
  expect(await faultsOf(confirmed)).toEqual([]);
  expect(await faultsOf(confirmed, fresh.after.audit_head.hash)).toEqual([NOBODY]);
  const renamed = after(confirmed, "ann", {
    changed: ["display_name"],
    display_name: "Eve",
  } as never);
  expect(await faultsOf(renamed)).toEqual([NOBODY]);
});

test("the service writes no confirmation by the person who wrote the identity", async () => {
  const fresh = created();
  expect(() => confirmedBy(fresh, "ann")).toThrow(/whoever confirms their identity wrote it/);
});
