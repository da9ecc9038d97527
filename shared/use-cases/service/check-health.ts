import { setting } from "#shared/platform/settings.ts";

/** That the service is there, and which version of it. */
export const checkHealth = () =>
  ({ status: "ok", version: setting("VERSION") ?? "unknown" }) as const;
