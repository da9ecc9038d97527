import type { StatementKey } from "#shared/domain/clearance/statement-key.ts";
import { subjectOf } from "#shared/domain/log/entry.ts";
import { checkpointIn } from "#shared/domain/log/signed-note.ts";
import type { TlogPolicy } from "#shared/domain/log/tlog-policy.ts";
import type { VerifierKey } from "#shared/domain/log/verifier-key.ts";
import { questionsIn } from "#shared/domain/reviews/question.ts";
import type { Words } from "#shared/domain/reviews/words.ts";
import { wordsText } from "#shared/domain/reviews/words-text.ts";
import { delegationText, panelText } from "#shared/domain/standing/provenance.ts";
import { countOf } from "#shared/domain/text/text.ts";
import { type ChainedRow, decisionRowIn, type EvidenceFile, rowsIn } from "./evidence-file.ts";
import type { Secret } from "./facts.ts";
import { writersLines } from "./file-writers.ts";
import { extra, fail, type Line, type Mark, note, open, pass } from "./finding.ts";
import type { Leaf } from "./leaf.ts";
import { horizonOf, provenLeaves } from "./leaves.ts";
import { provenanceIn } from "./provenance.ts";
import type { Part } from "./read-file.ts";
import { historyFault, historyOf, type LogRead, type LogReading } from "./read-whole-log.ts";
import type { Replayed } from "./replay/replay.ts";
import { runChecks } from "./run-checks.ts";
import { toldIn, toldRequest } from "./told.ts";
import {
  foreignKeysLine,
  keysLine,
  type StatedKeys,
  statedKeys,
  type Trust,
  trustOf,
} from "./trust.ts";
import { notedOf, valuesOf } from "./vouched.ts";
import { isCovered, witnessLine } from "./witnessed.ts";

/** 0 genuine · 1 changed, incomplete or contradicted · 3 something demanded was not checked. */
export interface Verdict {
  code: 0 | 1 | 3;
  lines: readonly Line[];
  /** What the file says it is about. */
  about: readonly string[];
}

/** What the reader compares the file with. */
export interface Given {
  /** Empty: no --key was given. */
  keys: readonly VerifierKey[];
  /** The whole log, or why there is none to compare with. */
  log: LogReading | null;
  policy: TlogPolicy | null;
  /** A third party's checkpoint. */
  seen: string | null;
  secrets: readonly Secret[];
  /** Keys of clearance statements. */
  statementKeys?: readonly StatementKey[];
  /** ISO 8601 UTC. */
  now: string;
}

const ofLog = (one: Line): Line => ({ ...one, ofLog: true });

export const NOT_ALL = "Whether this is all of it was not checked";

/** Checks that need the secret. If one was given but is not this file's, they stay open. */
const bySecret: ReadonlySet<string> = new Set(["signature", "record_seal"]);

/** Judges one bundle. */
export async function verifyBundle(part: Part<EvidenceFile>, given: Given): Promise<Verdict> {
  if ("faults" in part) return broken(part);
  const file = part.value;
  const rows = rowsIn(file);
  const { lines, ...known } = await knownOf(file, rows, given);
  const { findings, replayed } = await runChecks({ file, secrets: given.secrets, ...known });
  const found = findings.map((one): Line => {
    const { mark, name } = one;
    const isJudgement = name === "view_before_decision" && mark === "fail";
    const isOtherSecret = bySecret.has(name) && mark === "extra" && given.secrets.length > 0;
    return { ...one, mark: isJudgement ? "note" : isOtherSecret ? "open" : mark };
  });
  const noted = Object.entries(notedOf(file)).map(([name, text]) => note(name, text));
  const about = [
    `Review      "${file.request.id}" of framework "${file.request.framework_id}"`,
    `Decision    ${file.request.status}${file.request.decided_at === null ? "" : ` at ${file.request.decided_at}`}`,
    ...provenanceLines(file, replayed),
    ...wordsLines(file),
  ];
  const verdict = concluded([...found, ...lines, ...noted], about);
  // Nobody vouches for a file that was changed, so only its name is shown.
  if (verdict.code === 1) return { ...verdict, about: about.slice(0, 1) };
  const leaf = known.leaves.get(decisionRowIn(file)?.row_hash ?? "");
  return { ...verdict, about: [...about, ...valuesOf(file, leaf)] };
}

/** The leaves of a file's rows in the log, and the findings about the log itself. */
export async function knownOf(
  file: Pick<EvidenceFile, "log"> & Partial<Pick<EvidenceFile, "timestamp" | "writers">>,
  rows: readonly (ChainedRow & { writer?: unknown })[],
  given: Given,
  readKeys = statedKeys,
) {
  const { origin, keys, proofs } = file.log;
  const stated = keys === null ? null : readKeys(origin, keys);
  // A file from before the log began has neither keys nor proofs.
  const hasLog = keys !== null || proofs.some(({ log_proof }) => log_proof !== null);
  const { trust, lines } = await judgeLog(given, stated, hasLog ? origin : null);
  const log = given.log !== null && "log" in given.log ? given.log.log : null;
  const proven = await provenLeaves(file, rows, trust);
  const leaves = log === null ? proven.leaves : leavesIn(rows, (subject) => log.rowsOf(subject));
  const unsure = proven.open.map((text) => open("proofs", text));
  const held = extendsLines(proven.checkpoints, given.log);
  const covering = proven.checkpoints.filter((text) =>
    rows.every(({ row_hash }) => isCovered(leaves.get(row_hash), text)),
  );
  return {
    ...{ leaves, log, proofFaults: proven.faults, rowsKeys: trust.rows },
    ...{ horizon: horizonOf(proven, leaves), stored: null, now: given.now },
    /** Whether the log has the keys that the file states without their chain. */
    hasKeys: stated?.current == null || trust.hasKeys(stated.current),
    lines: [
      ...lines,
      await witnessLine(given, covering),
      ...writersLines(file.writers ?? [], rows),
      ...held,
      ...unsure,
    ],
  };
}

/** Through which panel the decision counts, and who passed the request on; rules by their ids. */
function provenanceLines(file: EvidenceFile, { world }: Replayed): string[] {
  const life = world.find("review_panel", file.request.panel_id ?? "")?.state ?? null;
  const { panel, delegation } = provenanceIn(file, new Map(), life);
  return [
    ...(panel === null ? [] : [`Panel       "${panel.id}": ${panelText(panel)}`]),
    ...(delegation === null ? [] : [`Passed on   ${delegationText(delegation)}`]),
  ];
}

/** What counsel wrote and was answered, as far as the file discloses it; otherwise commitments. */
function wordsLines(file: EvidenceFile): string[] {
  const { decision_comment: comment, rule_verdicts = [] } = toldRequest(file);
  const said = (words: Words): string =>
    typeof words === "string" ? `"${words}"` : wordsText(words);
  return [
    ...(comment === null ? [] : [`Comment     ${said(comment)}`]),
    ...rule_verdicts.flatMap(({ use_case_id, verdict, text, suggestions = [] }) => [
      `Verdict     "${use_case_id}" ${verdict}${text ? `: ${said(text)}` : ""}`,
      ...suggestions.map(
        (one) => `Suggested   "${use_case_id}" ${one.field}, not approved: ${said(one.text)}`,
      ),
    ]),
    ...questionsIn(file.audit.map((row) => toldIn(file, row))).map(
      ({ text, answer }) =>
        `Question    ${said(text)}, ${answer === null ? "not answered" : `answered ${said(answer)}`}`,
    ),
  ];
}

/**
 * The log that was read must extend every checkpoint that proves a row. A log that is smaller, or has
 * another history, is not the one that gave the proof.
 * @param notes checkpoints whose signatures are valid
 */
function extendsLines(notes: readonly string[], log: Given["log"]): Line[] {
  if (log === null || !("log" in log)) return [];
  const faults = notes.flatMap((text) => {
    const seen = checkpointIn(text);
    return (seen && historyFault(historyOf(log), seen, "a proof's")) ?? [];
  });
  return faults.slice(0, 1).map((text) => ofLog(fail("proofs", text)));
}

const leavesIn = (
  rows: readonly ChainedRow[],
  rowsOf: (subject: string) => readonly (Leaf & { row: string })[],
): ReadonlyMap<string, Leaf> =>
  new Map(
    rows.flatMap((row) => {
      const found = rowsOf(subjectOf(row)).find((one) => one.row === row.row_hash);
      return found === undefined ? [] : [[row.row_hash, found] as const];
    }),
  );

const NO_KEYS: Trust = {
  verdict: { status: "unpinned", detail: "The file names no log." },
  rows: [],
  hasKeys: () => true,
  judge: async () => ({ status: "invalid", reason: "the file names no log." }),
};

/** Whose log it is, whether all of it was read, and whether a third party saw the same. */
export async function judgeLog(
  { keys, log, seen }: Given,
  stated: StatedKeys | null,
  origin: string | null,
): Promise<{ trust: Trust; lines: Line[] }> {
  const read = log !== null && "log" in log ? log : null;
  const served = read && { ...read.header, origin: read.header.checkpoint.origin };
  const own = served ?? stated;
  const trust = own === null ? NO_KEYS : await trustOf(own, keys);
  const ofKeys = keysLine(trust);
  const lines = [served === null ? ofKeys : ofLog(ofKeys)];
  const foreign = keys.find(({ name }) => origin !== null && name !== origin);
  if (foreign) lines.push(fail("log_keys", `The file is of the log ${origin}.`));
  if (served && origin !== null && served.origin !== origin) {
    lines.push(fail("whole_log", `It is of ${served.origin}, the file of ${origin}.`));
  }
  if (origin !== null && stated === null) {
    lines.push(fail("log_keys", "The keys that the file names cannot be read."));
  }
  const foreignKeys = stated && served && (await foreignKeysLine(stated, served, keys));
  if (foreignKeys) lines.push(foreignKeys);
  lines.push(ofLog(await wholeLine(log, trust)));
  if (read !== null) {
    const newest = await trust.judge(read.header.noteText);
    if (newest.status === "valid") {
      lines.push(...newest.extra.map((text) => extra("second_signature", text)));
    }
  }
  if (seen !== null) lines.push(ofLog(await seenLine(seen, read, trust)));
  return { trust, lines };
}

async function wholeLine(log: Given["log"], trust: Trust): Promise<Line> {
  const name = "whole_log";
  if (log === null) return open(name, `${NOT_ALL}: no --log was given.`);
  if ("fault" in log) return fail(name, log.fault);
  if ("unreadable" in log) return open(name, `${NOT_ALL}: ${log.unreadable}`);
  const verdict = await trust.judge(log.header.noteText);
  if (verdict.status === "invalid") return fail(name, `Its newest: ${verdict.reason}`);
  if (verdict.status === "unsure") return open(name, verdict.reason);
  return pass(
    name,
    `Read: ${countOf(log.log.size, "entry", "entries")}, which add up to the signed root.`,
  );
}

async function seenLine(seen: string, read: LogRead | null, trust: Trust): Promise<Line> {
  const name = "third_party";
  const checkpoint = checkpointIn(seen);
  if (!checkpoint) return fail(name, "The given checkpoint is not one.");
  const verdict = await trust.judge(seen);
  if (verdict.status === "invalid") return fail(name, `checkpoint_signature: ${verdict.reason}`);
  if (read === null) return open(name, "Only the log's entries (--log) can show it.");
  const fault = historyFault(historyOf(read), checkpoint, "the given");
  const size = countOf(checkpoint.size, "leaf", "leaves");
  return fault === null
    ? pass(name, `The checkpoint of ${size} is of this very log.`)
    : fail(name, fault);
}

export function broken({
  faults,
  request_id,
}: {
  faults: readonly string[];
  request_id: string | null;
}): Verdict {
  const shown = faults.slice(0, 10).join("; ");
  return {
    code: 1,
    about: request_id === null ? [] : [`Review      "${request_id}"`],
    lines: [fail("parts", `${shown}.`)],
  };
}

export function concluded(lines: readonly Line[], about: readonly string[]): Verdict {
  const has = (mark: Mark) => lines.some((one) => one.mark === mark);
  return { code: has("fail") ? 1 : has("open") ? 3 : 0, lines, about };
}
