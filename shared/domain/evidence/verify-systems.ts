import * as z from "zod/mini";
import { SYSTEM_LEVEL } from "#shared/domain/clearance/dsse.ts";
import { withoutTimes } from "#shared/domain/clearance/systems-answer.ts";
import { countOf } from "#shared/domain/text/text.ts";
import { classifiedBy } from "./classified.ts";
import { hasLeaf, isKeyRow, keyLine, rowsLines } from "./clearance-evidence.ts";
import type { ClearanceEvidence } from "./clearance-file.ts";
import type { WholeLog } from "./facts.ts";
import { fail, type Line, open, pass } from "./finding.ts";
import { valueHash } from "./hashes.ts";
import type { Part } from "./read-file.ts";
import type { SystemsFile } from "./systems-file.ts";
import { type Given, NOT_ALL, type Verdict } from "./verify.ts";
import { type AnswerKind, type Known, verifyAnswer } from "./verify-answer.ts";

const UNPINNED =
  "Not proven against the log: their leaves are in the log that was given, but without a --key of " +
  "the log only the statement's signer says that it is the log.";

const subject = () =>
  z
    .array(
      z.object({
        name: z.string(),
        digest: z.object({ sha256: z.optional(z.string()), gitCommit: z.optional(z.string()) }),
      }),
    )
    .check(z.minLength(1), z.maxLength(2));

const systemsAnswer: AnswerKind<SystemsFile, ReturnType<typeof subject>> = {
  subject,
  isNone: "The statement's payload is not an in-toto statement about systems.",
  level: SYSTEM_LEVEL,
  about: ({ systems, blockers, repository, run, cleared }) => {
    const where = repository === null ? "" : ` of "${repository.full_name}"`;
    const commit = run?.commit == null ? "" : ` at ${run.commit}`;
    return [
      `Clearance   of ${countOf(systems.length, "system")}${where}${commit}`,
      `Answer      ${cleared ? "cleared" : `not cleared: ${countOf(blockers.length, "reason")}`}`,
    ];
  },
  differs: ({ systems, run }, [about, at]) => {
    const isTheirs =
      about?.name === "systems" && about.digest.sha256 === valueHash(withoutTimes(systems));
    if (!isTheirs) return "it is about other systems.";
    const isItsCommit = at?.digest.gitCommit === (run?.commit ?? undefined);
    return isItsCommit ? null : "it is about another commit.";
  },
  trail: ({ evidence }) => evidence.trail,
  lines: logLines,
};

/** Judges a saved answer about systems: its statement, the answer, and its classifications in the log. */
export const verifySystems = (part: Part<SystemsFile>, given: Given): Promise<Verdict> =>
  verifyAnswer(part, given, systemsAnswer);

/** Whether the log has the rows behind each classified system's class, and they agree with it. */
async function logLines(
  file: SystemsFile,
  { given, trust, whole }: Known,
): Promise<readonly Line[]> {
  const { trail } = file.evidence;
  const leaves = whole === null ? open(CLASSES, NOT_ALL) : leavesLine(file, given, whole);
  if (trail === undefined) return [leaves, open("statement_key", NOT_DISCLOSED)];
  return [
    leaves,
    ...(await rowsLines(trail, trust, whole)),
    await saidLine(file, trail),
    keyLine(trail, file.statement.signatures[0]?.keyid ?? ""),
  ];
}

const CLASSES = "classifications";

const NOT_DISCLOSED =
  "The row that names the key was not disclosed to this caller: ask for the platform's answer.";

const classifiedIn = ({ systems }: SystemsFile): string[] =>
  systems.flatMap(({ artifact_id, class: known }) =>
    artifact_id === null || known === null ? [] : [artifact_id],
  );

function leavesLine(file: SystemsFile, given: Given, log: WholeLog): Line {
  const { evidence } = file;
  const classified = classifiedIn(file);
  const leaves = new Map(evidence.leaves.map((one) => [one.artifact_id, one.leaf] as const));
  const wrong = evidence.leaves.filter(
    ({ artifact_id, leaf }) => !hasLeaf(log, "artifact", artifact_id, leaf),
  );
  if (wrong.length > 0 || leaves.size !== classified.length) {
    const text = `The log has not what ${countOf(Math.max(1, wrong.length), "classification")} rests on.`;
    return fail(CLASSES, text);
  }
  const waiting = classified.filter((id) => leaves.get(id) == null).length;
  if (waiting > 0) {
    const text = `When it was asked, the log had not taken ${waiting} of ${countOf(classified.length, "classification")}.`;
    return open(CLASSES, text);
  }
  if (given.keys.length === 0) return open(CLASSES, UNPINNED);
  return pass(CLASSES, `In the log: ${countOf(classified.length, "classification")}.`);
}

/** Whether the rows agree on each class, its confirmer and the time, and there are no others. */
async function saidLine(file: SystemsFile, { rows }: ClearanceEvidence): Promise<Line> {
  const name = "decided";
  const classified = new Set(classifiedIn(file));
  const own = rows.map(({ row }) => row).filter((row) => !isKeyRow(row));
  const said = await classifiedBy(own);
  for (const { artifact_id, name: of, ...shown } of file.systems) {
    if (artifact_id === null || !classified.has(artifact_id)) continue;
    const fault = said.faultOf(artifact_id, shown);
    if (fault !== null) return fail(name, `${fault} It is about "${of}".`);
  }
  if (!said.isAbout(classified))
    return fail(name, "There are rows that are about none of the systems.");
  const text = `By the rows: class, name and date of ${countOf(classified.size, "classification")}.`;
  return pass(name, text);
}
