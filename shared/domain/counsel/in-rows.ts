import { lived } from "#shared/domain/audit/life.ts";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import type { Counsel, CounselRecord, Signer } from "./counsel.ts";
import { type CounselLife, counselStep, type LifeKey } from "./life.ts";

/*
 * Counsel as described by the rows about them, whatever else the table says. All rows are given, oldest
 * first, each signed by its writer.
 */

type Rows = readonly AuditRow[];

/** Counsel's keys, as rows enrolled and retired them. */
export const keysInRows = (rows: Rows): readonly LifeKey[] => lived(counselStep, rows)?.keys ?? [];

const toldIn = ({ details, policy }: CounselLife) => ({
  email: details.email ?? "",
  display_name: details.display_name ?? "",
  firm: details.firm,
  jurisdiction: details.jurisdiction,
  bar_registration: details.bar_registration,
  signing_policy: policy as Counsel["signing_policy"],
});

/** The state of a counsel after these rows; null: none of them registers counsel. */
export const counselLife = (rows: Rows): CounselLife | null => lived(counselStep, rows);

/** Counsel as a link or a decision records them; null: no row registers them. */
export function signerInRows(rows: Rows): Signer | null {
  const life = lived(counselStep, rows);
  return life && { ...toldIn(life), counsel_head: rows.at(-1)?.row_hash ?? "" };
}

/**
 * The record of a counsel with the values from their rows: who they are, whether they may be asked, and
 * whether they decide with a key of their own.
 * @returns null if the newest row is not the one that the record ends with
 */
export function counselInRows(counsel: CounselRecord, rows: Rows): CounselRecord | null {
  const last = rows.at(-1);
  const life = lived(counselStep, rows);
  if (life === null || last?.row_hash !== counsel.audit_head.hash) return null;
  return {
    ...counsel,
    ...toldIn(life),
    framework_id: life.framework_id,
    active: life.active,
    language: (last.context.language as Counsel["language"] | undefined) ?? null,
    created_at: life.created_at,
    vouched_by: life.vouched_by,
    vouched_by_name: life.vouched_by_name,
    confirmed_at: life.confirmed_at,
    identity: life.identity,
    keys_in_use: (life.keys ?? []).filter(({ retired_at }) => retired_at === null).length,
  };
}
