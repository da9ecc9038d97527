import type { Quiet } from "#shared/domain/discovery/sourcehost/quiet.ts";
import { nowMs } from "#shared/platform/clock.ts";
import { extendQuiet, readQuiet } from "#shared/store/installations.ts";

/** How often one worker looks for what another was told. */
const LOOK_AGAIN_MS = 5_000;

/** What the source host said about an installation's rate limit, to any worker. */
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
