import { log } from "#shared/platform/log.ts";
import type { LogProgress } from "#shared/store/log.ts";
import type { SignedCheckpoint } from "#shared/store/log-checkpoints.ts";
import { waitingRows } from "#shared/store/log-rows.ts";
import { anchorCheckpoints } from "./anchor-checkpoints.ts";
import { askWitnesses } from "./ask-witnesses.ts";
import { importLateRows } from "./import-late-rows.ts";
import { openLog } from "./open-log.ts";
import { publishVerifier } from "./publish-verifier.ts";
import { signCheckpoint } from "./sign-checkpoint.ts";
import { stampCheckpoint } from "./stamp-checkpoint.ts";
import { takeWaiting } from "./take-waiting.ts";
import { writeReceipts } from "./write-receipts.ts";

export interface Sequenced {
  /** Number of leaves in the newest checkpoint. */
  size: number;
  /** Rows this run sequenced. */
  taken: number;
  /** Age of the oldest row still waiting. */
  oldest_waiting_seconds: number;
}

/**
 * One run of the sequencer: sequences the waiting rows, signs one checkpoint, and runs the steps
 * that follow signing. Every step can be interrupted: the next run continues from there.
 * @param clock the time in milliseconds since the epoch
 */
export async function sequenceLog(clock: () => number, budgetMs: number): Promise<Sequenced> {
  const end = clock() + budgetMs;
  const mayGoOn = () => clock() < end;
  const now = () => new Date(clock()).toISOString();
  const opened = await openLog(now());
  // The empty log is published before its first leaf, so that monitors see it from the beginning.
  const checkpoint = opened.checkpoint ?? (await signCheckpoint(opened, now()));
  const isNew = opened.checkpoint === null;
  let progress = await importLateRows(opened.progress, now(), mayGoOn);
  if (!isNew) progress = await publishVerifier(progress, now());
  const ready = { ...opened, checkpoint, progress };
  const {
    lost,
    log: grown,
    taken,
  } = isNew ? { lost: false, log: ready, taken: 0 } : await takeWaiting(ready, mayGoOn);
  const signed = lost ? checkpoint : await signCheckpoint(grown, now());
  if (!lost) await follow(progress, signed, now(), mayGoOn);
  const [oldest] = (await waitingRows(1)).rows;
  const waited = oldest === undefined ? 0 : clock() - Date.parse(oldest.created_at);
  const result = {
    size: signed.size,
    taken,
    oldest_waiting_seconds: Math.max(0, Math.round(waited / 1000)),
  };
  log("info", "evidence_log.sequenced", { ...result, lost });
  return result;
}

/** The steps that follow signing: receipts first, then what other services add. */
async function follow(
  before: LogProgress,
  signed: SignedCheckpoint,
  now: string,
  mayGoOn: () => boolean,
): Promise<void> {
  const written = await writeReceipts(before, mayGoOn);
  const { progress, checkpoint } = await askWitnesses(written, signed);
  const anchored = await anchorCheckpoints(progress, now, mayGoOn);
  await stampCheckpoint(anchored, checkpoint, now);
}
