import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { ownNote } from "#shared/domain/log/signed-note.ts";
import { type Anchored, readAnchor } from "#shared/platform/aws/anchors.ts";
import { describeError, log } from "#shared/platform/log.ts";
import { checkpointsFrom } from "#shared/store/log-checkpoints.ts";
import { mustExtend, ownCheckpoint, type Signed } from "./own-checkpoint.ts";
import { anchor } from "./sign-checkpoint.ts";

/** How many checkpoints a run compares, and how many of them at once. */
const COMPARED = 10;
const AT_ONCE = 4;

/**
 * Compares some of the stored checkpoints with their anchors, and anchors checkpoints that have none
 * yet (after a change of buckets), if the log signed them. Chance decides where it starts, so that
 * nothing in the table can. Errors are logged, so that they block nothing.
 * @param signed the log, once its newest checkpoint was signed
 * @param chance from 0 to 1
 */
export async function compareAnchors(signed: Signed, chance: number, now: string): Promise<void> {
  try {
    const stored = await checkpointsFrom(Math.floor(chance * (signed.head.size + 1)), COMPARED);
    await eachBounded(stored, AT_ONCE, async (one) => {
      const anchored = (await readAnchor(one.size, now)) ?? (await anchorOwn(one, signed, now));
      if (anchored !== ownNote(one.note)) {
        log("error", "evidence_log.anchor_differs", { size: one.size });
      }
    });
  } catch (error) {
    log("error", "evidence_log.anchor_failed", describeError(error));
  }
}

/**
 * Anchors a checkpoint that the log signed. Anybody who can write the table could have put another one
 * there, and an anchor stays for years.
 * @returns null: the log did not sign it, so it is not anchored
 */
async function anchorOwn(one: Anchored, signed: Signed, now: string): Promise<string | null> {
  const own = await ownCheckpoint(one, signed);
  if (own === null) return null;
  await mustExtend(signed.head, own);
  return anchor(own.size, ownNote(one.note), now);
}
