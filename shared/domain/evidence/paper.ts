import { timeOf } from "./checks/time-stamp.ts";
import { type DocumentStamp, documentStamps } from "./pdf/document-stamps.ts";
import type { Read } from "./read-file.ts";
import { concluded, type Line, line, type Verdict } from "./verify.ts";

/* What a certificate's own time stamp adds to the verdict on its attachment. Nobody demands one. */

const NAME = "paper_stamp";
const SKEW_MS = 600_000;

/**
 * What the document time stamps of a certificate come to; empty for a file that has none.
 * @param read its attachment, as it was read
 */
export async function paperLines(pdf: Uint8Array, read: Read): Promise<Line[]> {
  try {
    const decided = decidedAt(read);
    return (await documentStamps(pdf)).map((stamp) => lineOf(stamp, decided));
  } catch (error) {
    return [
      line("note", NAME, `Whether there is one cannot be told: ${(error as Error).message}.`),
    ];
  }
}

/** The verdicts on a file with what was found on its paper, which stands with the first of them. */
export const withPaper = <V extends Verdict>(verdicts: readonly V[], paper: readonly Line[]): V[] =>
  verdicts.map((verdict, index) =>
    index > 0 || paper.length === 0
      ? verdict
      : { ...verdict, ...concluded([...verdict.lines, ...paper], verdict.about) },
  );

function lineOf(stamp: DocumentStamp, decided: string | null): Line {
  if ("fault" in stamp) return line("fail", NAME, stamp.fault);
  const { time, digest, end, length } = stamp;
  const at = timeOf(time);
  if (Number.isNaN(at) || (decided !== null && at < Date.parse(decided) - SKEW_MS)) {
    return line("fail", NAME, `It says ${time}, before the decision.`);
  }
  const how = `its signature was not checked: openssl ts -verify -digest ${digest} -in token.der -token_in -CAfile ca.pem`;
  return end === length
    ? line("extra", NAME, `A token of ${time} covers this whole file; ${how}`)
    : line(
        "note",
        NAME,
        `A token of ${time} covers the file's first ${end} bytes; the other ${length - end} were added later. Besides, ${how}`,
      );
}

/** When what is attached was decided, ISO 8601 UTC. */
function decidedAt(read: Read): string | null {
  if (read.kind === "panel")
    return "value" in read.panel ? read.panel.value.panel.decided_at : null;
  const [bundle] = read.kind === "bundles" ? read.bundles : [];
  return bundle !== undefined && "value" in bundle ? bundle.value.request.decided_at : null;
}
