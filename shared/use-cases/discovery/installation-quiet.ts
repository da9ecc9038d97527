import type { Quiet } from "#shared/domain/discovery/sourcehost/quiet.ts";
import { nowMs } from "#shared/platform/clock.ts";
import { extendQuiet, readQuiet } from "#shared/store/installations.ts";

/** How often a worker checks whether another worker met a rate limit. */
const LOOK_AGAIN_MS = 5_000;

/** The rate limit of an installation, as the source host told it to any worker. */
export function installationQuiet(installationId: string): Quiet {
  let known = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  return {
    until: async () => {
      const at = nowMs();
      if (Math.abs(at - readAt) >= LOOK_AGAIN_MS) {
        readAt = at;
        known = Math.max(known, await readQuiet(installationId));
      }
      return known;
    },
    note: async (until) => {
      if (until <= known) return;
      known = until;
      await extendQuiet(installationId, until);
    },
  };
}
