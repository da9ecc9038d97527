import { expect, test } from "vitest";
import { allRoutes } from "#shared/routes/table/all-routes.ts";

/* Not checked: a webhook reads bytes, and a connection's fields are judged together, by name. */
const judgedElsewhere = new Set(["receiveSourcehostWebhook", "connectCloudcWif"]);

test("no POST requires a body if every field of the body is optional", () => {
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
