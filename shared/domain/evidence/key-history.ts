import type { AuditRow } from "#shared/domain/audit/row.ts";
import { wordsOf } from "#shared/domain/counsel/counsel-key.ts";

/** A key according to its audit rows: enrolled, and possibly retired. */
interface RecordedKey {
  credential_id: string;
  algorithm: string;
  public_key_spki: string;
  rp_id: string;
  enrolled_at: string;
  retired_at: string | null;
  /** Of the row that enrols it. */
  row_hash: string;
}

export interface PolicyChange {
  at: string;
  previous: string;
  value: string;
  /** User id of the admin who changed it. */
  by: string | null;
}

/** A counsel's keys and policy changes according to their rows, in the order of the rows. */
interface KeyHistory {
  keys: RecordedKey[];
  changes: PolicyChange[];
}

const ENROLLED = "counsel.key_enrolled";
const RETIRED = "counsel.key_retired";
const CHANGED = "counsel.signing_policy_changed";

/** Derives the history. Times are the rows' own; times in contexts are not trusted. */
export function keyHistoryOf(rows: readonly AuditRow[]): KeyHistory {
  const said = ({ context }: AuditRow, field: string): string => String(context[field] ?? "");
  const retired = new Map(
    rows
      .filter(({ action }) => action === RETIRED)
      .map((row) => [said(row, "credential_id"), row.created_at] as const),
  );
  return {
    keys: rows
      .filter(({ action }) => action === ENROLLED)
      .map((row) => ({
        credential_id: said(row, "credential_id"),
        algorithm: said(row, "algorithm"),
        public_key_spki: said(row, "public_key_spki"),
        rp_id: said(row, "rp_id"),
        enrolled_at: row.created_at,
        retired_at: retired.get(said(row, "credential_id")) ?? null,
        row_hash: row.row_hash ?? "",
      })),
    changes: rows
      .filter(({ action }) => action === CHANGED)
      .map((row) => ({
        at: row.created_at,
        previous: said(row, "previous"),
        value: said(row, "value"),
        by: row.actor_user_id,
      })),
  };
}

/**
 * The history as shown in review detail and evidence, with words computed from the keys; undefined
 * for a counsel who never had keys or another policy.
 */
export function shownHistory(rows: readonly AuditRow[]) {
  const { keys, changes } = keyHistoryOf(rows);
  if (keys.length === 0 && changes.length === 0) return undefined;
  return {
    signing_policy: changes.at(-1)?.value ?? "link",
    keys_count: keys.length,
    keys: keys.map(({ credential_id, algorithm, public_key_spki, enrolled_at, retired_at }) => ({
      credential_id,
      algorithm,
      fingerprint: wordsOf(public_key_spki),
      enrolled_at,
      retired_at,
    })),
    policy_changes: changes,
  };
}
