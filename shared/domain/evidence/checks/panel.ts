import { subjectOf } from "#shared/domain/log/entry.ts";
import { endIn } from "#shared/domain/reviews/in-rows.ts";
import { asEnded, asOpen, countPanel, countsFrom } from "#shared/domain/reviews/panel.ts";
import type { Said } from "#shared/domain/reviews/rule-outcome.ts";
import { countOf } from "#shared/domain/text/count.ts";
import type { ChainedRow, EvidenceFile } from "../evidence-file.ts";
import type { WholeLog } from "../facts.ts";
import { equal, recomputedHash } from "../hashes.ts";
import type { PanelFile } from "../panel-file.ts";
import { panelGoesOn } from "./panel-place.ts";

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
  const ends = panel_audit.map(({ action }) => action).filter((one) => !panelGoesOn.has(one));
  const [requested] = panel_audit;
  if (requested?.action !== "review_panel.requested") return "The first row requests no panel.";
  const expected = panel.status === "open" ? [] : [`review_panel.${panel.status}`];
  return equal(ends, expected)
    ? null
    : `The panel is ${panel.status}, but its rows end with ${ends.join(", ") || "nothing"}.`;
}

/** The whole log has exactly these rows of the panel, in their order. */
export function logFault({ panel_audit }: PanelFile, log: WholeLog): string | null {
  const [first] = panel_audit;
  const logged = first === undefined ? [] : log.rowsOf(subjectOf(first)).map(({ row }) => row);
  const here = panel_audit.map(({ row_hash }) => row_hash);
  return equal(logged, here)
    ? null
    : `The log has ${countOf(logged.length, "row")} of the panel, in another order or content; the file has ${here.length}.`;
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

/** A request that the end of the panel cancelled had not been answered when the panel was counted. */
function countedAs({ request, audit }: EvidenceFile): Said {
  const row = audit.find(({ action }) => action === "rule_review.cancelled");
  const byPanel =
    row?.context.reason === "panel_decided" || row?.context.reason === "panel_cancelled";
  return request.status === "cancelled" && byPanel ? { status: "pending" } : request;
}

/** Counts the members' decisions again, as the service does. */
export function countFault({ panel, members, panel_audit }: PanelFile): string | null {
  const { rules, result } = countPanel(panel, members.map(countedAs));
  const status = panel.status === "cancelled" ? "cancelled" : "open";
  if (panel.status !== (result ?? status)) {
    return `The members' decisions come to ${result ?? "nothing yet"}, but the panel is ${panel.status}.`;
  }
  const counted = panel.status === "open" ? asOpen(rules) : asEnded(rules);
  if (!equal(panel.rules, counted)) return "What the panel says of a rule is not what was decided.";
  return panel.status === "open" ? null : endFault({ panel, members, row: panel_audit.at(-1) });
}

function endFault({
  panel,
  members,
  row,
}: Pick<PanelFile, "panel" | "members"> & { row: ChainedRow | undefined }): string | null {
  const counted = panel.members.map((member, i) => {
    const file = members[i];
    return { ...member, row_hash: (file && endIn(file.audit)?.row_hash) ?? null };
  });
  if (row === undefined || !equal(row.context.members, counted)) {
    return "The panel's last row does not name the decisions that the members' files have.";
  }
  if (!equal(row.context.rules, panel.rules)) {
    return "What the panel's last row says of a rule is not what was decided.";
  }
  const at = countsFrom(panel, row.created_at);
  return panel.decided_at === at && row.context.decided_at === at
    ? null
    : "The panel's last row is of another time.";
}
