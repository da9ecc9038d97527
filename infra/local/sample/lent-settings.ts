import type { RunningServices } from "#infra/local/aws/services.ts";
import type { Runtime } from "#infra/local/runtime/runtime.ts";

/** What the functions get besides the run's own settings while the sample is made. */
export interface Lent {
  settings: Readonly<Record<string, string>>;
}

/** How the sample begins with an empty table, and ends. */
export function forgetting(lent: Lent, runtime: Runtime, { dynamodb, s3 }: RunningServices) {
  return {
    forget: async (settings: Lent["settings"]) => {
      lent.settings = settings;
      await runtime.renew();
      await Promise.all([dynamodb.forget(), s3.forget()]);
    },
    restore: async () => {
      lent.settings = {};
      await runtime.renew();
    },
  };
}
