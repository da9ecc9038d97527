import type { Clearance } from "#shared/domain/clearance/answer.ts";
import { approvalIn, type RuleFacts, whyNot } from "#shared/domain/clearance/judge.ts";
import { type AskedInBody, type Question, questionOf } from "#shared/domain/clearance/question.ts";
import { type Envelope, statementOf } from "#shared/domain/clearance/statement.ts";
import type { ShownCounsel } from "#shared/domain/counsel/shown-counsel.ts";
import type { ClearanceEvidence } from "#shared/domain/evidence/clearance-file.ts";
import { requireKnown } from "#shared/domain/frameworks/framework.ts";
import { ruleVersionHash } from "#shared/domain/frameworks/rule.ts";
import type { DecidedReview } from "#shared/domain/reviews/review.ts";
import { signerIn } from "#shared/domain/standing/objection.ts";
import { asTenantsSee } from "#shared/use-cases/counsel/as-signed.ts";
import { different } from "#shared/use-cases/evidence/state-differs.ts";
import { bookAt, loadRuleFacts } from "./load-rule-facts.ts";

/** Who approved, as each kind of caller sees it: a pipeline, whose log many read, only the id. */
const approvers = {
  platform: signerIn,
  tenant: asTenantsSee,
  pipeline: ({ counsel_id }: DecidedReview): ShownCounsel => ({ id: counsel_id }),
} as const satisfies Record<string, (review: DecidedReview) => ShownCounsel>;

export type Asker = keyof typeof approvers;

/**
 * Whether these wordings may ship, and if not, why. It is judged now, or for a past or future instant
 * by what was, or is, known at that time (clearance.md, "The question").
 * @param now ISO 8601 UTC
 * @throws DomainError `unknown_framework`; `state_differs` if a rule is cleared, but the record of its
 *   approval says nothing of one
 */
async function judge(asked: AskedInBody, asker: Asker, now: string): Promise<Judged> {
  const question = questionOf(asked);
  const { framework_id, on } = question;
  const at = on ?? now;
  const [{ framework, superseded }, { facts, reviewOf, leafOf }] = await Promise.all([
    bookAt(framework_id, at, now),
    loadRuleFacts(question, at, now, "approvals"),
  ]);
  requireKnown(framework, framework_id);
  const judged = facts.map((one) => ({
    ...one,
    approval: approvalIn(one.standing),
    not: whyNot(one, question, superseded, at),
  }));
  const byOf = (review: DecidedReview | null) => review && approvers[asker](review);
  const cleared = judged.filter(({ not }) => not === null);
  const blocked = judged.filter(({ not }) => not !== null);
  const answer: Clearance = {
    cleared: blocked.length === 0,
    framework_id,
    on,
    rules_hash: rulesHash(question, facts),
    blockers: blocked.map(({ use_case_id, asked, approval, not }) => ({
      use_case_id,
      reason: not?.reason ?? "unknown_rule",
      detail: not?.detail ?? "",
      content_hash: asked?.content_hash ?? null,
      review_id: not?.review_id ?? null,
      approved_by: byOf(reviewOf(approval?.review_id)),
      approved_at: approval?.decided_at ?? null,
      changed_fields: not?.changed_fields ?? [],
    })),
    approvals: cleared.map(({ use_case_id, asked, approval }) => {
      const review = reviewOf(approval?.review_id);
      const approved_by = byOf(review);
      if (asked === null || approval === null || review === null || approved_by === null) {
        const fault = `the record of the decision that approves "${use_case_id}" says nothing of one.`;
        throw different({ framework_id, use_case_id }, fault);
      }
      return {
        use_case_id,
        content_hash: asked.content_hash,
        review_id: approval.review_id,
        approved_by,
        approved_at: approval.decided_at,
        leaf: leafOf(review),
      };
    }),
  };
  const panels = cleared.map(({ approval }) => approval?.panel_id ?? null);
  return { answer, panels };
}

interface Judged {
  answer: Clearance;
  /** The panel through which each approval counts, in their order; null: none. Answers leave it out. */
  panels: readonly (string | null)[];
}

/** The hash over the rules as given, including unknown ones, or else over the live rules. */
const rulesHash = ({ framework_id, rules }: Question, facts: readonly RuleFacts[]): string =>
  ruleVersionHash(framework_id, rules ?? facts.flatMap(({ asked }) => asked?.rule ?? []));

interface Answered {
  /** The answer without statement and evidence, as the tag covers it. */
  answer: Clearance;
  body: Clearance & { statement?: Envelope; evidence?: ClearanceEvidence };
}

/**
 * The answer to a question, with its signed statement if the caller asks for one. The platform also
 * gets the rows on which the statement is based; they name counsel and who asked them.
 * @throws DomainError as {@link judge}, and any error that keeps a statement from being signed
 */
export async function askClearance(
  asked: AskedInBody,
  given: { asker: Asker; isSigned: boolean | undefined; now: string },
): Promise<Answered> {
  const { answer, panels } = await judge(asked, given.asker, given.now);
  if (given.isSigned !== true) return { answer, body: answer };
  // Loaded only on demand, because the client of the key service is large.
  const { signAnswer, statementKey } = await import("./sign-answer.ts");
  const { loadClearanceEvidence } = await import("./load-clearance-evidence.ts");
  const key = await statementKey(given.now);
  const approvals = answer.approvals.map((one, i) => ({ ...one, panel_id: panels[i] }));
  const evidence = await loadClearanceEvidence({ ...answer, approvals }, key.kid);
  const body = await signAnswer(
    answer,
    (signing) => statementOf(questionOf(asked), answer, signing),
    given.now,
    key,
  );
  return { answer, body: given.asker === "platform" ? { ...body, evidence } : body };
}
