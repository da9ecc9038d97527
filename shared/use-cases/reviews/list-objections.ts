import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { isDecided, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import { verdictOn } from "#shared/domain/reviews/rule-outcome.ts";
import type { Decision } from "#shared/domain/reviews/statuses.ts";
import { wordsText } from "#shared/domain/reviews/words-text.ts";
import { isCanaryFramework } from "#shared/domain/service/canary.ts";
import { signerIn } from "#shared/domain/standing/objection.ts";
import { type OpenOnRule, remarkIn, shownOpen } from "#shared/domain/standing/standing.ts";
import { allFrameworks } from "#shared/store/frameworks.ts";
import { readKeptStanding } from "#shared/store/kept-standing.ts";
import { fitting, type Paging } from "#shared/store/page.ts";
import { getReviews } from "#shared/store/reviews.ts";
import { getLiveRules } from "#shared/store/rules.ts";
import { different } from "#shared/use-cases/evidence/state-differs.ts";
import { standingsFrom, wordingsOf } from "#shared/use-cases/standing/rule-records.ts";

interface Filters {
  framework_id?: string | undefined;
  use_case_id?: string | undefined;
}

/** A remark on a rule that no later decision has settled. */
interface OpenRemark {
  rule: LiveRule;
  kind: "objection" | "wish";
  review_id: string;
  panel_id: string | null;
  verdict: Decision;
  decided_at: string;
  /** The live wording differs from the one that was remarked on. */
  amended: boolean;
  open: readonly OpenOnRule[];
}

const AT_ONCE = 8;

/**
 * Objections and wished changes that are still unresolved, newest first, of one framework or of every
 * current one. Each refused rule has an objection.
 * @returns `total`: how many there are on all pages
 * @throws DomainError `state_differs` if the record of a remark says that there was no decision
 */
export async function listObjections(
  { framework_id, use_case_id }: Filters,
  { limit, cursor }: Paging,
  now: string,
) {
  const frameworks = framework_id === undefined ? await currentFrameworks() : [framework_id];
  const found: OpenRemark[] = [];
  await eachBounded(frameworks, AT_ONCE, async (id) => {
    found.push(...(await openRemarks(id, use_case_id, now)));
  });
  const place = ({ decided_at, rule, kind }: OpenRemark): string =>
    [decided_at, rule.framework_id, rule.rule.use_case_id, kind].join("#");
  const after = found
    .sort((a, b) => (place(a) > place(b) ? -1 : 1))
    .filter((remark) => cursor === undefined || place(remark) < cursor);
  const taken = after.slice(0, limit);
  const shown = await showRemarks(taken);
  const items = shown.slice(0, fitting(shown, limit));
  const last = taken[items.length - 1];
  const next_cursor = last && items.length < after.length ? place(last) : null;
  return { items, next_cursor, total: found.length };
}

const currentFrameworks = async (): Promise<string[]> =>
  (await allFrameworks())
    .filter(({ id, status }) => status === "current" && !isCanaryFramework(id))
    .map(({ id }) => id);

async function openRemarks(
  frameworkId: string,
  only: string | undefined,
  now: string,
): Promise<OpenRemark[]> {
  const kept = await readKeptStanding(frameworkId, only === undefined ? undefined : [only]);
  const remarked = kept.decided().filter((id) => {
    const { newest, dropped_since } = kept.decisionsOn(id);
    return dropped_since !== null || newest.some((decision) => remarkIn(decision) !== null);
  });
  const wanted = remarked.filter((id) => only === undefined || id === only);
  const rules = (await getLiveRules(frameworkId, wanted)).filter((rule) => rule !== null);
  const standingOn = await standingsFrom(frameworkId, kept, wordingsOf(rules), now);
  return rules.flatMap((rule): OpenRemark[] => {
    const { decision, open } = standingOn(rule.rule.use_case_id, rule.content_hash);
    const kind = decision === null ? null : remarkIn(decision);
    if (decision === null || kind === null) return [];
    const { review_id, panel_id, outcome: verdict, decided_at, content_hash } = decision;
    const amended = content_hash !== rule.content_hash;
    return [{ rule, kind, review_id, panel_id, verdict, decided_at, amended, open }];
  });
}

/** Adds what counsel wrote, and who they are, to each remark. */
async function showRemarks(remarks: readonly OpenRemark[]) {
  const reviews = await getReviews([...new Set(remarks.map(({ review_id }) => review_id))]);
  const byId = new Map(reviews.map((review) => [review?.id, review]));
  return remarks.map(({ rule: { framework_id, rule }, open, ...remark }) => {
    const { use_case_id, title } = rule;
    const { review_id } = remark;
    const review = byId.get(review_id);
    if (!review || !isDecided(review)) {
      const fault = `the record of the decision on "${use_case_id}" says nothing of one.`;
      throw different({ review_id }, fault);
    }
    return {
      ...{ framework_id, use_case_id, title, ...remark },
      text: wholeTextOf(review, use_case_id),
      counsel: signerIn(review),
      ...shownOpen(open),
    };
  });
}

/** All that counsel wrote about the rule, so that it is at hand while the rule is amended. */
const wholeTextOf = (review: ReviewRecord, useCaseId: string): string =>
  wordsText(verdictOn(review, useCaseId)?.text || review.decision_comment || "");
