import { describe, expect, it } from "vitest";
import { functionUnits } from "#infra/functions.ts";
import { isChained } from "#shared/domain/audit/chains.ts";
import { type AuditRow, chained, isLogged, loggedHash, rowHash } from "#shared/domain/audit/row.ts";
import { auditVocabulary, loggedBy } from "#shared/domain/audit/vocabulary.ts";
import { putLoggedRow } from "#shared/store/logged-rows.ts";

/** The kinds of rows that become leaves (evidence-log.md, section 1), spelled out. */
const LOGGED =
  /^(counsel\.|rule_review\.|review_panel\.|artifact\.|framework\.|rules\.|room\.(created|revoked|question_asked|question_answered)$|(clearance_pipeline|machine)\.|platform\.(counsel_review_hmac_secret|clearance_key|evidence_log_key|evidence_rows_key)\.|evidence_log\.verifier_published$|certificate\.issued$|tenant\.(exported|removal_started|removed)$|platform\.two_people\.toggled$)/;

const rowOf = (action: string): AuditRow => ({
  id: "11111111-1111-4111-8111-111111111111",
  // A row that is no leaf gets a fresh time if its transaction took long.
  created_at: new Date().toISOString(),
  resource_type: auditVocabulary[action as keyof typeof auditVocabulary].resourceType,
  resource_id: "r",
  tenant_id: null,
  actor_user_id: null,
  actor_type: "system",
  action,
  context: {},
});

/** The row's own item and the item that tells the sequencer of it, without those for webhooks. */
const itemsOf = (row: AuditRow) =>
  putLoggedRow(row)
    .map(({ Put }) => Put?.Item ?? {})
    .filter(({ pk }) => !String(pk).startsWith("EVENTS#"));

const operations = new Set(functionUnits.map(({ id }) => id));

describe("the audit vocabulary", () => {
  it.each(Object.entries(loggedBy))("names the operations that write %s", (action, by) => {
    expect(Object.keys(auditVocabulary)).toContain(action);
    expect(by.filter((operation) => !operations.has(operation))).toEqual([]);
    expect(new Set(by).size).toBe(by.length);
  });

  it("gives exactly the functions that write these rows the right to have writers certified", () => {
    const writing = new Set<string>(Object.values(loggedBy).flat());
    const allowed = functionUnits.filter(({ needs }) => needs.rows === "write");
    expect(allowed.map(({ id }) => id).sort()).toEqual([...writing].sort());
  });
});

describe("the transaction that writes an audit row", () => {
  it.each(Object.keys(auditVocabulary))("tells the sequencer of %s, if it is a leaf", (action) => {
    const row = rowOf(action);
    expect(isLogged(row)).toBe(LOGGED.test(action));
    const [written, waiting, ...more] = itemsOf(row);
    expect(more).toEqual([]);
    if (!LOGGED.test(action)) {
      expect(waiting).toBeUndefined();
      expect(written?.row).toEqual({ ...row, row_hash: loggedHash(row) });
      return;
    }
    const row_hash = rowHash({ ...row, prev_hash: null });
    const linked = isChained(row.resource_type) ? { prev_hash: null } : {};
    expect(written?.row).toEqual({ ...row, ...linked, row_hash });
    // Only the row's key, because the sequencer reads the row itself.
    expect(waiting).toEqual({
      pk: `LOGOUT#${written?.pk}`,
      sk: written?.sk,
      gsi1pk: "LOG#WAITING",
      gsi1sk: written?.sk,
    });
  });

  it("stores the hash of a chained row as it was computed", () => {
    const first = chained(rowOf("rule_review.requested"), null);
    const second = chained(rowOf("rule_review.viewed_by_counsel"), first.head);
    const [written] = itemsOf(second.row);
    expect(written?.row).toEqual(second.row);
    expect(loggedHash(second.row)).toBe(second.row.row_hash);
  });

  it("hashes a row outside a chain as the first of one, and shows no prev_hash", () => {
    const [written] = itemsOf(rowOf("artifact.reopened"));
    const row = written?.row as AuditRow;
    expect(row.prev_hash).toBeUndefined();
    expect(loggedHash(row)).toBe(row.row_hash);
    expect(loggedHash({ ...row, context: { changed: true } })).not.toBe(row.row_hash);
  });
});
