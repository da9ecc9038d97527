import { createHash } from "node:crypto";
import { describeError, log } from "#shared/platform/log.ts";
import { setting } from "#shared/platform/settings.ts";
import { type LogProgress, putProgress } from "#shared/store/log.ts";
import { firstStampFrom, putStamp, type SignedCheckpoint } from "#shared/store/log-checkpoints.ts";
import { askForToken } from "./ask-for-token.ts";

const EVERY_MS = 60 * 60 * 1000;

/**
 * Once an hour, if TSA_URL is set, gets an RFC 3161 token over the newest checkpoint, byte for
 * byte. An authority that is down blocks nothing; the next run tries again.
 */
export async function stampCheckpoint(
  progress: LogProgress,
  checkpoint: SignedCheckpoint,
  now: string,
): Promise<LogProgress> {
  const url = setting("TSA_URL");
  const { stamped_at } = progress;
  const age = Date.parse(now) - Date.parse(stamped_at ?? "");
  // Whoever can write the table could name a time that is no time, or one in the future.
  const isDue = !(age >= 0 && age < EVERY_MS);
  if (url === undefined || !isDue || checkpoint.size === 0) return progress;
  const { size, note } = checkpoint;
  try {
    if ((await firstStampFrom(size))?.size !== size) {
      const answer = await askForToken(url, createHash("sha256").update(note).digest());
      if ("fault" in answer) {
        log("error", "evidence_log.stamp_failed", { size, reason: answer.fault });
        return progress;
      }
      const token = Buffer.from(answer.token).toString("base64");
      await putStamp({ size, note, token, stamped_at: now });
    }
    const after = { ...progress, stamped_at: now };
    await putProgress(after);
    return after;
  } catch (error) {
    log("error", "evidence_log.stamp_failed", { size, ...describeError(error) });
    return progress;
  }
}
