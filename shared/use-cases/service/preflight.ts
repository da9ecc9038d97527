import { setting } from "#shared/platform/settings.ts";

const permission = {
  "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
  "access-control-allow-headers": "authorization, content-type",
  "access-control-max-age": "3600",
};

/** The CORS headers for an origin: full permission for the configured console's, else none. */
export function preflight(origin: string | undefined): Record<string, string> {
  const permitted = setting("CONSOLE_ORIGIN");
  return permitted !== undefined && origin === permitted ? permission : {};
}
