import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { auditRow } from "#shared/domain/audit/reviews.ts";
import { chained, rowHash, withoutLink } from "#shared/domain/audit/row.ts";
import { canonicalJson } from "#shared/domain/canonical-json.ts";

const requested = auditRow({
  action: "rule_review.requested",
  resourceId: "r1",
  tenantId: null,
  actorUserId: "u1",
  context: {
    counsel_id: "c1",
    framework_id: "fw",
    magic_link_url: "https://app.example/counsel/review/secret",
    rule_use_case_ids: ["a.1"],
    rule_version_hash: "0".repeat(64),
    requested_by_user_id: "u1",
    expires_at: "2026-12-01T00:00:00.000Z",
    nonce: "0".repeat(32),
    content_hashes: ["1".repeat(64)],
  },
  id: "row-1",
  at: "2026-11-20T10:00:00.000Z",
});

const viewed = (at: string) =>
  auditRow({
    action: "rule_review.viewed_by_counsel",
    resourceId: "r1",
    tenantId: null,
    actorUserId: null,
    context: {
      ...{ counsel_id: "c1", framework_id: "fw", link: "2".repeat(64) },
      ...{ viewed_at: at, via: "page" },
    },
    id: "row-2",
    at,
  });

describe("audit rows", () => {
  test("a row caused by a signed-in user is a user's, any other the system's", () => {
    expect(requested.actor_type).toBe("user");
    expect(viewed("2026-11-20T10:00:01.000Z").actor_type).toBe("system");
  });

  test("a context with a field outside the vocabulary is refused", () => {
    const context = { ...viewed("2026-11-20T10:00:01.000Z").context, token: "t" };
    expect(() =>
      auditRow({ ...base, action: "rule_review.viewed_by_counsel", context: context as never }),
    ).toThrow();
  });

  test("the row hash covers the row as evidence shows it, with the link's digest", () => {
    const { row } = chained(requested, null);
    const digest = createHash("sha256")
      .update("https://app.example/counsel/review/secret")
      .digest("hex");
    const shown = { ...row, context: { ...row.context, magic_link_url: `sha256:${digest}` } };
    const { row_hash, ...hashed } = shown;
    expect(row_hash).toBe(createHash("sha256").update(canonicalJson(hashed)).digest("hex"));
    expect(row.prev_hash).toBeNull();
  });

  test("erasing the link later does not break the chain", () => {
    const { row } = chained(requested, null);
    const erased = withoutLink(row);
    expect(erased.context.magic_link_url).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(rowHash(erased)).toBe(row.row_hash);
  });

  test("each row names the hash of the one before, and any change breaks it", () => {
    const first = chained(requested, null);
    const second = chained(viewed("2026-11-20T10:00:01.000Z"), first.head);
    expect(second.row.prev_hash).toBe(first.row.row_hash);
    expect(second.head.length).toBe(2);
    expect(rowHash({ ...second.row, created_at: "2026-11-20T10:00:02.000Z" })).not.toBe(
      second.row.row_hash,
    );
  });

  test("time never runs backwards within a chain", () => {
    const first = chained(requested, null);
    const second = chained(viewed("2026-11-20T09:59:59.000Z"), first.head);
    expect(second.row.created_at).toBe("2026-11-20T10:00:00.000Z");
  });
});

const base = {
  resourceId: "r1",
  tenantId: null,
  actorUserId: null,
  id: "x",
  at: "2026-11-20T10:00:00.000Z",
};
