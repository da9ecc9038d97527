import type { RuleVerdict } from "#shared/domain/reviews/rule-verdicts.ts";
import { type Words, withWords } from "#shared/domain/reviews/words.ts";
import { type ChainedRow, decisionRowIn, type EvidenceFile } from "./evidence-file.ts";

/* A file as people read it, with each text of counsel's that it discloses and that matches its row. */

/** The parts of a file that counsel's words are read from. */
type Disclosing = Pick<EvidenceFile, "request" | "audit" | "disclosures">;

/** The request with counsel's words; withheld words stay commitments. */
export type ToldRequest = Omit<EvidenceFile["request"], "decision_comment" | "rule_verdicts"> & {
  decision_comment: Words | null;
  rule_verdicts?: RuleVerdict[] | undefined;
};

const textsOf = ({ disclosures }: Disclosing, row: ChainedRow) =>
  disclosures.filter(({ row_hash }) => row_hash === row.row_hash);

export function toldRequest(file: Disclosing): ToldRequest {
  const row = decisionRowIn(file);
  return row === undefined ? file.request : withWords(file.request, textsOf(file, row));
}

/** A row with counsel's words. */
export const toldIn = <R extends ChainedRow>(file: Disclosing, row: R): R => ({
  ...row,
  context: withWords(row.context, textsOf(file, row)),
});
