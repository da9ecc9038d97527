import * as z from "zod/mini";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import { isDecisionRow } from "#shared/domain/reviews/actions.ts";
import { countPanel } from "#shared/domain/reviews/panel.ts";
import { isApproval } from "#shared/domain/reviews/review.ts";
import { ruleOutcome, type Said } from "#shared/domain/reviews/rule-outcome.ts";
import {
  decisions,
  isDecision,
  onRejects,
  panelResults,
  reviewStatuses,
} from "#shared/domain/reviews/statuses.ts";
import type { ClearanceFile } from "./clearance-file.ts";
import { orNull, text } from "./evidence-file.ts";
import { grouped } from "./grouped.ts";

/*
 * The rows that an approval rests on: the row of counsel's decision and, if it counts through a panel,
 * the rows that requested and ended the panel, with each member's decision. The service signs, and the
 * verifier believes, only what follows from these rows.
 */

/** The panel in a decision's row; null: the decision counts on its own. */
export function panelIn({ context }: Pick<AuditRow, "context">): string | null {
  const { panel_id } = context;
  return typeof panel_id === "string" ? panel_id : null;
}

/** What an answer says about a cleared rule. */
export interface SaidApproval extends Omit<ClearanceFile["approvals"][number], "leaf"> {
  /** The panel through which it counts; null: none. Answers leave it out. */
  panel_id?: string | null | undefined;
}

type Row = Pick<AuditRow, "resource_type" | "resource_id" | "action" | "context" | "created_at"> & {
  row_hash?: string | undefined;
};

/** Rows indexed by what they are about. */
export interface RowIndex<R extends Row> {
  decisionOf(reviewId: string): R | undefined;
  panelRowsOf(panelId: string): readonly R[];
}

export function indexOf<R extends Row>(rows: readonly R[]): RowIndex<R> {
  const decisionsBy = new Map(
    rows.filter(isDecisionRow).map((row) => [row.resource_id, row] as const),
  );
  const panels = grouped(
    rows.filter(({ resource_type }) => resource_type === "review_panel"),
    ({ resource_id }) => resource_id,
  );
  return {
    decisionOf: (id) => decisionsBy.get(id),
    panelRowsOf: (id) => panels.get(id) ?? [],
  };
}

const decisionSaid = () =>
  z.object({
    framework_id: text(),
    rule_use_case_ids: z.array(text()),
    content_hashes: z.array(text()),
    counsel_id: text(),
    counsel: z.object({ display_name: text(), firm: orNull(text()) }),
    panel_id: z.optional(text()),
    decision: z.enum(decisions),
    rule_verdicts: z.optional(
      orNull(z.array(z.object({ use_case_id: text(), verdict: z.enum(decisions) }))),
    ),
    decided_at: text(),
  });
type DecisionSaid = z.infer<ReturnType<typeof decisionSaid>>;

const counting = () => ({ need: z.int(), on_reject: z.enum(onRejects) });
const askedSaid = () => z.object({ ...counting(), rule_use_case_ids: z.array(text()) });
const resultSaid = () =>
  z.object({
    ...counting(),
    decided_at: text(),
    members: z.array(
      z.object({
        review_id: text(),
        status: z.enum(reviewStatuses),
        row_hash: orNull(text()),
      }),
    ),
    rules: z.array(z.object({ use_case_id: text(), outcome: z.enum(panelResults) })),
  });

/** What an approval rests on. */
export interface Resting<R> {
  rows: readonly R[];
  /** What the rows do not confirm; null: they confirm everything. */
  fault: string | null;
}

const broken = (fault: string): Resting<never> => ({ rows: [], fault });

/** The rows behind an approval, and whether they say the same as the approval. */
export function restingOn<R extends Row>(
  approval: SaidApproval,
  frameworkId: string,
  index: RowIndex<R>,
): Resting<R> {
  const row = index.decisionOf(approval.review_id);
  const said = row && decisionSaid().safeParse(row.context);
  if (row === undefined || said?.success !== true) {
    return broken(`there is no row of a decision on the request ${approval.review_id}.`);
  }
  const own = ownFault(approval, frameworkId, said.data);
  const { panel_id } = said.data;
  if (own !== null || panel_id === undefined) {
    const fault = own ?? dateFault(approval, said.data.decided_at);
    return { rows: [row], fault };
  }
  return throughPanel(approval, row, panel_id, index);
}

function ownFault(approval: SaidApproval, frameworkId: string, said: DecisionSaid): string | null {
  const { use_case_id, content_hash, approved_by, panel_id } = approval;
  const outcome = ruleOutcome(asSaid(said), use_case_id);
  const at = said.rule_use_case_ids.indexOf(use_case_id);
  if (at < 0 || said.framework_id !== frameworkId) return "counsel's row is not about this rule.";
  if (outcome === null || !isApproval(outcome)) return `counsel's row says ${outcome} of it.`;
  if (said.content_hashes[at] !== content_hash) return "counsel's row is about another wording.";
  if (panel_id !== undefined && panel_id !== (said.panel_id ?? null)) {
    return `counsel's row says that it counts ${said.panel_id === undefined ? "on its own" : `through the panel ${said.panel_id}`}.`;
  }
  const { display_name = said.counsel.display_name, firm = said.counsel.firm } = approved_by;
  const isThem =
    approved_by.id === said.counsel_id &&
    display_name === said.counsel.display_name &&
    firm === said.counsel.firm;
  return isThem ? null : "counsel's row names somebody else.";
}

const asSaid = ({ decision, rule_verdicts }: DecisionSaid): Said => ({
  status: decision,
  rule_verdicts: rule_verdicts as Said["rule_verdicts"],
});

const dateFault = ({ approved_at }: SaidApproval, decidedAt: string): string | null =>
  approved_at === decidedAt ? null : `the row says that it was approved at ${decidedAt}.`;

/** Rules that were decided keep their outcome when the panel is withdrawn. */
const ends: ReadonlySet<string> = new Set(
  [...panelResults, "cancelled"].map((status) => `review_panel.${status}`),
);

/** A member's decision counts as the panel's result, counted again from the members' rows. */
function throughPanel<R extends Row>(
  approval: SaidApproval,
  own: R,
  panelId: string,
  index: RowIndex<R>,
): Resting<R> {
  const ofPanel = index.panelRowsOf(panelId);
  const asked = ofPanel.find(({ action }) => action === "review_panel.requested");
  const ended = ofPanel.find(({ action }) => ends.has(action));
  const question = askedSaid().safeParse(asked?.context);
  const result = resultSaid().safeParse(ended?.context);
  if (!asked || !ended || !question.success || !result.success) {
    return broken(`there are no rows of a result of the panel ${panelId}.`);
  }
  const deciding = result.data.members.filter(({ status }) => isDecision(status));
  const found = deciding.map(({ review_id, row_hash }) => {
    const row = index.decisionOf(review_id);
    return row?.row_hash === row_hash ? row : undefined;
  });
  const members = found.filter((row) => row !== undefined);
  const fault = panelFault(approval, question.data, result.data, members);
  const isMember = members.includes(own) && members.length === found.length;
  return {
    rows: [asked, ...members, ended],
    fault: isMember ? fault : "the panel's result does not name the members' decisions.",
  };
}

function panelFault(
  approval: SaidApproval,
  asked: z.infer<ReturnType<typeof askedSaid>>,
  ended: z.infer<ReturnType<typeof resultSaid>>,
  members: readonly Row[],
): string | null {
  if (asked.need !== ended.need || asked.on_reject !== ended.on_reject) {
    return "the panel's result was counted by another rule than the panel was asked under.";
  }
  const votes = members.flatMap((row): Said[] => {
    const { success, data } = decisionSaid().safeParse(row.context);
    return success ? [asSaid(data)] : [];
  });
  const silent = ended.members.length - votes.length;
  const all = [...votes, ...Array.from({ length: silent }, (): Said => ({ status: "pending" }))];
  const { use_case_id } = approval;
  const ofRule = (rules: readonly { use_case_id: string; outcome: string | null }[]) =>
    rules.find((one) => one.use_case_id === use_case_id)?.outcome ?? null;
  const counted = ofRule(countPanel(asked, all).rules);
  if (counted === null || !isApproval(counted as never) || counted !== ofRule(ended.rules)) {
    return "the members' decisions do not come to an approval of it.";
  }
  return dateFault(approval, ended.decided_at);
}
