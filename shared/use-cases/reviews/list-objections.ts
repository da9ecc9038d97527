import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { openObjection, openWish } from "#shared/domain/reviews/rule-status.ts";
import type { Decision } from "#shared/domain/reviews/statuses.ts";
import { isCanaryFramework } from "#shared/domain/service/canary.ts";
import { getCounselByIds } from "#shared/store/counsel.ts";
import { allFrameworks } from "#shared/store/frameworks.ts";
import { fitting, type Paging } from "#shared/store/page.ts";
import { getReviews } from "#shared/store/reviews.ts";
import { readKeptReviews } from "#shared/store/rule-answers.ts";
import { reviewsOfRules } from "#shared/store/rule-reviews.ts";
import { getRules } from "#shared/store/rules.ts";

interface Filters {
  framework_id?: string | undefined;
  use_case_id?: string | undefined;
}

/** A remark on a rule that no later approval has settled. */
interface OpenRemark {
  framework_id: string;
  use_case_id: string;
  kind: "objection" | "wish";
  review_id: string;
  decided_at: string;
  /** Of the wording that was remarked on. */
  content_hash: string;
}

interface ShownRemark extends Omit<OpenRemark, "content_hash"> {
  title: string;
  verdict: Decision;
  text: string;
  counsel: { id: string; display_name: string; firm: string | null };
  amended: boolean;
  open_review_id: string | null;
}

const AT_ONCE = 8;

/**
 * Objections and wished changes that are still to be resolved, newest first (reviews-that-run,
 * section 5): of one framework, or of every current one.
 */
export async function listObjections(
  { framework_id, use_case_id }: Filters,
  { limit, cursor }: Paging,
  now: string,
): Promise<{ items: ShownRemark[]; next_cursor: string | null }> {
  const frameworks = framework_id === undefined ? await currentFrameworks() : [framework_id];
  const found: OpenRemark[] = [];
  await eachBounded(frameworks, AT_ONCE, async (id) => {
    found.push(...(await openRemarks(id, use_case_id)));
  });
  const place = ({ decided_at, framework_id: id, use_case_id: rule, kind }: OpenRemark): string =>
    [decided_at, id, rule, kind].join("#");
  const after = found
    .sort((a, b) => (place(a) > place(b) ? -1 : 1))
    .filter((remark) => cursor === undefined || place(remark) < cursor);
  const taken = after.slice(0, limit);
  const shown = await showRemarks(taken, now);
  const items = shown.slice(0, fitting(shown, limit));
  const last = taken[items.length - 1];
  return { items, next_cursor: last && items.length < after.length ? place(last) : null };
}

const currentFrameworks = async (): Promise<string[]> =>
  (await allFrameworks())
    .filter(({ id, status }) => status === "current" && !isCanaryFramework(id))
    .map(({ id }) => id);

async function openRemarks(framework_id: string, only: string | undefined): Promise<OpenRemark[]> {
  const kept = await readKeptReviews(framework_id, only === undefined ? undefined : [only]);
  const ids = kept.remarked().filter((id) => only === undefined || id === only);
  return ids.flatMap((use_case_id) => {
    const answers = kept.answersOf(use_case_id);
    const both = { objection: openObjection(answers), wish: openWish(answers) };
    return Object.entries(both).flatMap(([kind, one]): OpenRemark[] => {
      if (one === null) return [];
      const { review_id, decided_at, content_hash } = one;
      const rule = { framework_id, use_case_id, kind: kind as OpenRemark["kind"] };
      return [{ ...rule, review_id, decided_at, content_hash }];
    });
  });
}

/** With what counsel wrote, who it was, and how the rule stands now. */
async function showRemarks(remarks: readonly OpenRemark[], now: string): Promise<ShownRemark[]> {
  const byFramework = Map.groupBy(remarks, ({ framework_id }) => framework_id);
  const open = new Map<string, string | null>();
  const [reviews, rules] = await Promise.all([
    getReviews([...new Set(remarks.map(({ review_id }) => review_id))]),
    getRules(remarks),
    eachBounded(byFramework, AT_ONCE, async ([id, group]) => {
      const reviewsOf = await reviewsOfRules(id, now, [...new Set(group.map(ruleOf))]);
      for (const rule of group.map(ruleOf)) open.set(`${id}#${rule}`, openOn(reviewsOf(rule)));
    }),
  ]);
  const counselIds = [...new Set(reviews.flatMap((review) => review?.counsel_id ?? []))];
  const counsel = new Map((await getCounselByIds(counselIds)).map((one) => [one?.id, one]));
  const reviewOf = new Map(reviews.map((review) => [review?.id, review]));
  return remarks.map((remark, i) => {
    const { content_hash, ...told } = remark;
    const { framework_id, use_case_id, review_id } = remark;
    const review = reviewOf.get(review_id);
    const signer = counsel.get(review?.counsel_id);
    const said = verdictIn(review, use_case_id);
    return {
      ...told,
      title: rules[i]?.rule.title ?? use_case_id,
      verdict: said?.verdict ?? "changes_requested",
      text: said?.text ?? "",
      counsel: {
        id: review?.counsel_id ?? "",
        display_name: signer?.display_name ?? "",
        firm: signer?.firm ?? null,
      },
      amended: rules[i]?.content_hash !== content_hash,
      open_review_id: open.get(`${framework_id}#${use_case_id}`) ?? null,
    };
  });
}

const ruleOf = ({ use_case_id }: OpenRemark): string => use_case_id;

const openOn = ({ open }: { open: { review_id: string } | null }): string | null =>
  open?.review_id ?? null;

const verdictIn = (review: ReviewRecord | null | undefined, useCaseId: string) =>
  review?.rule_verdicts?.find(({ use_case_id }) => use_case_id === useCaseId);
