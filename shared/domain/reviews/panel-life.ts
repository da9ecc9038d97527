import { illegal, type LifeRow, type Refusal, type Step } from "#shared/domain/audit/life.ts";
import type { panelActions } from "#shared/domain/audit/panels.ts";
import type { ContextOf } from "#shared/domain/audit/row.ts";
import { sameJson } from "#shared/domain/canonical-json.ts";
import { countsFrom, type EndedRule, type PanelRecord, resultOf } from "./panel.ts";
import type { PanelStatus } from "./statuses.ts";

/*
 * The life of a panel, row by row. panel-transitions.ts writes rows by these steps. The replay judges
 * rows by them, and also counts the members' own decisions again (domain/evidence/replay).
 */

type Actions = typeof panelActions;
type Requested = ContextOf<Actions, "review_panel.requested">;
type Replaced = ContextOf<Actions, "review_panel.member_replaced">;
type Ended = ContextOf<Actions, "review_panel.approved">;

/** A member of a panel, with their own request. */
export type Seat = Pick<PanelRecord["members"][number], "counsel_id" | "review_id">;

/** The state of a panel according to its rows. */
export interface PanelLife
  extends Pick<
    PanelRecord,
    | "id"
    | "framework_id"
    | "rule_use_case_ids"
    | "rule_version_hash"
    | "need"
    | "on_reject"
    | "requested_by_user_id"
    | "created_at"
    | "expires_at"
    | "status"
    | "decided_at"
    | "rules"
  > {
  members: readonly Seat[];
}

const seatOf = ({ counsel_id, review_id }: Seat): Seat => ({ counsel_id, review_id });

function requested(row: LifeRow): PanelLife {
  const { members, ...said } = row.context as Requested;
  return {
    ...said,
    id: row.resource_id,
    created_at: row.created_at,
    status: "open",
    decided_at: null,
    members: members.map(seatOf),
    rules: said.rule_use_case_ids.map((use_case_id) => ({
      ...{ use_case_id, outcome: null, approvals: 0, refusals: 0 },
    })),
  };
}

function replaced(before: PanelLife, { context }: LifeRow): PanelLife | Refusal {
  const { from, to } = context as Replaced;
  const at = before.members.findIndex((one) => sameJson(seatOf(one), seatOf(from)));
  if (at < 0) return illegal("who was replaced is not in the panel.");
  if (before.members.some(({ counsel_id }) => counsel_id === to.counsel_id)) {
    return illegal("who takes the place is in the panel already.");
  }
  return { ...before, members: before.members.toSpliced(at, 1, seatOf(to)) };
}

function ended(before: PanelLife, row: LifeRow): PanelLife | Refusal {
  const { need, on_reject, members, rules, decided_at } = row.context as Ended;
  if (need !== before.need || on_reject !== before.on_reject) {
    return illegal("it counts otherwise than was asked.");
  }
  if (!sameJson(members.map(seatOf), before.members.map(seatOf))) {
    return illegal("it counts others than the panel's members.");
  }
  const ids = rules.map(({ use_case_id }) => use_case_id);
  if (!sameJson(ids, before.rule_use_case_ids)) return illegal("it counts other rules.");
  const status = row.action.replace("review_panel.", "") as PanelStatus;
  if (status !== "cancelled" && status !== resultOf(rules)) {
    return illegal("what it says of the rules comes to another result.");
  }
  return decided_at === countsFrom({ status, rules }, row.created_at)
    ? { ...before, status, decided_at, rules: rules as EndedRule[] }
    : illegal("it names another time than its own.");
}

/** Applies one row to a panel. */
export const panelStep: Step<PanelLife> = (before, row) => {
  if (row.action === "review_panel.requested") {
    return before === null ? requested(row) : illegal("it was requested already.");
  }
  if (before === null) return illegal("no panel was requested before.");
  if (row.context.framework_id !== before.framework_id)
    return illegal("it names another framework.");
  if (before.status !== "open") return illegal(`the panel was ${before.status} before.`);
  return row.action === "review_panel.member_replaced" ? replaced(before, row) : ended(before, row);
};
