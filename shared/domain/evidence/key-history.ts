import type { AuditRow } from "#shared/domain/audit/row.ts";

/** A key as its rows say it: enrolled, and perhaps retired. */
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
  /** The admin who switched. */
  by: string | null;
}

/** What a counsel's trail says of their keys and of the policy, oldest first. */
export interface KeyHistory {
  keys: RecordedKey[];
  changes: PolicyChange[];
}

const ENROLLED = "counsel.key_enrolled";
const RETIRED = "counsel.key_retired";
const CHANGED = "counsel.signing_policy_changed";

/** The rows of a counsel's trail that say who may sign how. */
export const isKeyRow = ({ action }: AuditRow): boolean =>
  [ENROLLED, RETIRED, CHANGED].includes(action);

/** Times are the rows' own: what a context says of time is compared, never trusted. */
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

/** What review detail and evidence show of it; undefined for a counsel without keys or policy. */
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
