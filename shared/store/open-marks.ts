import { endsAt, type PanelRecord } from "#shared/domain/reviews/panel.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { type MarksOnRule, type OpenMark, opening } from "#shared/domain/standing/open-marks.ts";
import { all, type Condition, is, isAbsent, isAtMost, literally } from "./item.ts";
import { type KeptStanding, OTHERS, openName } from "./kept-attributes.ts";
import { changeBuckets, type RuleChange } from "./rule-buckets.ts";
import type { Action } from "./transact.ts";

/*
 * Marks that show which requests are open on which rules; stored beside the decisions
 * (kept-standing.ts).
 */

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

/** A request or a panel that is opened on its rules. */
type Opened = Pick<
  ReviewRecord,
  "id" | "framework_id" | "rule_use_case_ids" | "pinned_hashes" | "created_at" | "expires_at"
> & { isPanel?: true };

/**
 * Opens the review on its rules.
 * @param kept the kept standing of the rules, as read before deciding to open it
 * @param onlyIf `unopened`: only if no request has been opened in their buckets since. Otherwise there
 * may have been others: for a rule with too many, the latest expiry is kept, in whatever order they
 * arrive.
 * @param instead the request that it replaces: one that ends with it, or itself with more time
 */
export function openOnRules(
  review: Opened,
  kept: KeptStanding,
  onlyIf: "unopened" | "anything",
  instead?: string,
): Action[] {
  const changes = review.rule_use_case_ids.map((use_case_id, i) => {
    const found = kept.marksOn(use_case_id);
    const on = { ...found, marks: found.marks.filter(({ review_id }) => review_id !== instead) };
    const change = openedOn(use_case_id, on, markOf(review, i), review.created_at);
    // A request that gets more time replaces its own mark.
    const isMarked = change.set?.some(([name]) => name === openName(use_case_id, instead ?? ""));
    const ended = instead === undefined || isMarked ? [] : [openName(use_case_id, instead)];
    return { ...change, remove: [...(change.remove ?? []), ...ended] };
  });
  return changeBuckets(review.framework_id, changes, (id) => ({
    add: { opened: 1 },
    ...(onlyIf === "unopened" && { where: openedStill(kept, id) }),
  }));
}

/** Keeps a panel open on its rules until it now ends, where that has moved. */
export const openUntilEnd = (panel: PanelRecord, kept: KeptStanding, now: string): Action[] =>
  openOnRules(
    { ...panel, expires_at: endsAt(panel), created_at: now, isPanel: true },
    kept,
    "anything",
    panel.id,
  );

const markOf = (review: Opened, place: number): OpenMark => ({
  review_id: review.id,
  expires_at: review.expires_at,
  content_hash: review.pinned_hashes[place] as string,
  ...(review.isPanel ? { isPanel: true } : {}),
});

/** The changes on a rule when one more request or panel is opened on it. */
function openedOn(use_case_id: string, on: MarksOnRule, mark: OpenMark, now: string): RuleChange {
  const { added, removed, others_until } = opening(on, mark, now);
  const others = othersChange(OTHERS + use_case_id, on.others_until, others_until);
  const replaced = on.marks.filter(({ review_id }) => removed.includes(review_id));
  // A request that was given more time in the meantime keeps its mark.
  const assumes = [
    ...replaced.map((one) =>
      is({ [literally(openName(use_case_id, one.review_id))]: withoutId(one) }),
    ),
    ...(others.assumes ? [others.assumes] : []),
  ];
  const marked =
    added === null ? [] : [[openName(use_case_id, mark.review_id), withoutId(added)] as const];
  return {
    ...others,
    use_case_id,
    set: [...marked, ...(others.set ?? [])],
    remove: [...removed.map((id) => openName(use_case_id, id)), ...(others.remove ?? [])],
    assumes: assumes.length === 0 ? undefined : all(...assumes),
  };
}

/** Moves the instant until which requests without a mark may be open, if it is still as read. */
function othersChange(
  name: string,
  before: string | null,
  after: string | null,
): Omit<RuleChange, "use_case_id"> {
  if (before === after) return {};
  const path = literally(name);
  const assumes = before === null ? isAbsent(path) : isAtMost(path, after ?? before);
  return after === null ? { remove: [name], assumes } : { set: [[name, after]], assumes };
}

/** A mark in its stored form: its attribute's name contains the id. */
export const withoutId = ({ review_id: _, ...mark }: OpenMark) => mark;

/** The condition that no request has been opened in a rule's bucket since it was read. */
export function openedStill(kept: KeptStanding, useCaseId: string): Condition {
  const opened = kept.openedBeside(useCaseId);
  return opened === undefined ? isAbsent("opened") : is({ opened });
}
