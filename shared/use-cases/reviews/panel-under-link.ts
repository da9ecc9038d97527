import type { panelActions } from "#shared/domain/audit/panels.ts";
import type { ContextOf } from "#shared/domain/audit/row.ts";
import { asOpen, type PanelRecord } from "#shared/domain/reviews/panel.ts";
import { isPending, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import type { PanelStatus } from "#shared/domain/reviews/statuses.ts";
import { panelTrail } from "#shared/store/audit-trails.ts";
import { genuineRows } from "#shared/use-cases/log/genuine-rows.ts";
import type { OpenLink } from "./load-link.ts";
import { panelForMember } from "./panel-for-member.ts";

type Ended = ContextOf<typeof panelActions, "review_panel.approved">;

/**
 * The panel of a request with the result that the row by which it ended records, whatever the table
 * says. It is open if no signed row ends it, and while its member's request is pending.
 */
export async function panelUnderLink(
  panel: PanelRecord | null,
  member: ReviewRecord,
  { logKeys }: OpenLink,
): Promise<PanelRecord | null> {
  if (panel === null) return null;
  const rows = isPending(member) ? [] : await panelTrail(panel.id);
  const ending = rows.filter(({ context }) => context.rules !== undefined);
  const [end] = await genuineRows(ending, logKeys);
  if (end === undefined) return { ...panel, status: "open", rules: asOpen(panel.rules) };
  const { rules, decided_at } = end.context as Ended;
  const status = end.action.slice("review_panel.".length) as PanelStatus;
  return { ...panel, status, rules, decided_at };
}

/** The member of an answer that shows a request's panel, if it has one. */
export async function panelShown(panel: PanelRecord | null, member: ReviewRecord, link: OpenLink) {
  const told = await panelUnderLink(panel, member, link);
  return told === null ? {} : { panel: panelForMember(told, link) };
}
