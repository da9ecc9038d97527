import * as z from "zod/mini";
import { FAILED_LEVEL, SYSTEM_LEVEL } from "#shared/domain/clearance/dsse.ts";
import { withoutTimes } from "#shared/domain/clearance/systems-answer.ts";
import { subjectOf } from "#shared/domain/log/entry.ts";
import { countOf } from "#shared/domain/text/count.ts";
import type { Part } from "./read-file.ts";
import { hashOfValue, readStatement, type Statement } from "./statement.ts";
import { signatureLine } from "./statement-signature.ts";
import type { SystemsFile } from "./systems-file.ts";
import {
  broken,
  concluded,
  type Given,
  judgeLog,
  type Line,
  line,
  NOT_ALL,
  type Verdict,
} from "./verify.ts";

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

/** Judges a saved answer about systems: its statement, the answer, and its classifications in the log. */
export async function verifySystems(part: Part<SystemsFile>, given: Given): Promise<Verdict> {
  if ("faults" in part) return broken(part);
  const file = part.value;
  const { systems, blockers, repository, run, cleared } = file;
  const where = repository === null ? "" : ` of "${repository.full_name}"`;
  const commit = run?.commit == null ? "" : ` at ${run.commit}`;
  const about = [
    `Clearance   of ${countOf(systems.length, "system")}${where}${commit}`,
    `Answer      ${cleared ? "cleared" : `not cleared: ${countOf(blockers.length, "reason")}`}`,
  ];
  const read = readStatement(file.statement.payload, subject());
  if (read === null) {
    const text = "The statement's payload is not an in-toto statement about systems.";
    return concluded([line("fail", "statement", text)], about);
  }
  const { payload, statement } = read;
  const { verifier, timeVerified } = statement.predicate;
  const { signatures } = file.statement;
  const lines = [
    await signatureLine(signatures, payload, timeVerified, given.statementKeys ?? []),
    answerLine(file, statement),
    ...(await logLines(file, given)),
  ];
  return concluded(lines, [...about, `Signed      at ${timeVerified} by "${verifier.id}"`]);
}

function answerLine(
  file: SystemsFile,
  { subject: about, predicate }: Statement<ReturnType<typeof subject>>,
): Line {
  const { statement: _, evidence: __, ...answer } = file;
  const [systems, at] = about;
  const commit = answer.run?.commit ?? undefined;
  const isOther =
    systems?.name !== "systems" ||
    systems.digest.sha256 !== hashOfValue(withoutTimes(answer.systems));
  const level = answer.cleared ? SYSTEM_LEVEL : FAILED_LEVEL;
  const faults: (string | false)[] = [
    answer.cleared !== (answer.blockers.length === 0) && "it contradicts itself.",
    isOther && "it is about other systems.",
    at?.digest.gitCommit !== commit && "it is about another commit.",
    predicate.inputAttestations[0]?.digest.sha256 !== hashOfValue(answer) &&
      "the answer is not the one that was signed.",
    ((predicate.verificationResult === "PASSED") !== answer.cleared ||
      predicate.verifiedLevels.join() !== level) &&
      "the statement has another result.",
  ];
  const differs = faults.find((fault) => fault !== false);
  return differs === undefined
    ? line("pass", "answer", `It is the answer that was signed: ${predicate.verificationResult}.`)
    : line("fail", "answer", `It was changed: ${differs}`);
}

/** Whether the log has what each classified system's classification rests on. */
async function logLines({ systems, evidence }: SystemsFile, given: Given): Promise<Line[]> {
  const { lines } = await judgeLog(given, null, null);
  const name = "classifications";
  if (given.log === null || !("log" in given.log)) return [...lines, line("open", name, NOT_ALL)];
  const { log } = given.log;
  const classified = systems.flatMap(({ artifact_id, class: known }) =>
    artifact_id === null || known === null ? [] : [artifact_id],
  );
  const leaves = new Map(evidence.leaves.map((one) => [one.artifact_id, one.leaf] as const));
  const rowsOf = (resource_id: string) =>
    log.rowsOf(subjectOf({ resource_type: "artifact", resource_id, action: "" }));
  const wrong = evidence.leaves.filter(
    ({ artifact_id, leaf }) =>
      leaf !== null &&
      !rowsOf(artifact_id).some(({ index, row }) => index === leaf.index && row === leaf.hash),
  );
  if (wrong.length > 0 || leaves.size !== classified.length) {
    const text = `The log has not what ${countOf(Math.max(1, wrong.length), "classification")} rests on.`;
    return [...lines, line("fail", name, text)];
  }
  const waiting = classified.filter((id) => leaves.get(id) == null).length;
  if (waiting > 0) {
    const text = `When it was asked, the log had not taken ${waiting} of ${countOf(classified.length, "classification")}.`;
    return [...lines, line("open", name, text)];
  }
  if (given.keys.length === 0) return [...lines, line("open", name, UNPINNED)];
  const text = `In the log: ${countOf(classified.length, "classification")}.`;
  return [...lines, line("pass", name, text)];
}
