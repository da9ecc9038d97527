import type { AuditRow } from "#shared/domain/audit/row.ts";

/** A key according to its audit rows: enrolled, and possibly retired. */
interface RecordedKey {
  credential_id: string;
  algorithm: string;
  public_key_spki: string;
  fingerprint: string;
  rp_id: string;
  enrolled_at: string;
  retired_at: string | null;
}

export interface PolicyChange {
  at: string;
  previous: string;
  value: string;
  /** User id of the admin who changed it. */
  by: string | null;
}

/** A counsel's keys and policy changes according to the audit trail, oldest first. */
export interface KeyHistory {
  keys: RecordedKey[];
  changes: PolicyChange[];
}

const ENROLLED = "counsel.key_enrolled";
const RETIRED = "counsel.key_retired";
const CHANGED = "counsel.signing_policy_changed";

/** Whether an audit row is about a counsel's keys or signing policy. */
export const isKeyRow = ({ action }: AuditRow): boolean =>
  [ENROLLED, RETIRED, CHANGED].includes(action);

/**
 * Derives the history from audit rows. Times are the rows' own; times in contexts are not trusted.
 */
export function keyHistoryOf(keyRows: readonly AuditRow[]): KeyHistory {
  const said = ({ context }: AuditRow, field: string): string => String(context[field] ?? "");
  const retired = new Map(
    keyRows
      .filter(({ action }) => action === RETIRED)
      .map((row) => [said(row, "credential_id"), row.created_at] as const),
  );
  return {
    keys: keyRows
      .filter(({ action }) => action === ENROLLED)
      .map((row) => ({
        credential_id: said(row, "credential_id"),
        algorithm: said(row, "algorithm"),
        public_key_spki: said(row, "public_key_spki"),
        fingerprint: said(row, "fingerprint"),
        rp_id: said(row, "rp_id"),
        enrolled_at: row.created_at,
        retired_at: retired.get(said(row, "credential_id")) ?? null,
      })),
    changes: keyRows
      .filter(({ action }) => action === CHANGED)
      .map((row) => ({
        at: row.created_at,
        previous: said(row, "previous"),
        value: said(row, "value"),
        by: row.actor_user_id,
      })),
  };
}

/** The history as shown in review detail and evidence; undefined if there are no such rows. */
export function shownHistory(keyRows: readonly AuditRow[]) {
  if (keyRows.length === 0) return undefined;
  const { keys, changes } = keyHistoryOf(keyRows);
  return {
    signing_policy: changes.at(-1)?.value ?? "link",
    keys_count: keys.length,
    keys: keys.map(({ public_key_spki: _, rp_id: __, ...key }) => key),
    policy_changes: changes,
  };
}
