import { bindJob } from "#shared/edge/bind-job.ts";
import { expireReviews } from "#shared/use-cases/reviews/expire-reviews.ts";

export const handler = bindJob("expireReviews", ({ now }) => expireReviews(now));
