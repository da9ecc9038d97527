import { ownNote } from "#shared/domain/log/signed-note.ts";
import { readAnchor } from "#shared/platform/aws/anchors.ts";
import { describeError, log } from "#shared/platform/log.ts";
import { checkpointsFrom } from "#shared/store/log-checkpoints.ts";
import { anchor } from "./sign-checkpoint.ts";

const AT_ONCE = 10;

/**
 * Compares some of the stored checkpoints with their anchors, and anchors checkpoints that have none
 * yet (after a change of buckets). Chance decides where it starts, so that nothing in the table can.
 * @param size of the newest checkpoint
 * @param chance from 0 to 1
 */
export async function compareAnchors(size: number, chance: number, now: string): Promise<void> {
  try {
    const stored = await checkpointsFrom(Math.floor(chance * (size + 1)), AT_ONCE);
    for (const one of stored) {
      const own = ownNote(one.note);
      const anchored = (await readAnchor(one.size, now)) ?? (await anchor(one.size, own, now));
      if (anchored !== own) {
        log("error", "evidence_log.anchor_differs", { size: one.size });
      }
    }
  } catch (error) {
    log("error", "evidence_log.anchor_failed", describeError(error));
  }
}
