import { hex, textOf } from "#shared/domain/bytes.ts";
import { subjectOf } from "#shared/domain/log/entry.ts";
import { parseProof } from "#shared/domain/log/proof-text.ts";
import type { ReadFile } from "#shared/domain/log/read-log.ts";
import { sha256 } from "#shared/domain/log/sha256.ts";
import { checkpointIn } from "#shared/domain/log/signed-note.ts";
import { dayText } from "#shared/domain/standing/day-text.ts";
import { numberOf } from "#shared/domain/text/text.ts";
import { isPdf, markedIn } from "./certificate/second-line.ts";
import type { EvidenceFile } from "./evidence-file.ts";
import type { WholeLog } from "./facts.ts";
import { fail, type Line, line, open, pass } from "./finding.ts";
import type { Read } from "./read-file.ts";
import { concluded, type Given, type Verdict } from "./verify.ts";

/*
 * A certificate is judged by its bytes: for each one that the service drew, the log has a row with its
 * SHA-256.
 */

const NAME = "pages";

/** A file that begins like a PDF. */
export interface Paper {
  /** The bytes that its second line covers; all of them if it has no such line. */
  original: Uint8Array;
  /** Hash of those bytes, lower-case hex. */
  sha256: string;
  /** How many bytes follow them; negative: that many are missing. */
  appended: number;
  /** The attached bundle; null: there is none. */
  attachment: Uint8Array | null;
}

/** @returns null if the bytes are not a PDF */
export function paperOf(bytes: Uint8Array): Paper | null {
  if (!isPdf(bytes)) return null;
  const marked = markedIn(bytes);
  const total = marked?.total ?? bytes.length;
  const original = bytes.subarray(0, total);
  const attachment = marked && bytes.subarray(marked.offset, marked.offset + marked.length);
  return {
    original,
    sha256: hex(sha256(original)),
    appended: bytes.length - total,
    attachment: attachment?.length === marked?.length ? attachment : null,
  };
}

/** What a served log answers about a certificate; `mirror`: there is no server to ask. */
export type Asked = "issued" | "waits" | "unknown" | "unanswered" | "mirror";

/** Asks the log for the certificate's row, before the log itself is read. */
export async function askFor({ sha256 }: Paper, read: ReadFile): Promise<Asked> {
  try {
    const answer = await read(`certificate/${sha256}`);
    if (answer === null) return "unknown";
    const { log_proof } = JSON.parse(textOf(answer)) as { log_proof?: unknown };
    return typeof log_proof === "string" ? "issued" : "waits";
  } catch {
    return "unanswered";
  }
}

/** A mirror that reaches this far past a certificate's own checkpoint has its row if one exists. */
const REACH_MS = 600_000;

/** Whether the service drew these pages. @param read the attachment, as it was read */
export function pagesLine(paper: Paper, read: Read, log: Given["log"], asked: Asked): Line {
  if (paper.appended < 0) {
    const size = numberOf(paper.original.length - paper.appended);
    return fail(NAME, `The file is cut off: the certificate has ${size} bytes.`);
  }
  if (paper.attachment === null) {
    return fail(NAME, "No certificate of this service begins like this PDF.");
  }
  if (log === null || !("log" in log)) {
    return open(NAME, "Whether the service drew them was not checked.");
  }
  const about = { resource_type: "certificate", resource_id: paper.sha256, action: "" };
  const [leaf] = log.log.rowsOf(subjectOf(about));
  if (leaf !== undefined) return drawnLine(paper, leaf.index, leaf.time);
  const known = asked === "mirror" && !reaches(log.log, read) ? "unanswered" : asked;
  const text = `${notThere[known]}${paper.appended > 0 ? ` ${beginning(paper)} were judged.` : ""}`;
  return line(known === "unknown" || known === "mirror" ? "fail" : "open", NAME, text);
}

const notThere: Readonly<Record<Asked, string>> = {
  issued: "The log took the certificate while it was being read: check the file again.",
  waits: "The certificate waits for the log: check the file again in two minutes.",
  unknown: "The log has no certificate of these bytes: the service did not draw these pages.",
  unanswered:
    "The log that was given does not reach far enough to tell whether the service drew them.",
  mirror:
    "The log has no certificate of these bytes, although it reaches ten minutes beyond the bundle's own checkpoint.",
};

const beginning = ({ original }: Paper): string => `The first ${numberOf(original.length)} bytes`;

function drawnLine(paper: Paper, index: number, time: string): Line {
  if (paper.appended === 0) {
    const text = `These are the pages that the service drew on ${dayText(time)}: leaf ${index}.`;
    return pass(NAME, text);
  }
  return open(
    NAME,
    `${beginning(paper)} are the certificate issued on ${dayText(time)}; what was appended can change what the pages show. --original FILE writes out the certificate.`,
  );
}

function reaches(log: WholeLog, read: Read): boolean {
  const size = Math.max(0, ...filesIn(read).flatMap(checkpointsIn));
  const from = size === 0 ? null : log.timeOf(size - 1);
  if (from === null || log.lastTime === null) return false;
  return Date.parse(log.lastTime) - Date.parse(from) >= REACH_MS;
}

function filesIn(read: Read): readonly Pick<EvidenceFile, "log">[] {
  if (read.kind === "panel") return "value" in read.part ? [read.part.value] : [];
  if (read.kind !== "bundles") return [];
  return read.bundles.flatMap((part) => ("value" in part ? [part.value] : []));
}

/** The sizes of the checkpoints that a file's proofs lead to. */
const checkpointsIn = ({ log }: Pick<EvidenceFile, "log">): number[] =>
  log.proofs.flatMap(({ log_proof }) => {
    const note = log_proof && parseProof(log_proof)?.checkpoint;
    return note ? [checkpointIn(note)?.size ?? 0] : [];
  });

/** The verdicts on a file. The finding about its pages is added to the first of them. */
export const withPages = <V extends Verdict>(verdicts: readonly V[], pages: Line | null): V[] =>
  verdicts.map((verdict, index) =>
    index > 0 || pages === null
      ? verdict
      : { ...verdict, ...concluded([...verdict.lines, pages], verdict.about) },
  );
