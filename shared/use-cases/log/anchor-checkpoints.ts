import { ownNote } from "#shared/domain/log/note.ts";
import { anchorKeyOf, putAnchor } from "#shared/platform/aws/anchors.ts";
import { describeError, log } from "#shared/platform/log.ts";
import { type LogProgress, putProgress } from "#shared/store/log.ts";
import { checkpointsFrom } from "#shared/store/log-checkpoints.ts";

const AT_ONCE = 20;
const SEVEN_YEARS_MS = 7 * 366 * 24 * 60 * 60 * 1000;

/**
 * Stores every checkpoint where the operator cannot remove it. A failure is retried by the next run
 * and blocks nothing else.
 */
export async function anchorCheckpoints(
  progress: LogProgress,
  now: string,
  mayGoOn: () => boolean,
): Promise<LogProgress> {
  let state = progress;
  try {
    while (mayGoOn()) {
      const checkpoints = await checkpointsFrom(state.anchored + 1, AT_ONCE);
      for (const { size, note } of checkpoints) {
        const key = anchorKeyOf(size);
        const retainUntil = new Date(Date.parse(now) + SEVEN_YEARS_MS).toISOString();
        // Without cosignatures, which may be added later: only the log's own signature is anchored.
        const text = ownNote(note);
        const result = await putAnchor({ key, text, retainUntil }, now);
        if (result === "other") log("error", "evidence_log.anchor_differs", { size });
        state = { ...state, anchored: size };
        await putProgress(state);
      }
      if (checkpoints.length < AT_ONCE) break;
    }
  } catch (error) {
    log("error", "evidence_log.anchor_failed", {
      size: state.anchored + 1,
      ...describeError(error),
    });
  }
  return state;
}
