import { countOf } from "#shared/domain/text/count.ts";
import { countFault, logFault, membersFault, rowsFault } from "./checks/panel.ts";
import { writersFault } from "./checks/writers.ts";
import type { PanelFile } from "./panel-file.ts";
import type { Part } from "./read-file.ts";
import { statedKeys, type Trust } from "./trust.ts";
import {
  broken,
  concluded,
  type Given,
  judgeLog,
  type Line,
  line,
  NOT_ALL,
  type Verdict,
  verifyBundle,
} from "./verify.ts";

/** Judges a panel's file: the panel itself, recounted, then the evidence of each member. */
export async function verifyPanel(part: Part<PanelFile>, given: Given): Promise<Verdict[]> {
  if ("faults" in part) return [broken(part)];
  const file = part.value;
  const { panel, members } = file;
  const about = [
    `Panel       "${panel.id}" of framework "${panel.framework_id}"`,
    `Result      ${panel.status}${panel.decided_at === null ? "" : ` at ${panel.decided_at}`}`,
    `Members     ${members.length}; a rule is approved by ${panel.need} of them; ${panel.on_reject === "ends" ? "the first refusal decides it" : "a refusal is one vote"}`,
    ...panel.rules.map(ruleLine),
  ];
  const [{ log } = { log: null }] = members;
  const stated = log?.keys == null ? null : statedKeys(log.origin, log.keys);
  const { trust } = await judgeLog(given, stated, stated === null ? null : stated.origin);
  const lines = [
    judged(
      "panel_rows",
      rowsFault(file),
      `${countOf(file.panel_audit.length, "row")}, each as its hash says.`,
    ),
    judged("members", membersFault(file), "Each member's file is of the request that is theirs."),
    judged(
      "count",
      countFault(file),
      "The members' decisions were counted again: the same result.",
    ),
    await inLog(file, given, trust),
  ];
  const own = concluded(lines, about);
  const verdicts: Verdict[] = [own];
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

async function inLog(file: PanelFile, { log }: Given, { rows: rowsKeys }: Trust): Promise<Line> {
  const unwritten = await writersFault({
    origin: file.members[0]?.log.origin ?? "",
    rows: file.panel_audit,
    ...{ writers: file.writers, rowsKeys },
    ...{ leaves: new Map(), log: null },
  });
  // Nobody can be certified by a log that has not begun.
  if (rowsKeys.length > 0 && unwritten !== null) return line("fail", "log", unwritten);
  if (log === null || !("log" in log)) return line("open", "log", NOT_ALL);
  return judged(
    "log",
    logFault(file, log.log),
    "The log has these rows of the panel, and no other.",
  );
}
