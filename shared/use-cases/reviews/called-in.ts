import type { ReviewValues } from "#shared/domain/reviews/fields.ts";

/** The names that people use for a request or a panel, as answers contain them. */
export const calledIn = ({ called }: { called: ReviewValues["called"] }) => ({
  articles: called.articles,
  rule_names: called.rules,
  requested_by_email: called.requester,
});
