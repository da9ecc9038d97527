import { bind } from "#shared/edge/bind.ts";
import * as frameworkRoutes from "#shared/routes/table/frameworks.ts";
import { requestReReviews } from "#shared/use-cases/frameworks/request-re-reviews.ts";

export const handler = bind(frameworkRoutes.createReReviews)(
  async ({ params, body, principal, now }) => {
    const reviews = await requestReReviews({
      framework_id: params.framework_id,
      ...body,
      facts: { requested_by_user_id: principal.userId },
      now,
    });
    return reviews.length === 0
      ? { status: 200, body: { reviews } }
      : { status: 201, body: { reviews } };
  },
);
