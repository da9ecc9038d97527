import type * as z from "zod/mini";
import { FAILED_LEVEL } from "#shared/domain/clearance/dsse.ts";
import type { ClearanceEvidence, ClearanceFile } from "./clearance-file.ts";
import type { WholeLog } from "./facts.ts";
import { writersLines } from "./file-writers.ts";
import { fail, type Line, pass } from "./finding.ts";
import { valueHash } from "./hashes.ts";
import type { Part } from "./read-file.ts";
import { readStatement, type Statement } from "./statement.ts";
import { signatureLine } from "./statement-signature.ts";
import { statedKeys, type Trust } from "./trust.ts";
import { broken, concluded, type Given, judgeLog, type Verdict } from "./verify.ts";
import { isCovered, witnessLine } from "./witnessed.ts";

/** The parts that every saved answer has, whatever was asked about. */
type Answer = Pick<ClearanceFile, "cleared" | "statement"> & {
  blockers: readonly unknown[];
  evidence?: unknown;
};

/** What is known about the log that an answer rests on. */
export interface Known {
  given: Given;
  trust: Trust;
  /** null: the log was not read. */
  whole: WholeLog | null;
}

/** What is specific to one kind of answer. */
export interface AnswerKind<A extends Answer, S extends z.ZodMiniType> {
  /** The subject of its statement. */
  subject: () => S;
  /** The message about a payload that is not such a statement. */
  isNone: string;
  /** The level that a statement verifies if the answer is that all is cleared. */
  level: string;
  /** What the answer says it is about. */
  about: (answer: A) => readonly string[];
  /** How the statement's subject differs from the answer's; null: it does not. */
  differs: (answer: A, subject: z.output<S>) => string | null;
  /** The rows that the answer discloses. */
  trail: (answer: A) => ClearanceEvidence | undefined;
  /** What the answer's rows and the log show. */
  lines: (answer: A, known: Known) => Promise<readonly Line[]>;
}

/** Judges a saved answer: its statement, the answer itself, and what it rests on in the log. */
export async function verifyAnswer<A extends Answer, S extends z.ZodMiniType>(
  part: Part<A>,
  given: Given,
  kind: AnswerKind<A, S>,
): Promise<Verdict> {
  if ("faults" in part) return broken(part);
  const answer = part.value;
  const about = kind.about(answer);
  const read = readStatement(answer.statement.payload, kind.subject());
  if (read === null) return concluded([fail("statement", kind.isNone)], about);
  const { payload, statement } = read;
  const { verifier, timeVerified } = statement.predicate;
  const trail = kind.trail(answer);
  const { origin = null, keys = null, checkpoint = null, rows = [], writers = [] } = trail ?? {};
  const stated = origin === null || keys === null ? null : statedKeys(origin, keys);
  const { trust, lines } = await judgeLog(given, stated, keys === null ? null : origin);
  const whole = given.log !== null && "log" in given.log ? given.log.log : null;
  const isCovering =
    checkpoint !== null &&
    rows.every(({ leaf }) => isCovered(leaf, checkpoint)) &&
    (await trust.judge(checkpoint)).status === "valid";
  const { signatures } = answer.statement;
  const judged = [
    await signatureLine(signatures, payload, timeVerified, given.statementKeys ?? []),
    answerLine(answer, statement as Statement<z.ZodMiniType>, kind),
    ...lines,
    await witnessLine(given, isCovering ? [checkpoint] : []),
    ...writersLines(
      writers,
      rows.map(({ row }) => row),
    ),
    ...(await kind.lines(answer, { given, trust, whole })),
  ];
  return concluded(judged, [...about, `Signed      at ${timeVerified} by "${verifier.id}"`]);
}

/** The statement must say the same as the answer. */
function answerLine<A extends Answer, S extends z.ZodMiniType>(
  file: A,
  { subject, predicate }: Statement<z.ZodMiniType>,
  { differs, level }: AnswerKind<A, S>,
): Line {
  const { statement: _, evidence: __, ...answer } = file;
  const { verificationResult: result, verifiedLevels: levels } = predicate;
  const isResult =
    (result === "PASSED") === file.cleared &&
    levels.join() === (file.cleared ? level : FAILED_LEVEL);
  const isSigned = predicate.inputAttestations[0]?.digest.sha256 === valueHash(answer);
  const contradicts = file.cleared !== (file.blockers.length === 0);
  const fault =
    (contradicts ? "it contradicts itself." : null) ??
    differs(file, subject as z.output<S>) ??
    (isSigned ? null : "the answer is not the one that was signed.") ??
    (isResult ? null : "the statement has another result.");
  return fault === null
    ? pass("answer", `It is the answer that was signed: ${result}.`)
    : fail("answer", `It was changed: ${fault}`);
}
