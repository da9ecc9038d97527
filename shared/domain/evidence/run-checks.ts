import {
  checkCounselKey,
  checkDocument,
  checkIdentity,
  checkRegistered,
} from "./checks/counsel.ts";
import { checkLog } from "./checks/log.ts";
import { checkChain, checkSequence, checkView } from "./checks/rows.ts";
import { checkSeal, checkSignature } from "./checks/signature.ts";
import { checkSnapshot } from "./checks/snapshot.ts";
import { checkTimeStamp } from "./checks/time-stamp.ts";
import { checkWords } from "./checks/words.ts";
import type { Facts } from "./facts.ts";
import type { Finding } from "./finding.ts";
import type { Replayed } from "./replay/replay.ts";
import { replayFile } from "./replay/rows-of-file.ts";
import type { Subject } from "./replay/world.ts";

/** The findings about a request, and the result of replaying its rows. */
interface Checked {
  findings: Finding[];
  replayed: Replayed;
}

type Given = Omit<Facts, "replayed" | "decisive" | "goesOn">;

/** Replays a file's rows, and runs all checks that service, offline verifier and page share. */
export async function runChecks(given: Given): Promise<Checked> {
  const { file } = given;
  const replayed = await replayFile(file, given);
  const facts: Facts = {
    ...given,
    replayed,
    decisive: decisiveRows(replayed),
    goesOn,
  };
  const log = checkLog(facts);
  const findings = [
    checkSnapshot(facts),
    checkChain(facts),
    checkSequence(facts),
    checkView(facts),
    checkRegistered(facts),
    checkIdentity(facts),
    checkDocument(facts),
    checkWords(facts),
    checkCounselKey(facts, log[0] as Finding),
    checkSignature(facts),
    checkSeal(facts),
    ...log,
    checkTimeStamp(facts),
  ];
  return { findings, replayed };
}

/** Decisions, ends of panels, and rows that enrol a key. */
export const decisiveRows = ({ world, keys }: Replayed): ReadonlySet<string> =>
  new Set([
    ...keys.keys(),
    ...world.all
      .flatMap(({ rows }) => rows)
      .filter(({ row: { action, context } }) => action === "counsel.key_enrolled" || context.rules)
      .map(({ row }) => row.row_hash),
  ]);

/** Whether a request or panel is undecided according to its rows. */
export const goesOn = ({ type, state }: Subject): boolean => {
  const { status } = (state ?? {}) as { status?: string };
  return type !== "counsel" && (status === "pending" || status === "open");
};
