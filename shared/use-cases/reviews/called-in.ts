import type { ReviewValues } from "#shared/domain/reviews/fields.ts";

/** What people call a request or a panel, as answers have it. */
export const calledIn = ({ called }: { called: ReviewValues["called"] }) => ({
  articles: called.articles,
  rule_names: called.rules,
  requested_by_email: called.requester,
});
