import type { Leaf } from "#shared/domain/clearance/answer.ts";
import type { RuleFacts } from "#shared/domain/clearance/judge.ts";
import type { Question } from "#shared/domain/clearance/question.ts";
import { enforcementAt } from "#shared/domain/frameworks/enforcement.ts";
import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import type { Rule } from "#shared/domain/frameworks/rule.ts";
import { type DecidedReview, isDecided, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { ruleOutcome } from "#shared/domain/reviews/rule-outcome.ts";
import type { Answered, RuleAnswers } from "#shared/domain/reviews/rule-status.ts";
import { decisionsUpTo } from "#shared/store/decisions.ts";
import { enforcementOf } from "#shared/store/enforcement.ts";
import { decisionLeaves } from "#shared/store/log-subjects.ts";
import { getPanel } from "#shared/store/panels.ts";
import { getReviews } from "#shared/store/reviews.ts";
import { type RuleReviews, reviewsOfRules } from "#shared/store/rule-reviews.ts";
import { allLiveRules, getLiveRules } from "#shared/store/rules.ts";
import { allOpenAt, answersAt, byRule } from "#shared/use-cases/evidence/as-of.ts";
import { wordingsOf } from "./wordings-of.ts";

/** Up to here, rules are read by key; beyond, the book is read as a whole. */
const FEW = 100;

interface Loaded {
  /** One a rule in question, sorted by use_case_id. */
  facts: RuleFacts[];
  /** A decided review that an answer names. */
  reviewOf(id: string | undefined): DecidedReview | null;
  /** Where the log has its decision; null until it has taken it, or if that was not asked for. */
  leafOf(review: DecidedReview): Leaf | null;
}

/** What is wanted besides what decides. */
interface Wanted {
  /** Where the evidence log has the decisions. */
  leaves: boolean;
}

/**
 * What decides whether each rule is cleared, by the readings that coverage uses, and in one wait
 * more than coverage: everything that follows from the rules' answers is read side by side.
 * @param at the instant that is judged
 */
export async function loadRuleFacts(
  question: Question,
  at: string,
  now: string,
  wanted: Wanted,
): Promise<Loaded> {
  const { framework_id, use_case_ids } = question;
  const ids = [...use_case_ids].sort();
  const isPast = at < now;
  const [live, events, reviewsOf, past, openThen] = await Promise.all([
    readLive(framework_id, ids),
    enforcementOf(framework_id),
    reviewsOfRules(framework_id, at, ids.length > FEW ? undefined : ids, "panels"),
    isPast ? decisionsUpTo(framework_id, at) : null,
    isPast ? allOpenAt(framework_id, at) : null,
  ]);
  const answers = past === null ? reviewsOf : await answersAt(at, ids, reviewsOf, past);
  const [wordings, openOn, reviews, leaves] = await Promise.all([
    wordingsOf(question, live, answers, isPast ? at : null),
    openThen === null ? openNow(ids, reviewsOf) : openFrom(openThen),
    readReviews(ids, answers),
    wanted.leaves ? readLeaves(ids, answers) : noLeaves,
  ]);
  const standing = enforcementAt(events, at);
  return {
    facts: ids.map((id): RuleFacts => {
      const { asked, isKnown, approved } = wordings(id);
      return {
        use_case_id: id,
        asked,
        isKnown,
        ...answersOf(id, answers(id), approved, reviews),
        open: openOn(id),
        standing: standing(asked?.rule ?? { use_case_id: id }),
      };
    }),
    reviewOf: (id) => {
      const review = id === undefined ? undefined : reviews.get(id);
      return review !== undefined && isDecided(review) ? review : null;
    },
    leafOf: ({ id, decision_row_hash }) => {
      const leaf = leaves.get(id);
      return leaf?.hash === decision_row_hash ? leaf : null;
    },
  };
}

async function readLive(frameworkId: string, ids: readonly string[]): Promise<LiveRule[]> {
  if (ids.length > FEW) {
    const wanted = new Set(ids);
    const all = await allLiveRules(frameworkId);
    return all.filter(({ rule }) => wanted.has(rule.use_case_id));
  }
  return (await getLiveRules(frameworkId, ids)).filter((rule) => rule !== null);
}

type Answers = (useCaseId: string) => RuleAnswers;

async function readReviews(
  ids: readonly string[],
  answers: Answers,
): Promise<ReadonlyMap<string, ReviewRecord>> {
  const named = ids.flatMap((id) => {
    const { approved, denied } = answers(id);
    return [approved?.review_id, denied?.review_id];
  });
  const wanted = [...new Set(named.filter((id) => typeof id === "string"))];
  const found = await getReviews(wanted);
  return new Map(found.flatMap((review) => (review === null ? [] : [[review.id, review]])));
}

const noLeaves: ReadonlyMap<string, Leaf> = new Map();

/** By request, where the log has the decision of each latest approval. */
const readLeaves = (ids: readonly string[], answers: Answers): Promise<ReadonlyMap<string, Leaf>> =>
  decisionLeaves(new Set(ids.flatMap((id) => answers(id).approved?.review_id ?? [])));

/** Whether a review is a panel member's. */
const isPanels = (review: ReviewRecord | undefined): boolean =>
  typeof (review as { panel_id?: unknown } | undefined)?.panel_id === "string";

/** The latest approval, and the objection that stands: one after which no approval came. */
function answersOf(
  useCaseId: string,
  { approved, denied }: RuleAnswers,
  approvedRule: Rule | null,
  reviews: ReadonlyMap<string, ReviewRecord>,
): Pick<RuleFacts, "approved" | "objection"> {
  const stands = denied !== null && (approved === null || denied.decided_at > approved.decided_at);
  return {
    approved:
      approved === null
        ? null
        : { ...approved, rule: approvedRule, byPanel: isPanels(reviews.get(approved.review_id)) },
    objection: stands ? objectionOf(useCaseId, denied, reviews.get(denied.review_id)) : null,
  };
}

const objectionOf = (useCaseId: string, denied: Answered, review: ReviewRecord | undefined) => {
  const outcome = review === undefined ? null : ruleOutcome(review, useCaseId);
  const verdict = outcome === "rejected" ? outcome : ("changes_requested" as const);
  return { ...denied, verdict };
};

type OpenOn = (useCaseId: string) => RuleFacts["open"];

/** What is open now: a panel comes first, however long other requests last. */
async function openNow(
  ids: readonly string[],
  reviewsOf: (useCaseId: string) => RuleReviews,
): Promise<OpenOn> {
  const panels = [...new Set(ids.flatMap((id) => reviewsOf(id).panel?.review_id ?? []))];
  const members = new Map(
    await Promise.all(panels.map(async (id) => [id, await memberOf(id)] as const)),
  );
  return (id) => {
    const { open, panel } = reviewsOf(id);
    if (panel !== null) {
      return { review_id: members.get(panel.review_id) ?? panel.review_id, isPanel: true };
    }
    return open === null ? null : { review_id: open.review_id, isPanel: false };
  };
}

/** The open request of a panel's that an answer names: the same one each time. */
async function memberOf(panelId: string): Promise<string | undefined> {
  const members = (await getPanel(panelId))?.members ?? [];
  const pending = members.filter(({ status }) => status === "pending");
  return pending.map(({ review_id }) => review_id).sort()[0];
}

/** The same of requests that were open at an instant. */
function openFrom(records: readonly ReviewRecord[]): OpenOn {
  const longest = byRule(records);
  const panels = byRule(records.filter(isPanels).sort((a, b) => (a.id < b.id ? 1 : -1)));
  return (id) => {
    const record = panels.get(id) ?? longest.get(id);
    return record === undefined ? null : { review_id: record.id, isPanel: panels.has(id) };
  };
}
