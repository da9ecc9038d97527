import { noSuch } from "#shared/domain/errors.ts";
import { refuseSuperseded } from "#shared/domain/frameworks/framework.ts";
import type { LiveRule } from "#shared/domain/frameworks/live-rule.ts";
import { MAX_RULES_A_REVIEW } from "#shared/domain/reviews/limits.ts";
import { needsReview } from "#shared/domain/standing/to-re-review.ts";
import { getFramework } from "#shared/store/frameworks.ts";
import { readKeptStanding } from "#shared/store/kept-standing.ts";
import { getLogKeys } from "#shared/store/log-keys.ts";
import { allLiveRules, getOrigins } from "#shared/store/rules.ts";
import { retryOnConflict } from "#shared/store/transact.ts";
import { getSignedCounsel } from "#shared/use-cases/counsel/signed-counsel.ts";
import { deliveryOf, requireMail } from "#shared/use-cases/courier/promise-review-mail.ts";
import { assignable } from "#shared/use-cases/reviews/assignable.ts";
import {
  issueRequest,
  type RequestedReview,
  type ReviewTerms,
} from "#shared/use-cases/reviews/issue-request.ts";
import { requireSigningKey } from "#shared/use-cases/reviews/require-signing-key.ts";
import { unknownRules } from "#shared/use-cases/reviews/unknown-rules.ts";
import { standingsFrom, wordingsOf } from "#shared/use-cases/standing/rule-records.ts";
import { requireImported } from "./require-imported.ts";

interface ReReviewOrder extends ReviewTerms {
  framework_id: string;
  counsel_id: string;
  /** The rules to review; if omitted, all of the framework's. */
  only?: readonly string[] | undefined;
}

/**
 * Requests a review of exactly the rules that need one, in requests of up to a hundred. A request is
 * written only if no other was opened in its rules' buckets in the meantime, so concurrent callers
 * never request the same review twice. Repeating an interrupted call completes it.
 * @throws DomainError `not_found`, `framework_superseded`, `unknown_counsel`,
 *   `counsel_framework_mismatch`, `counsel_inactive`, `counsel_unconfirmed`, `unknown_rules`,
 *   `counsel_review_secret_not_configured`, `mail_not_configured`, `counsel_mail_stopped`,
 *   `state_differs`
 */
export async function createReReviews(asked: ReReviewOrder): Promise<RequestedReview[]> {
  const { framework_id, counsel_id } = asked;
  const order = { ...asked, deliver: deliveryOf(asked.deliver, framework_id) };
  const [framework, registered, live, logKeys] = await Promise.all([
    getFramework(framework_id),
    getSignedCounsel(counsel_id),
    allLiveRules(framework_id),
    getLogKeys(),
  ]);
  if (framework === null) throw noSuch("framework");
  refuseSuperseded(framework);
  const counsel = assignable(registered, framework_id, order.requestedBy);
  const rules = narrowed(live, order.only);
  await requireMail(order.deliver, counsel);
  await requireSigningKey(order.now);
  const requested: RequestedReview[] = [];
  const done = new Set<string>();
  for (;;) {
    const review = await retryOnConflict(null, async () => {
      const kept = await readKeptStanding(framework_id);
      const standingOn = await standingsFrom(framework_id, kept, wordingsOf(rules), order.now);
      const due = rules
        .filter(({ rule }) => !done.has(rule.use_case_id))
        .filter(({ rule, content_hash }) =>
          needsReview(rule, standingOn(rule.use_case_id, content_hash), order.now),
        )
        .slice(0, MAX_RULES_A_REVIEW);
      if (due.length === 0) return { done: null };
      const ids = due.map(({ rule }) => rule.use_case_id);
      await requireImported(framework_id, due, await getOrigins(framework_id, ids), logKeys);
      const asking = { ...order, book: framework.display_name, counsel, rules: due, kept };
      const issued = await issueRequest(asking, "unopened");
      return issued === null ? { conflict: null } : { done: issued };
    });
    if (review === null) return requested;
    requested.push(review);
    for (const id of review.rule_use_case_ids) done.add(id);
  }
}

/** @throws DomainError `unknown_rules` for ids that are not in the framework */
function narrowed(live: LiveRule[], only: readonly string[] | undefined): LiveRule[] {
  if (only === undefined) return live;
  const wanted = new Set(only);
  const known = live.filter(({ rule }) => wanted.has(rule.use_case_id));
  if (known.length === wanted.size) return known;
  const ids = new Set(known.map(({ rule }) => rule.use_case_id));
  throw unknownRules(
    "only",
    only,
    only.filter((id) => !ids.has(id)),
  );
}
