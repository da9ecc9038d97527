import { AnchorError, newestAnchor } from "#shared/platform/aws/anchors.ts";
import { describeError, log } from "#shared/platform/log.ts";
import { getCheckpoint, getFork, putFork } from "#shared/store/log-checkpoints.ts";
import { waitingRows } from "#shared/store/log-outbox.ts";
import type { Cosigned } from "./ask-witnesses.ts";
import { changeKeys, isChangingKeys, tellForgotten } from "./change-keys.ts";
import { compareAnchors } from "./compare-anchors.ts";
import { ForkError } from "./fork.ts";
import { type OpenLog, openLog } from "./open-log.ts";
import { publishVerifier } from "./publish-verifier.ts";
import { signCheckpoint } from "./sign-checkpoint.ts";
import { stampCheckpoint } from "./stamp-checkpoint.ts";
import { type Taken, takeWaiting } from "./take-waiting.ts";
import { writeReceipts } from "./write-receipts.ts";

export interface Sequenced {
  /** Number of leaves in the newest checkpoint. */
  size: number;
  /** Rows this run sequenced. */
  taken: number;
  /** Age of the oldest row still waiting. */
  oldest_waiting_seconds: number;
}

export interface Run {
  /** The time in milliseconds since the epoch. */
  clock: () => number;
  budgetMs: number;
  /** From 0 to 1. */
  chance: () => number;
}

/** `lost`: another run was faster; `stopped`: nothing may be signed, and an alarm says why. */
type Outcome = { status: "signed" | "lost" | "stopped"; taken: number };

/**
 * One run of the sequencer: sequences the waiting rows, signs one checkpoint, and runs the steps
 * that follow signing. Every step can be interrupted: the next run continues from there.
 */
export async function sequenceLog({ clock, budgetMs, chance }: Run): Promise<Sequenced> {
  const end = clock() + budgetMs;
  const mayGoOn = () => clock() < end;
  const now = () => new Date(clock()).toISOString();
  const { status, taken } = await orStop(now, () => run(now, mayGoOn, chance));
  const [checkpoint, waiting] = await Promise.all([getCheckpoint(), waitingRows(1)]);
  const waited = clock() - Date.parse(waiting.rows[0]?.key.sk.split("#")[0] ?? "");
  const result = {
    size: checkpoint?.size ?? 0,
    taken,
    oldest_waiting_seconds: Math.max(0, Math.round(waited / 1000) || 0),
  };
  log("info", "evidence_log.sequenced", { ...result, outcome: status });
  return result;
}

async function run(
  now: () => string,
  mayGoOn: () => boolean,
  chance: () => number,
): Promise<Outcome> {
  const anchor = await newestAnchor(now());
  const begun = now();
  const before = await drained(await openLog(anchor, begun), begun, now, mayGoOn);
  if (before.lost) return { status: "lost", taken: before.taken };
  const isEmpty = before.log.checkpoint === null;
  const opened = before.isAll && !isEmpty ? await changeKeys(before.log, begun) : before.log;
  if (opened === null) return { status: "lost", taken: before.taken };
  await endFork();
  // The empty log is published before its first leaf, so that monitors see it from the beginning.
  if (isEmpty) return sign(opened, 0, { now, mayGoOn, chance });
  const progress = await publishVerifier(opened.progress, now());
  const [{ lost, log: grown, ...more }] = await Promise.all([
    takeWaiting({ ...opened, progress }, now, mayGoOn),
    tellForgotten(opened, opened === before.log ? null : (before.log.keys.next?.role ?? null)),
  ]);
  const taken = before.taken + more.taken;
  return lost ? { status: "lost", taken } : sign(grown, taken, { now, mayGoOn, chance });
}

/** Takes all rows that wait before keys are changed. */
async function drained(
  opened: OpenLog,
  begun: string,
  now: () => string,
  mayGoOn: () => boolean,
): Promise<Taken> {
  return opened.checkpoint !== null && isChangingKeys(opened, begun)
    ? takeWaiting(opened, now, mayGoOn)
    : { lost: false, log: opened, taken: 0, isAll: true };
}

interface Rest {
  now: () => string;
  mayGoOn: () => boolean;
  chance: () => number;
}

async function sign(opened: OpenLog, taken: number, rest: Rest): Promise<Outcome> {
  const signed = await signCheckpoint(opened, rest.now());
  if (signed === null) return { status: "lost", taken };
  await follow(opened, signed, rest);
  return { status: "signed", taken };
}

/**
 * The steps that follow signing: receipts first, then the time stamp. Meanwhile checkpoints are compared
 * with their anchors.
 */
async function follow(
  opened: OpenLog,
  { progress, checkpoint }: Cosigned,
  { now, mayGoOn, chance }: Rest,
): Promise<void> {
  const comparing = compareAnchors(opened, chance(), now());
  try {
    const written = await writeReceipts({ ...opened, progress }, mayGoOn);
    await stampCheckpoint(written, checkpoint, now());
  } finally {
    await comparing;
  }
}

/** Runs the sequencer; a fork, or anchors that cannot be read, end the run with an alarm. */
async function orStop(now: () => string, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ForkError) await reportFork(error.message, now());
    else if (error instanceof AnchorError) {
      log("error", "evidence_log.anchor_failed", describeError(error));
    } else throw error;
    return { status: "stopped", taken: 0 };
  }
}

async function reportFork(reason: string, now: string): Promise<void> {
  log("error", "evidence_log.forked", { reason });
  const known = await getFork();
  if (known?.since == null) await putFork({ since: now, reason });
}

async function endFork(): Promise<void> {
  const known = await getFork();
  if (known?.since != null) await putFork({ since: null, reason: "" });
}
