import { setting } from "#shared/platform/settings.ts";

/** Reports that the service is up, and which version it is. */
export const checkHealth = () =>
  ({ status: "ok", version: setting("VERSION") ?? "unknown" }) as const;
