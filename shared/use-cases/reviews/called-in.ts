import type { ReviewValues } from "#shared/domain/reviews/fields.ts";

/** What people call a request or a panel, as answers have it; one of earlier versions has nothing. */
export const calledIn = ({ called }: { called: ReviewValues["called"] }) => ({
  articles: called?.articles ?? [],
  requested_by_email: called?.requester ?? null,
});
