import { checkpointIn, type Note, parseNote } from "#shared/domain/log/signed-note.ts";
import {
  judgeQuorum,
  type QuorumVerdict,
  type TlogPolicy,
} from "#shared/domain/log/tlog-policy.ts";
import { extra, fail, type Line, open, pass } from "./finding.ts";
import { historyFault, historyOf, type LogReading } from "./read-whole-log.ts";

const NAME = "witnesses";

/**
 * Whether the policy's witnesses have seen the log as far as the file goes. The log publishes a
 * checkpoint before witnesses cosign it, and goes on while they are down. So a checkpoint of the file
 * is as good as the newest one if it covers all the file's rows and the log extends it.
 * @param covering checkpoints that cover all rows of the file and whose signatures are valid
 */
export async function witnessLine(
  { policy, log }: { policy: TlogPolicy | null; log: LogReading | null },
  covering: readonly string[],
): Promise<Line> {
  if (policy === null) return extra(NAME, "No --policy was given: no witness is demanded.");
  if (log === null || !("log" in log)) {
    return open(NAME, "Without --log there is no checkpoint to look at.");
  }
  const newest = await judgeQuorum(policy, log.header.note);
  if (newest.status === "reached") return pass(NAME, `The quorum cosigned it: ${byWhom(newest)}.`);
  const verdicts: QuorumVerdict[] = [newest];
  for (const text of covering) {
    const seen = checkpointIn(text);
    if (seen === null || historyFault(historyOf(log), seen, "the file's") !== null) continue;
    const verdict = await judgeQuorum(policy, parseNote(text) as Note);
    if (verdict.status === "reached") {
      const what = "The quorum cosigned a checkpoint that covers this file";
      return pass(NAME, `${what}: ${byWhom(verdict)}.`);
    }
    verdicts.push(verdict);
  }
  return verdicts.some(({ status }) => status === "unsupported")
    ? open(NAME, "This platform cannot check ML-DSA-44; Node 24 can.")
    : fail(NAME, `witness_quorum: Cosigned by ${byWhom(newest)}, which is not the quorum.`);
}

const byWhom = ({ by }: QuorumVerdict): string => (by.length === 0 ? "none" : by.join(", "));

/** Whether a checkpoint covers a leaf. */
export const isCovered = (
  leaf: { index: number } | null | undefined,
  checkpoint: string,
): boolean => leaf != null && leaf.index < (checkpointIn(checkpoint)?.size ?? 0);
