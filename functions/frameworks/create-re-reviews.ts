import { bind } from "#shared/edge/bind.ts";
import * as frameworkRoutes from "#shared/routes/table/frameworks.ts";
import { createReReviews } from "#shared/use-cases/frameworks/create-re-reviews.ts";

export const handler = bind(frameworkRoutes.createReReviews)(
  async ({ params, body, principal, now }) => {
    const reviews = await createReReviews({
      framework_id: params.framework_id,
      ...body,
      given: {},
      requestedBy: principal,
      now,
    });
    return reviews.length === 0
      ? { status: 200, body: { reviews } }
      : { status: 201, body: { reviews } };
  },
);
