import { subjectOf } from "#shared/domain/log/entry.ts";
import { countOf } from "#shared/domain/text/text.ts";
import type { ChainedRow } from "../evidence-file.ts";
import type { LogFacts, SubjectRows } from "../facts.ts";
import { type Finding, fail, nameOf, note, open, pass, told } from "../finding.ts";
import type { Found, Placed, Subject } from "../replay/world.ts";

const id = "log";

/** How long a row may wait for the log, and be dated ahead, at most (evidence-log, section 7). */
const WAIT_MS = 120_000;
const AHEAD_MS = 5000;
/** If the log lacks a row although it took others this much later, it was never given the row. */
const LATE_MS = 600_000;

const isWrong: ReadonlySet<string> = new Set([
  "row_unsigned",
  "row_by_wrong_writer",
  "time_in_future",
]);

/**
 * Checks that the rows are in the log: that a function that writes such rows signed each one in time,
 * and, as far as we can tell, that there is no other row of the same resources. Rows that were logged
 * after a file was saved do not invalidate it.
 */
export function checkLog(facts: LogFacts): Finding[] {
  const { proofFaults, replayed } = facts;
  const [fault] = proofFaults;
  if (fault !== undefined) return [fail(id, fault)];
  const faults: string[] = [];
  const waiting: ChainedRow[] = [];
  const beyond: Finding[] = [];
  for (const subject of replayed.world.all) {
    const judged = subjectFault(facts, subject);
    if (judged.fault !== null) faults.push(judged.fault);
    waiting.push(...judged.waiting);
    if (judged.since !== null) beyond.push(judged.since);
  }
  const wrong = replayed.found.find(({ name }) => isWrong.has(name));
  if (wrong !== undefined) faults.push(told(wrong));
  if (faults.length > 0) return faults.map((text) => fail(id, text));
  const late = replayed.found.filter(({ name }) => name === "logged_late");
  const decisive = late.find(({ row }) => row !== null && facts.decisive.has(row.row_hash));
  if (decisive !== undefined) {
    return [open(id, `${lateText(decisive)} ${NOBODY_CAN_SHOW}`)];
  }
  const notes = [...beyond, ...late.map((one) => note(id, lateText(one)))];
  if (waiting.length > 0) {
    const all = countOf(replayed.world.all.flatMap(({ rows }) => rows).length, "row");
    const text = `Not yet in the log: ${waiting.length} of ${all}. The next checkpoint is due within two minutes.`;
    return [open(id, text), ...notes];
  }
  const since = beyond.find(({ mark }) => mark === "open");
  return since === undefined ? [pass(id, allLogged(facts)), ...notes] : notes;
}

export const lateText = ({ row, detail }: Pick<Found, "row" | "detail">): string =>
  `LOGGED LATE: ${row === null ? "" : `${nameOf(row)}: `}${detail}`;

export const NOBODY_CAN_SHOW = "Whether it is that old, nobody can show.";

function allLogged({ replayed, log, decisive, leaves }: LogFacts): string {
  const all = replayed.world.all.flatMap(({ rows }) => rows);
  const decision = all.find(({ row }) => decisive.has(row.row_hash))?.row;
  const place =
    decision === undefined
      ? "no decision among them"
      : `the decision is leaf ${leaves.get(decision.row_hash)?.index}`;
  const whole = log === null ? "" : " The log had no other row of what they are about.";
  return `In the log: ${countOf(all.length, "row")}, ${place}.${whole}`;
}

interface Judged {
  fault: string | null;
  /** Rows that the log may still take. */
  waiting: readonly ChainedRow[];
  /** What the log took after the file was saved. */
  since: Finding | null;
}

function subjectFault(facts: LogFacts, subject: Subject): Judged {
  const { rows } = subject;
  const result: Judged = { fault: null, waiting: [], since: null };
  const unlogged = rows.filter(({ leaf }) => leaf === null).map(({ row }) => row);
  const gap = rows.findIndex(
    ({ leaf }, i) => leaf === null && rows.slice(i).some((one) => one.leaf),
  );
  if (gap >= 0) {
    const { row } = rows[gap] as Placed;
    return {
      ...result,
      fault: `row_unlogged: ${nameOf(row)} is not in the log, but a row after it is.`,
    };
  }
  const stray = unlogged.find((row) => !mayWait(facts, row));
  const missing = missingIn(facts, subject);
  if (missing.fault !== null) return { ...result, fault: missing.fault };
  if (stray !== undefined) {
    const name = isAhead(facts, stray) ? "time_in_future" : "row_unlogged";
    return {
      ...result,
      fault: `${name}: ${nameOf(stray)} is not in the log, and does not wait for it.`,
    };
  }
  return { ...result, waiting: unlogged, since: missing.since };
}

/** Whether the log may still take a row that it lacks. */
export function mayWait(
  { stored, log, now }: Pick<LogFacts, "stored" | "log" | "now">,
  { created_at, row_hash }: ChainedRow,
): boolean {
  if (stored !== null) {
    const waited = Date.parse(now) - Date.parse(created_at);
    return stored.waiting.has(row_hash) && waited >= -AHEAD_MS && waited <= WAIT_MS;
  }
  // Offline, a file may be older than the log's next checkpoint, so only the log's own times count.
  if (log === null || log.lastTime === null) return true;
  return Date.parse(log.lastTime) - Date.parse(created_at) <= LATE_MS;
}

const isAhead = ({ stored, now }: LogFacts, { created_at }: ChainedRow): boolean =>
  stored !== null && Date.parse(created_at) - Date.parse(now) > AHEAD_MS;

/** Rows of the same resource that the log has and the file lacks. */
function missingIn(facts: LogFacts, subject: Subject): Pick<Judged, "fault" | "since"> {
  const { log, stored, horizon, goesOn } = facts;
  const { rows, type } = subject;
  const own = new Set(rows.map(({ row }) => row.row_hash));
  const about = subjectOf((rows[0] as Placed).row);
  const newest = stored?.logged.get(about);
  if (newest !== undefined && !own.has(newest)) {
    return { fault: missingText(type, "1 row", "is", "its newest"), since: null };
  }
  const others: SubjectRows = (log?.rowsOf(about) ?? []).filter(({ row }) => !own.has(row));
  const within = others.filter(({ index }) => index < horizon);
  const [first] = within.length > 0 ? within : others;
  if (first === undefined) return { fault: null, since: null };
  const some = within.length > 0 ? within : others;
  const place = `leaf ${first.index} of ${first.time}`;
  const text = missingText(
    type,
    countOf(some.length, "row"),
    some.length === 1 ? "is" : "are",
    place,
  );
  if (within.length > 0) return { fault: text, since: null };
  return {
    fault: null,
    since: goesOn(subject)
      ? { ...open(id, `${text} It has gone on since: ask for a fresh file.`), hasGoneOn: true }
      : note(id, `${text} They came after this file was saved, and change nothing of it.`),
  };
}

const kinds: Readonly<Record<string, string>> = {
  rule_review_request: "this request",
  counsel: "this counsel",
  review_panel: "this panel",
};

const missingText = (type: string, count: string, verb: string, place: string): string =>
  `row_missing: The log has ${count} of ${kinds[type] ?? type} that ${verb} not here: ${place}.`;
