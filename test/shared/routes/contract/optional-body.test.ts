import { expect, test } from "vitest";
import { allRoutes } from "#shared/routes/table/all-routes.ts";

/* A webhook's body is read from its bytes, and these fields are judged together, each by its name. */
const judgedElsewhere = new Set(["receiveSourcehostWebhook", "connectCloudcWif"]);

test("no POST demands a body in which nothing is obligatory", () => {
  const demanding = allRoutes.filter(({ id, method, body }) => {
    const schema = body?.();
    return (
      method === "POST" &&
      !judgedElsewhere.has(id) &&
      schema?.safeParse({}).success &&
      !schema.safeParse(undefined).success
    );
  });
  expect(demanding.map(({ id }) => id)).toEqual([]);
});
