import { bindJob } from "#shared/edge/bind-job.ts";
import { cleanUpReviews } from "#shared/use-cases/reviews/clean-up-reviews.ts";

export const handler = bindJob("expireReviews", ({ now }) => cleanUpReviews(now));
