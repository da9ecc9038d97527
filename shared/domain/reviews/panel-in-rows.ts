import { lived } from "#shared/domain/audit/life.ts";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import { endOfMember, endOfPanel, type PanelRecord } from "./panel.ts";
import { panelStep } from "./panel-life.ts";

/* A panel as its rows say, whatever the table says of it besides: who is asked what, and how it counts. */

/** Those of the rows that precede the record's head, and it; null: the head is not among them. */
export function rowsUpTo(
  { audit_head }: Pick<PanelRecord, "audit_head">,
  rows: readonly AuditRow[],
): AuditRow[] | null {
  const at = rows.findIndex(({ row_hash }) => row_hash === audit_head.hash);
  return at < 0 ? null : rows.slice(0, at + 1);
}

/**
 * The record with what its rows say; how its members' requests stand is left as it is stored.
 * @param rows up to its head, each signed by its writer
 * @returns null unless the first of them requests a panel and the last one is its head
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
