import { subjectOf } from "#shared/domain/log/entry.ts";
import { panelResult, panelRuleOutcome } from "#shared/domain/reviews/panel.ts";
import { ruleOutcome } from "#shared/domain/reviews/rule-outcome.ts";
import { panelResults, type ReviewStatus } from "#shared/domain/reviews/statuses.ts";
import { type ChainedRow, decisionRowIn, type EvidenceFile } from "../evidence-file.ts";
import type { WholeLog } from "../facts.ts";
import { equal, recomputedHash } from "../hashes.ts";
import type { PanelFile } from "../panel-file.ts";

/* What a panel's file must show. Each check answers what is wrong, or null. */

/** The panel's rows are whole, follow one another, and belong to it. */
export function rowsFault({ panel, panel_audit }: PanelFile): string | null {
  for (const [index, row] of panel_audit.entries()) {
    const name = `Row ${index + 1} (${row.action})`;
    if (row.resource_type !== "review_panel" || row.resource_id !== panel.id) {
      return `${name} belongs to something else.`;
    }
    if (row.row_hash !== recomputedHash(row)) return `${name} does not match its hash.`;
    if (row.prev_hash !== (panel_audit[index - 1]?.row_hash ?? null)) {
      return `${name} does not follow the row before it.`;
    }
  }
  const ends = panel_audit.map(({ action }) => action).filter((action) => !between.has(action));
  const [requested] = panel_audit;
  if (requested?.action !== "review_panel.requested") return "The first row requests no panel.";
  const expected = panel.status === "open" ? [] : [`review_panel.${panel.status}`];
  return equal(ends, expected)
    ? null
    : `The panel is ${panel.status}, but its rows end with ${ends.join(", ") || "nothing"}.`;
}

const between: ReadonlySet<string> = new Set([
  "review_panel.requested",
  "review_panel.member_replaced",
]);

/** The whole log has exactly these rows of the panel, in their order. */
export function logFault({ panel_audit }: PanelFile, log: WholeLog): string | null {
  const [first] = panel_audit;
  const logged = first === undefined ? [] : log.rowsOf(subjectOf(first)).map(({ row }) => row);
  const here = panel_audit.map(({ row_hash }) => row_hash);
  return equal(logged, here)
    ? null
    : `The log has ${logged.length} rows of the panel, in another order or content; the file has ${here.length}.`;
}

type Place = Readonly<Record<"counsel_id" | "review_id", unknown>>;

/** The members are those that the rows name, and each file is of that member's request. */
export function membersFault({ panel, members, panel_audit }: PanelFile): string | null {
  const [requested] = panel_audit;
  const said = requested?.context ?? {};
  const named = panel_audit.reduce<readonly Place[]>(
    (places, { action, context }) =>
      action === "review_panel.member_replaced"
        ? places.map((place) => (equal(place, context.from) ? (context.to as Place) : place))
        : places,
    (said.members ?? []) as Place[],
  );
  const places = panel.members.map(({ counsel_id, review_id }) => ({ counsel_id, review_id }));
  if (!equal(named, places)) return "The members are not those that the panel's rows name.";
  const differing = [
    "framework_id",
    "rule_use_case_ids",
    "rule_version_hash",
    "need",
    "on_reject",
    "expires_at",
  ] as const;
  const changed = differing.filter((name) => !equal(said[name], panel[name]));
  if (changed.length > 0) return `The panel and its rows differ in: ${changed.join(", ")}.`;
  if (members.length !== places.length) return "There is not one file for each member.";
  for (const [i, { request }] of members.entries()) {
    const member = panel.members[i];
    const isTheirs =
      request.id === member?.review_id &&
      request.counsel_id === member.counsel_id &&
      request.status === member.status &&
      request.decided_at === member.decided_at &&
      request.panel_id === panel.id &&
      request.framework_id === panel.framework_id &&
      request.rule_version_hash === panel.rule_version_hash &&
      equal(request.rule_use_case_ids, panel.rule_use_case_ids);
    if (!isTheirs) return `The file of the request ${request.id} is not of this panel's member.`;
  }
  return null;
}

/** A request that the panel ended had not been answered when the panel was counted. */
function countedAs({ request, audit }: EvidenceFile): ReviewStatus {
  const row = audit.find(({ action }) => action === "rule_review.cancelled");
  const byPanel =
    row?.context.reason === "panel_decided" || row?.context.reason === "panel_cancelled";
  return request.status === "cancelled" && byPanel ? "pending" : request.status;
}

/** Counts the members' decisions again, as a whole and for each rule. */
export function countFault({ panel, members, panel_audit }: PanelFile): string | null {
  const result = panelResult(panel, members.map(countedAs));
  const isDecided = (panelResults as readonly string[]).includes(panel.status);
  if ((isDecided ? panel.status : null) !== result) {
    return `The members' decisions come to ${result ?? "nothing yet"}, but the panel is ${panel.status}.`;
  }
  return result === null ? null : resultFault({ panel, members, row: panel_audit.at(-1) });
}

function resultFault({
  panel,
  members,
  row,
}: Pick<PanelFile, "panel" | "members"> & { row: ChainedRow | undefined }): string | null {
  const counted = panel.members.map((member, i) => {
    const file = members[i];
    return { ...member, row_hash: (file && decisionRowIn(file)?.row_hash) ?? null };
  });
  if (!equal(row?.context.members, counted)) {
    return "The panel's last row does not name the decisions that the members' files have.";
  }
  if (row?.created_at !== panel.decided_at) return "The panel's last row is of another time.";
  const rules = panel.rule_use_case_ids.map((use_case_id) => ({
    use_case_id,
    outcome: panelRuleOutcome(
      panel.need,
      panel.status as never,
      members.flatMap(({ request }) => ruleOutcome(request, use_case_id) ?? []),
    ),
  }));
  return equal(row.context.rules, rules) ? null : "The outcome of a rule is not what was decided.";
}
