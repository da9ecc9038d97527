import { expect, test } from "vitest";
import { webhookPath } from "#shared/domain/connections/connection.ts";
import { channels } from "#shared/domain/connections/delivery.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";

test.for(channels)("the webhook of %s is where connections say that it is", (channel) => {
  const path = webhookPath(channel, "{tenant_id}");
  expect(allRoutes.filter((route) => route.path === path)).toMatchObject([
    { method: "POST", access: "signed" },
  ]);
});
