import { bind } from "#shared/edge/bind.ts";
import { setting } from "#shared/platform/settings.ts";
import { serviceRoutes } from "#shared/routes/table/service.ts";

export const handler = bind(serviceRoutes.getHealth)(async () => ({
  status: 200,
  body: { status: "ok", version: setting("VERSION") ?? "unknown" },
}));
