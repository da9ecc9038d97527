import { subjectOf } from "#shared/domain/log/entry.ts";
import { countOf } from "#shared/domain/text/count.ts";
import { type ChainedRow, decisionRowIn, type EvidenceFile, rowsIn } from "../evidence-file.ts";
import type { Facts, SubjectRows } from "../facts.ts";
import { type Finding, fail, open, pass } from "../finding.ts";
import { panelEndIn } from "./panel-place.ts";
import { writersFault } from "./writers.ts";

const id = "log";

/** For so long a row may wait for the log (evidence-log, section 4). */
const LOG_WAIT_MS = 120_000;
/** A row whose leaf came later than this is LOGGED LATE for ever. */
const LATE_MS = 600_000;

/**
 * Checks that the rows of the request, of its counsel and of its panel are in the log: each one signed
 * by a function that writes such rows, in their order, in time, and, where the whole log was read, no
 * other row of theirs.
 */
export async function checkLog(facts: Facts): Promise<Finding> {
  const { file, proofFaults, leaves } = facts;
  const [fault] = proofFaults;
  if (fault !== undefined) return fail(id, fault);
  const chains = chainsIn(file);
  for (const chain of chains) {
    const wrong = orderFault(facts, chain.rows) ?? (chain.goesOn ? null : wholeFault(facts, chain));
    if (wrong !== null) return fail(id, wrong);
  }
  const unwritten = await writersOf(facts);
  if (unwritten !== null) return fail(id, unwritten);
  const all = chains.flatMap(({ rows }) => rows);
  const unlogged = all.filter(({ row_hash }) => !leaves.has(row_hash));
  const missing = unlogged.find((row) => isOverdue(facts, row));
  if (missing !== undefined) {
    return fail(id, `${nameOf(missing)} is not in the log, minutes after it was written.`);
  }
  const late = all.filter((row) => isLate(facts, row));
  const decision = decisionRowIn(file);
  if (decision !== undefined && late.includes(decision)) {
    return open(
      id,
      `LOGGED LATE: ${lateness(facts, decision)}; whether it is that old, nobody can show.`,
    );
  }
  if (unlogged.length > 0) {
    return open(
      id,
      `Not yet in the log: ${unlogged.length} of ${countOf(all.length, "row")}. The next checkpoint is due within two minutes.`,
    );
  }
  const since = chains.filter(({ goesOn }) => goesOn).map((chain) => wholeFault(facts, chain));
  const [news] = since.filter((one) => one !== null);
  if (news !== undefined) return open(id, `${news} It has gone on since: get a fresh file.`);
  const told = late.map((row) => ` LOGGED LATE: ${lateness(facts, row)}.`).join("");
  return pass(id, `${allLogged(facts, all)}${told}`);
}

interface Chain {
  rows: readonly ChainedRow[];
  name: string;
  /** Whether rows that follow are no fault of the file. */
  goesOn: boolean;
}

function chainsIn({ audit, counsel_audit, panel_audit }: EvidenceFile): Chain[] {
  const own = [
    { rows: audit, name: "this request", goesOn: false },
    { rows: counsel_audit, name: "this counsel", goesOn: false },
  ];
  if (panel_audit === null) return own;
  const goesOn = panelEndIn(panel_audit) === undefined;
  return [...own, { rows: panel_audit, name: "this panel", goesOn }];
}

function allLogged({ file, log, leaves }: Facts, rows: readonly ChainedRow[]): string {
  const decision = decisionRowIn(file);
  const place =
    decision === undefined
      ? "no decision among them"
      : `the decision is leaf ${leaves.get(decision.row_hash)?.index}`;
  const others =
    file.panel_audit === null ? "request or its counsel" : "request, its counsel or its panel";
  const whole = log === null ? "" : ` The log has no other row of this ${others}.`;
  return `In the log: ${countOf(rows.length, "row")}, ${place}.${whole}`;
}

/** Nobody can be certified by a log that has not begun. */
const writersOf = ({ file, rowsKeys, leaves, log }: Facts): Promise<string | null> | null =>
  rowsKeys.length === 0
    ? null
    : writersFault({
        ...{ rowsKeys, leaves, log, writers: file.writers },
        origin: file.log.origin,
        rows: rowsIn(file),
      });

const nameOf = (row: ChainedRow): string => `${row.action} of ${row.created_at}`;

/** Leaves rise along a chain; none may be missing before one that is there. */
function orderFault({ leaves }: Facts, rows: readonly ChainedRow[]): string | null {
  let before = -1;
  let gap: ChainedRow | null = null;
  for (const row of rows) {
    const leaf = leaves.get(row.row_hash);
    if (leaf === undefined) {
      gap ??= row;
      continue;
    }
    if (gap !== null) return `${nameOf(gap)} is not in the log, but a row after it is.`;
    if (leaf.index <= before) return `The log took ${nameOf(row)} before the row it follows.`;
    before = leaf.index;
  }
  return null;
}

/** The whole log has no other row of the same subject. */
function wholeFault({ log }: Facts, { rows, name }: Chain): string | null {
  const [first] = rows;
  if (log === null || first === undefined) return null;
  const own = new Set(rows.map(({ row_hash }) => row_hash));
  const others: SubjectRows = log.rowsOf(subjectOf(first)).filter(({ row }) => !own.has(row));
  const [other] = others;
  return other === undefined
    ? null
    : `The log has ${others.length} ${others.length === 1 ? "row" : "rows"} of ${name} that ${others.length === 1 ? "is" : "are"} not here: leaf ${other.index} of ${other.time}.`;
}

/** Whether a row that is not in the log should be, by the log's own time or the reader's. */
function isOverdue({ log, now, heads }: Facts, { created_at }: ChainedRow): boolean {
  const written = Date.parse(created_at);
  const latest = Math.max(Date.parse(now), Date.parse(log?.lastTime ?? now));
  // Offline, a file may be older than the log's next checkpoint: only the log can tell.
  if (log === null && heads === null) return false;
  const wait = heads === null ? LATE_MS : LOG_WAIT_MS;
  return latest - written > wait || written - latest > LATE_MS;
}

const isLate = ({ leaves }: Facts, row: ChainedRow): boolean => {
  const leaf = leaves.get(row.row_hash);
  return leaf !== undefined && Date.parse(leaf.time) - Date.parse(row.created_at) > LATE_MS;
};

const lateness = ({ leaves }: Facts, row: ChainedRow): string =>
  `${nameOf(row)} was taken at ${leaves.get(row.row_hash)?.time}`;
