import { bind } from "#shared/edge/bind.ts";
import { setting } from "#shared/platform/settings.ts";
import { serviceRoutes } from "#shared/routes/table/service.ts";

const allowed = {
  "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
  "access-control-allow-headers": "authorization, content-type",
  "access-control-max-age": "3600",
};

/** Only the configured console origin is answered with permission. */
export const handler = bind(serviceRoutes.preflight)(async ({ headers }) => {
  const origin = setting("CONSOLE_ORIGIN");
  return { status: 204, headers: origin !== undefined && headers.origin === origin ? allowed : {} };
});
