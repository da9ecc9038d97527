import * as z from "zod/mini";
import { CLEARED_LEVEL } from "#shared/domain/clearance/dsse.ts";
import { countOf } from "#shared/domain/text/text.ts";
import { approvalsLine, hasLeaf, keyLine, rowsLines } from "./clearance-evidence.ts";
import type { ClearanceFile } from "./clearance-file.ts";
import type { WholeLog } from "./facts.ts";
import { fail, type Line, open } from "./finding.ts";
import type { Part } from "./read-file.ts";
import type { Given, Verdict } from "./verify.ts";
import { type AnswerKind, type Known, verifyAnswer } from "./verify-answer.ts";

const subject = () =>
  z
    .array(z.object({ name: z.literal("rules"), digest: z.object({ sha256: z.string() }) }))
    .check(z.length(1));

const clearance: AnswerKind<ClearanceFile, ReturnType<typeof subject>> = {
  subject,
  isNone: "The statement's payload is not an in-toto statement of a clearance.",
  level: CLEARED_LEVEL,
  about: ({ blockers, approvals, framework_id, cleared }) => [
    `Clearance   of ${countOf(blockers.length + approvals.length, "rule")} of framework "${framework_id}"`,
    `Answer      ${cleared ? "cleared" : `not cleared: ${blockers.length} blocked`}`,
  ],
  differs: ({ blockers, approvals, rules_hash }, [about]) => {
    const ids = [...blockers, ...approvals].map(({ use_case_id }) => use_case_id);
    if (new Set(ids).size < ids.length) return "it names a rule twice.";
    return about?.digest.sha256 === rules_hash ? null : "it is about other rules.";
  },
  trail: ({ evidence }) => evidence,
  lines: evidenceLines,
};

/** Judges a saved answer: its statement, the answer itself, and its approvals in the log. */
export const verifyClearance = (part: Part<ClearanceFile>, given: Given): Promise<Verdict> =>
  verifyAnswer(part, given, clearance);

const NOT_DISCLOSED =
  "The decision rows were not disclosed to this caller: ask for the platform's answer.";

/**
 * Whether the rows say what the answer does, and the log has them. Without a pinned key of the log,
 * only the statement's own signer vouches for the log, which proves nothing.
 */
async function evidenceLines(
  file: ClearanceFile,
  { trust, whole }: Known,
): Promise<readonly Line[]> {
  const { evidence, statement } = file;
  const leaves = leavesLine(file, whole);
  if (leaves !== null) return [leaves];
  if (evidence === undefined) return [open("approvals", NOT_DISCLOSED)];
  return [
    ...(await rowsLines(evidence, trust, whole)),
    approvalsLine(file, evidence),
    keyLine(evidence, statement.signatures[0]?.keyid ?? ""),
  ];
}

/** The fault if the given log lacks a leaf that the answer names; null: no fault, or no log. */
function leavesLine({ approvals }: ClearanceFile, log: WholeLog | null): Line | null {
  if (log === null) return null;
  const wrong = approvals.filter(
    ({ review_id, leaf }) => !hasLeaf(log, "rule_review_request", review_id, leaf),
  );
  if (wrong.length === 0) return null;
  const named = wrong.slice(0, 10).map(({ use_case_id }) => `"${use_case_id}"`);
  return fail("approvals", `The log has no such decision of ${named.join(", ")}.`);
}
