import { lived } from "#shared/domain/audit/life.ts";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import { endOfMember, endOfPanel, type PanelRecord } from "./panel.ts";
import { panelStep } from "./panel-life.ts";

/* Reads a panel from its rows, whatever the table says: who is asked what, and how it counts. */

/** The rows up to and including the record's head; null if the head is not among them. */
export function rowsUpTo(
  { audit_head }: Pick<PanelRecord, "audit_head">,
  rows: readonly AuditRow[],
): AuditRow[] | null {
  const at = rows.findIndex(({ row_hash }) => row_hash === audit_head.hash);
  return at < 0 ? null : rows.slice(0, at + 1);
}

/**
 * The record with the values that its rows state; the state of its members' requests stays as stored.
 * @param rows up to its head, each signed by its writer
 * @returns null unless the first row requests a panel and the last row is the panel's head
 */
export function panelInRows(panel: PanelRecord, rows: readonly AuditRow[]): PanelRecord | null {
  const life = lived(panelStep, rows);
  const [first] = rows;
  if (life === null || rows.at(-1)?.row_hash !== panel.audit_head.hash) return null;
  const stored = new Map(panel.members.map((member) => [member.review_id, member]));
  return {
    ...panel,
    framework_id: life.framework_id,
    rule_use_case_ids: life.rule_use_case_ids,
    rule_version_hash: life.rule_version_hash,
    pinned_hashes: first?.context.content_hashes as string[],
    need: life.need,
    on_reject: life.on_reject,
    requested_by_user_id: life.requested_by_user_id,
    created_at: life.created_at,
    expires_at: endOfPanel(
      life,
      panel.members.map((one) => ({ expires_at: endOfMember(panel, one) })),
    ),
    members: life.members.map((seat) => ({
      ...(stored.get(seat.review_id) ?? { status: "pending", decided_at: null }),
      ...seat,
    })),
  };
}
