import type { AuditRow } from "#shared/domain/audit/row.ts";
import { asInRows, endIn, endsRequest } from "#shared/domain/reviews/in-rows.ts";
import type { PanelRecord } from "#shared/domain/reviews/panel.ts";
import { panelInRows, rowsUpTo } from "#shared/domain/reviews/panel-in-rows.ts";
import type { Member } from "#shared/domain/reviews/panel-transitions.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { panelTrail, reviewTrail } from "#shared/store/audit-trails.ts";
import type { LogKeys } from "#shared/store/log-keys.ts";
import { getPanel } from "#shared/store/panels.ts";
import { getReviews } from "#shared/store/reviews.ts";
import { genuineRows, stateDiffers } from "#shared/use-cases/log/genuine-rows.ts";

/** A panel as stored, and its rows up to the last one that its record includes. */
export interface FoundPanel {
  panel: PanelRecord;
  rows: readonly AuditRow[];
}

const differs = (id: string, reason: string) => stateDiffers("review_panel", id, reason);

/** A panel with its rows; null: there is none. @throws DomainError `state_differs` */
export async function findPanel(id: string): Promise<FoundPanel | null> {
  // Panel and rows are read together: a member may be replaced in between, but hardly twice in a row.
  for (let read = 0; read < 3; read += 1) {
    const [panel, all] = await Promise.all([getPanel(id), panelTrail(id)]);
    if (panel === null) return null;
    const rows = rowsUpTo(panel, all);
    if (rows !== null) return { panel, rows };
  }
  throw differs(id, "newest_row");
}

/** The panel according to its rows. @throws DomainError `state_differs` */
export function toldOf({ panel, rows }: FoundPanel): PanelRecord {
  const told = panelInRows(panel, rows);
  if (told === null) throw differs(panel.id, "rows_missing");
  return told;
}

/** A member's request as stored, with the requested rows, by which it may have ended. */
export interface FoundMember {
  record: ReviewRecord;
  rows: readonly AuditRow[];
}

/**
 * The requests of these members with the rows by which they ended.
 * @param isWanted which other rows to return
 * @throws DomainError `state_differs`
 */
export async function findMembers(
  panelId: string,
  ids: readonly string[],
  isWanted: (row: AuditRow) => boolean = () => false,
): Promise<FoundMember[]> {
  const isReturned = (row: AuditRow) => endsRequest(row) || isWanted(row);
  // Read together, like the panel: a request may end in between.
  for (let read = 0; read < 3; read += 1) {
    const [records, trails] = await Promise.all([
      getReviews(ids),
      Promise.all(ids.map(reviewTrail)),
    ]);
    const found = records.flatMap((record, i): FoundMember[] =>
      record === null ? [] : [{ record, rows: (trails[i] ?? []).filter(isReturned) }],
    );
    if (found.length === ids.length && membersOf(found) !== null) return found;
  }
  throw differs(panelId, "members");
}

/**
 * The members, with the end of each request taken from its rows.
 * @returns null if a record has ended, but none of the rows says so
 */
export function membersOf(found: readonly FoundMember[]): Member[] | null {
  const members = found.map(({ record, rows }) => {
    const told = asInRows(record, rows);
    return told && { record: told, final: endIn(rows)?.row_hash ?? null };
  });
  const known = members.filter((member) => member !== null);
  return known.length === members.length ? known : null;
}

/** The same panel and members, with only those rows that a function of the service signed. */
export async function onlySigned(
  { panel, rows }: FoundPanel,
  members: readonly FoundMember[],
  logKeys: LogKeys | null,
): Promise<{ panel: FoundPanel; members: FoundMember[] }> {
  const all = [...rows, ...members.flatMap((member) => member.rows)];
  const genuine = new Set(await genuineRows(all, logKeys));
  const signed = (some: readonly AuditRow[]) => some.filter((row) => genuine.has(row));
  return {
    panel: { panel, rows: signed(rows) },
    members: members.map((member) => ({ record: member.record, rows: signed(member.rows) })),
  };
}
