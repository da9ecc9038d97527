import { sameJson } from "#shared/domain/canonical-json.ts";
import { asOpen, countPanel, endOfPanel } from "#shared/domain/reviews/panel.ts";
import { countOf } from "#shared/domain/text/text.ts";
import { checkLog } from "./checks/log.ts";
import { type EvidenceFile, rowsIn } from "./evidence-file.ts";
import { type Line, line, told } from "./finding.ts";
import { valueHash } from "./hashes.ts";
import { memberFiles, type PanelFile } from "./panel-file.ts";
import type { Part } from "./read-file.ts";
import type { Replayed } from "./replay/replay.ts";
import { replayRows } from "./replay/rows-of-file.ts";
import { decisiveRows, goesOn } from "./run-checks.ts";
import { broken, concluded, type Given, knownOf, type Verdict, verifyBundle } from "./verify.ts";

/** Judges a panel's file: the replay of all its rows, then the evidence of each member. */
export async function verifyPanel(part: Part<PanelFile>, given: Given): Promise<Verdict[]> {
  if ("faults" in part) return [broken(part)];
  const file = part.value;
  const { panel } = file;
  const members = memberFiles(file);
  const about = [
    `Panel       "${panel.id}" of framework "${panel.framework_id}"`,
    `Result      ${panel.status}${panel.decided_at === null ? "" : ` at ${panel.decided_at}`}`,
    `Members     ${members.length}; a rule is approved by ${panel.need} of them; ${panel.on_reject === "ends" ? "the first refusal decides it" : "a refusal is one vote"}`,
    ...panel.rules.map(ruleLine),
  ];
  const rows = [...file.panel_audit, ...members.flatMap(rowsIn)];
  const { lines, ...known } = await knownOf(file, rows, given);
  const replayed = await replayRows(rows, file, known);
  const log = checkLog({ ...known, replayed, decisive: decisiveRows(replayed), goesOn });
  const fault = panelFaults(file, members, replayed);
  const all = [
    judged("panel_rows", fault.rows, `${countOf(rows.length, "row")} ${FINE}`),
    judged("panel", fault.panel, "The panel agrees with its rows."),
    ...log,
    ...lines,
  ];
  const verdicts: Verdict[] = [concluded(all, about)];
  for (const value of members) verdicts.push(await verifyBundle({ value }, given));
  return verdicts;
}

const ruleLine = ({
  use_case_id,
  outcome,
  approvals,
  refusals,
}: PanelFile["panel"]["rules"][number]) =>
  `Rule        "${use_case_id}" ${outcome ?? "open"}: ${approvals} for it, ${refusals} against`;

const judged = (name: string, fault: string | null, fine: string): Line =>
  line(fault === null ? "pass" : "fail", name, fault ?? fine);

/** What the log shows about rows has a line of its own. */
const inLog: ReadonlySet<string> = new Set([
  ...["row_unsigned", "row_by_wrong_writer", "time_in_future", "logged_late"],
]);

const FINE =
  "of the panel, its members and their counsel: each is one that the service writes then, and the members' decisions were counted again.";

/** What is wrong with the rows, and with what the panel says apart from them; null: nothing. */
export function panelFaults(
  file: PanelFile,
  members: readonly EvidenceFile[],
  replayed: Replayed,
): { rows: string | null; panel: string | null } {
  const wrong = replayed.found.find(({ name }) => !inLog.has(name));
  const differing = differingIn(file, members, replayed);
  return {
    rows: wrong === undefined ? null : told(wrong),
    panel:
      differing.length === 0
        ? null
        : `state_differs: The panel and its rows differ in: ${differing.join(", ")}.`,
  };
}

/** The panel must be what its rows say, with one file per member, about that member's request. */
function differingIn(
  file: PanelFile,
  members: readonly EvidenceFile[],
  { world }: Replayed,
): string[] {
  const { panel } = file;
  const state = world.find("review_panel", panel.id)?.state ?? null;
  const requests = panel.members.map(
    ({ review_id }) => world.find("rule_review_request", review_id)?.state,
  );
  const open = countPanel(
    panel,
    requests.map((one) => (one ?? { status: "pending" }) as never),
  );
  const rules = panel.status === "open" ? asOpen(open.rules) : state?.rules;
  const counted = requests.map((one) => ({
    ...{ counsel_id: one?.counsel_id, review_id: one?.id, status: one?.status },
    decided_at: one?.decided_at ?? null,
  }));
  const expires_at =
    state &&
    endOfPanel(
      state,
      requests.filter((one) => one != null),
    );
  const expected = { ...state, expires_at, members: counted, rules } as Readonly<
    Record<string, unknown>
  >;
  const differing = Object.entries(panel)
    .filter(([name, value]) => !sameJson(value, expected[name]))
    .map(([name]) => name);
  if (Object.entries(file.rules).some(([hash, rule]) => valueHash(rule) !== hash)) {
    differing.push("the wording of a rule");
  }
  if (
    !sameJson(
      state?.members.map(({ review_id }) => review_id),
      members.map(({ request }) => request.id),
    )
  ) {
    differing.push("the members' files");
  }
  return differing;
}
