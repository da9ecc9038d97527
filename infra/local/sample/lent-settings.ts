import type { RunningServices } from "#infra/local/aws/services.ts";
import type { Runtime } from "#infra/local/runtime/runtime.ts";

/** Settings that the functions get in addition to the run's own while the sample is made. */
export interface Lent {
  settings: Readonly<Record<string, string>>;
}

/** Empties the table for the sample, and afterwards takes back its settings. */
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
