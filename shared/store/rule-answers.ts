import type { RuleOfPanel } from "#shared/domain/reviews/panel-transitions.ts";
import {
  type DecidedReview,
  isApproval,
  type ReviewRecord,
} from "#shared/domain/reviews/review.ts";
import type { RuleOutcome } from "#shared/domain/reviews/rule-outcome.ts";
import {
  type Answered,
  noAnswers,
  nothingOpen,
  type Objection,
  type OpenMark,
  type OpenOnRule,
  opening,
  type RuleAnswers,
} from "#shared/domain/reviews/rule-status.ts";
import type { Decision } from "#shared/domain/reviews/statuses.ts";
import { getItems, type Item } from "./read.ts";
import type { Read } from "./read-together.ts";
import { answerKeys, bucketKey, bucketOf, changeBuckets, type RuleChange } from "./rule-buckets.ts";
import type { Action } from "./transact.ts";

/*
 * What reviews say about each rule, in 16 items per framework so that a transaction on a
 * hundred rules has room for them and a whole framework takes one read.
 * ANSWERS#<framework> / BUCKET#<k>, attributes by rule:
 * yes#<use_case_id>, no#<use_case_id>    the latest answer of each kind
 * objection#<use_case_id>, wish#<use_case_id>   the latest verdict on this rule alone that objected
 *                                        to it, or approved it and named changes
 * open#<use_case_id>#<review_id>         a request that is open on the rule: expires_at, content_hash
 * others#<use_case_id>                   until when requests without a mark may be open
 * and `opened` on the item: how many requests have been opened on the bucket's rules so far.
 */
/** The rules' review state, as it was read. */
export interface KeptReviews {
  answersOf(useCaseId: string): RuleAnswers;
  openOn(useCaseId: string): OpenOnRule;
  /** Rules that a verdict of their own objected to, or approved with changes, in the past. */
  remarked(): string[];
  /** Rules on which requests without a mark may be open. */
  overflowing(): string[];
  /** How many requests had been opened on rules of the bucket that holds this rule. */
  openedBeside(useCaseId: string): number | undefined;
}

export const readKeptReviews = async (
  frameworkId: string,
  useCaseIds?: readonly string[],
): Promise<KeptReviews> => keptReviewsIn(await getItems(answerKeys(frameworkId, useCaseIds)));

function keptReviewsIn(items: readonly (Item | null)[]): KeptReviews {
  const all = new Map(items.flatMap((item) => Object.entries(item ?? {})));
  const marks = Map.groupBy(marksIn(all), ({ use_case_id }) => use_case_id);
  const opened = new Map(items.map((item) => [item?.sk, item?.opened as number | undefined]));
  const answer = (name: string) => (all.get(name) as Answered | undefined) ?? null;
  const objectionTo = (id: string) => answer(`objection#${id}`) as Objection | null;
  return {
    answersOf: (id) => {
      const [approved, denied] = [answer(`yes#${id}`), answer(`no#${id}`)];
      if (approved === null && denied === null) return noAnswers;
      return { approved, denied, objection: objectionTo(id), wish: answer(`wish#${id}`) };
    },
    openOn: (id) => {
      const others_until = (all.get(OTHERS + id) as string | undefined) ?? null;
      const found = marks.get(id);
      return found === undefined && others_until === null
        ? nothingOpen
        : { marks: (found ?? []).map(({ mark }) => mark), others_until };
    },
    remarked: () => [
      ...new Set(
        [...all.keys()].flatMap((name) => /^(?:objection|wish)#(.*)$/s.exec(name)?.[1] ?? []),
      ),
    ],
    overflowing: () =>
      [...all.keys()]
        .filter((name) => name.startsWith(OTHERS))
        .map((name) => name.slice(OTHERS.length)),
    openedBeside: (id) => opened.get(bucketKey("", bucketOf(id)).sk),
  };
}

/** The latest answers to these rules. */
export const answersRead = (
  frameworkId: string,
  useCaseIds: readonly string[],
): Read<(useCaseId: string) => RuleAnswers> => ({
  keys: answerKeys(frameworkId, useCaseIds),
  from: (items) => keptReviewsIn(items).answersOf,
});

const OTHERS = "others#";
const OPEN = "open#";
const openName = (useCaseId: string, reviewId: string): string => `${OPEN}${useCaseId}#${reviewId}`;

function* marksIn(attributes: ReadonlyMap<string, unknown>) {
  for (const [name, value] of attributes) {
    if (!name.startsWith(OPEN)) continue;
    const [, use_case_id = "", review_id = ""] = name.split("#");
    const mark: OpenMark = { review_id, ...(value as Omit<OpenMark, "review_id">) };
    yield { use_case_id, mark };
  }
}

/** Records a decision's answer to each of its rules and closes the review on them. */
export function recordAnswers(
  { id: review_id, framework_id, decided_at }: DecidedReview,
  outcomes: readonly RuleOutcome[],
): Action[] {
  return changeBuckets(
    framework_id,
    outcomes.map((one) => ({
      use_case_id: one.use_case_id,
      set: answerTo(one, { review_id, decided_at, content_hash: one.content_hash }),
      remove: [openName(one.use_case_id, review_id)],
    })),
  );
}

/** The attributes that an answer to one rule sets. */
const answerTo = (
  { use_case_id, outcome, verdict }: RuleOutcome,
  answered: Answered,
): (readonly [string, unknown])[] => [
  [`${isApproval(outcome) ? "yes" : "no"}#${use_case_id}`, answered],
  ...remarked(use_case_id, answered, outcome, verdict),
];

/** What the rule's own verdict leaves to be done. */
function remarked(
  useCaseId: string,
  answered: Answered,
  outcome: Decision,
  verdict: Decision | null,
): (readonly [string, unknown])[] {
  if (verdict === "rejected" || verdict === "changes_requested") {
    return [[`objection#${useCaseId}`, { ...answered, verdict } satisfies Objection]];
  }
  return verdict === "approved_with_changes" && isApproval(outcome)
    ? [[`wish#${useCaseId}`, answered]]
    : [];
}

/**
 * Records what a panel comes to for each of its rules, and closes it on them. A rule that is
 * undecided gets no answer.
 */
export function recordPanelAnswers(
  { id, framework_id }: { id: string; framework_id: string },
  of: Omit<Answered, "content_hash">,
  rules: readonly RuleOfPanel[],
): Action[] {
  return changeBuckets(
    framework_id,
    rules.map(({ use_case_id, content_hash, outcome, verdict, review_id }) => ({
      use_case_id,
      set:
        outcome === "undecided"
          ? []
          : answerTo(
              { use_case_id, content_hash, outcome, verdict },
              { ...of, review_id: review_id ?? of.review_id, content_hash },
            ),
      remove: [openName(use_case_id, id)],
    })),
  );
}

/** Closes the review on its rules. */
export const closeOnRules = (
  review: Pick<ReviewRecord, "id" | "framework_id" | "rule_use_case_ids">,
): Action[] =>
  changeBuckets(
    review.framework_id,
    review.rule_use_case_ids.map((use_case_id) => ({
      use_case_id,
      remove: [openName(use_case_id, review.id)],
    })),
  );

/** What is opened on its rules: a request, or a panel. */
type Opened = Pick<
  ReviewRecord,
  "id" | "framework_id" | "rule_use_case_ids" | "pinned_hashes" | "created_at" | "expires_at"
> & { isPanel?: true };

/**
 * Opens the review on its rules.
 * @param kept the rules' review state, as read before deciding to open it
 * @param onlyIf `unopened`: only if no request has been opened in their buckets since. Otherwise
 * there may have been others: for a rule with too many, the latest expiry is kept, in whatever
 * order they arrive.
 * @param instead a request that ends with it
 */
export function openOnRules(
  review: Opened,
  kept: KeptReviews,
  onlyIf: "unopened" | "anything",
  instead?: string,
): Action[] {
  const changes = review.rule_use_case_ids.map((use_case_id, i) => {
    const all = kept.openOn(use_case_id);
    const on = { ...all, marks: all.marks.filter(({ review_id }) => review_id !== instead) };
    const change = openedOn(use_case_id, on, markOf(review, i), review.created_at);
    const ended = instead === undefined ? [] : [openName(use_case_id, instead)];
    return { ...change, remove: [...(change.remove ?? []), ...ended] };
  });
  return changeBuckets(review.framework_id, changes, (id) => ({
    expression: " ADD #opened :one",
    names: { "#opened": "opened" },
    ...(onlyIf === "unopened" ? openedStill(kept.openedBeside(id)) : { values: { ":one": 1 } }),
  }));
}

const markOf = (review: Opened, place: number): OpenMark => ({
  review_id: review.id,
  expires_at: review.expires_at,
  content_hash: review.pinned_hashes[place] as string,
  ...(review.isPanel ? { isPanel: true } : {}),
});

/** What changes on a rule when one more is opened on it. */
function openedOn(use_case_id: string, on: OpenOnRule, mark: OpenMark, now: string): RuleChange {
  const { added, removed, others_until } = opening(on, mark, now);
  const others = othersChange(OTHERS + use_case_id, on.others_until, others_until);
  const marked =
    added === null ? [] : [[openName(use_case_id, mark.review_id), withoutId(added)] as const];
  return {
    ...others,
    use_case_id,
    set: [...marked, ...(others.set ?? [])],
    remove: [...removed.map((id) => openName(use_case_id, id)), ...(others.remove ?? [])],
  };
}

/** Moves the instant until which requests without a mark may be open, if it is still as read. */
function othersChange(
  name: string,
  before: string | null,
  after: string | null,
): Omit<RuleChange, "use_case_id"> {
  if (before === after) return {};
  const assumes = { name, notAfter: before === null ? null : (after ?? before) };
  return after === null ? { remove: [name], assumes } : { set: [[name, after]], assumes };
}

const withoutId = ({ review_id: _, ...mark }: OpenMark) => mark;

const openedStill = (seen: number | undefined) =>
  seen === undefined
    ? { condition: "attribute_not_exists(#opened)", values: { ":one": 1 } }
    : { condition: "#opened = :opened", values: { ":one": 1, ":opened": seen } };
