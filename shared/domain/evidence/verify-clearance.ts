import * as z from "zod/mini";
import { CLEARED_LEVEL } from "#shared/domain/clearance/dsse.ts";
import { subjectOf } from "#shared/domain/log/entry.ts";
import { countOf } from "#shared/domain/text/count.ts";
import { approvalsLine, keyLine, rowsLines } from "./clearance-evidence.ts";
import type { ClearanceFile } from "./clearance-file.ts";
import type { WholeLog } from "./facts.ts";
import type { Part } from "./read-file.ts";
import { hashOfValue, readStatement, type Statement } from "./statement.ts";
import { signatureLine } from "./statement-signature.ts";
import { statedKeys } from "./trust.ts";
import {
  broken,
  concluded,
  type Given,
  judgeLog,
  type Line,
  line,
  type Verdict,
} from "./verify.ts";

const subject = () =>
  z
    .array(z.object({ name: z.literal("rules"), digest: z.object({ sha256: z.string() }) }))
    .check(z.length(1));

/** Judges a saved answer: its statement, the answer itself, and its approvals in the log. */
export async function verifyClearance(part: Part<ClearanceFile>, given: Given): Promise<Verdict> {
  if ("faults" in part) return broken(part);
  const file = part.value;
  const { blockers, approvals, framework_id, cleared } = file;
  const about = [
    `Clearance   of ${countOf(blockers.length + approvals.length, "rule")} of framework "${framework_id}"`,
    `Answer      ${cleared ? "cleared" : `not cleared: ${blockers.length} blocked`}`,
  ];
  const read = readStatement(file.statement.payload, subject());
  if (read === null) {
    const text = "The statement's payload is not an in-toto statement of a clearance.";
    return concluded([line("fail", "statement", text)], about);
  }
  const { payload, statement } = read;
  const { verifier, timeVerified } = statement.predicate;
  const lines = [
    await signatureLine(
      file.statement.signatures,
      payload,
      timeVerified,
      given.statementKeys ?? [],
    ),
    answerLine(file, statement),
    ...(await evidenceLines(file, given)),
  ];
  return concluded(lines, [...about, `Signed      at ${timeVerified} by "${verifier.id}"`]);
}

/** What the statement says must be what the answer says. */
function answerLine(
  file: ClearanceFile,
  { subject: about, predicate }: Statement<ReturnType<typeof subject>>,
): Line {
  const { statement: _, evidence: __, ...answer } = file;
  const level = answer.cleared ? CLEARED_LEVEL : "FAILED";
  const differs =
    contradiction(file) ??
    (about[0]?.digest.sha256 !== answer.rules_hash ? "it is about other rules." : null) ??
    (predicate.inputAttestations[0]?.digest.sha256 !== hashOfValue(answer)
      ? "the answer is not the one that was signed."
      : null) ??
    ((predicate.verificationResult === "PASSED") !== answer.cleared ||
    predicate.verifiedLevels.join() !== level
      ? "the statement has another result."
      : null);
  return differs === null
    ? line("pass", "answer", `It is the answer that was signed: ${predicate.verificationResult}.`)
    : line("fail", "answer", `It was changed: ${differs}`);
}

function contradiction({ cleared, blockers, approvals }: ClearanceFile): string | null {
  if (cleared !== (blockers.length === 0)) return "it contradicts itself.";
  const ids = [...blockers, ...approvals].map(({ use_case_id }) => use_case_id);
  return new Set(ids).size === ids.length ? null : "it names a rule twice.";
}

const NOT_DISCLOSED =
  "The decision rows were not disclosed to this caller: ask for the platform's answer.";

/**
 * Whether the rows say what the answer does, and the log has them. Without a pinned key of the log it is
 * the statement's own signer who vouches for the log, which proves nothing.
 */
async function evidenceLines(file: ClearanceFile, given: Given): Promise<Line[]> {
  const { evidence, statement } = file;
  const whole = given.log !== null && "log" in given.log ? given.log.log : null;
  const { origin = null, keys = null } = evidence ?? {};
  const stated = origin === null || keys === null ? null : statedKeys(origin, keys);
  const { trust, lines } = await judgeLog(given, stated, keys === null ? null : origin);
  const leaves = leavesLine(file, whole);
  if (leaves !== null) return [...lines, leaves];
  if (evidence === undefined) return [...lines, line("open", "approvals", NOT_DISCLOSED)];
  return [
    ...lines,
    ...(await rowsLines(evidence, trust, whole)),
    approvalsLine(file, evidence),
    keyLine(evidence, statement.signatures[0]?.keyid ?? ""),
  ];
}

/** Whether the log that was given has the leaves that the answer names; null: it has, or was not read. */
function leavesLine({ approvals }: ClearanceFile, log: WholeLog | null): Line | null {
  if (log === null) return null;
  const place = ({ review_id }: ClearanceFile["approvals"][number]) =>
    log.rowsOf(
      subjectOf({ resource_type: "rule_review_request", resource_id: review_id, action: "" }),
    );
  const wrong = approvals.filter(
    (one) =>
      one.leaf !== null &&
      !place(one).some(({ index, row }) => index === one.leaf?.index && row === one.leaf.hash),
  );
  if (wrong.length === 0) return null;
  const named = wrong
    .slice(0, 10)
    .map(({ use_case_id }) => `"${use_case_id}"`)
    .join(", ");
  return line("fail", "approvals", `The log has no such decision of ${named}.`);
}
