import { commitmentsIn, wrongWords } from "#shared/domain/reviews/words.ts";
import { countOf } from "#shared/domain/text/text.ts";
import { rowsIn } from "../evidence-file.ts";
import type { Facts } from "../facts.ts";
import { type Finding, fail, none, pass } from "../finding.ts";

const id = "words";

/**
 * Whether the file contains more texts than its request's rows say were left. Each erasure counts the
 * texts that it erased, and leaves those that were not its to erase.
 */
function restoredIn({ audit, related, disclosures }: Facts["file"]): boolean {
  return [audit, ...related.map((one) => one.audit)].some((rows) => {
    const isErasure = ({ action }: (typeof rows)[number]) => action === "rule_review.words_erased";
    const before = rows.slice(0, Math.max(0, rows.findLastIndex(isErasure) + 1));
    const sumOf = (of: (row: (typeof rows)[number]) => number) =>
      before.reduce((sum, row) => sum + of(row), 0);
    const erased = sumOf((row) => (isErasure(row) ? Number(row.context.texts) : 0));
    const hashes = new Set(before.map(({ row_hash }) => row_hash));
    const shown = disclosures.filter(({ row_hash }) => hashes.has(row_hash)).length;
    return shown > sumOf(({ context }) => commitmentsIn(context)) - erased;
  });
}

/**
 * Checks that every text of counsel's in the file is the one that its row commits to. Withheld texts
 * are no fault of the file. Erased texts must not come back.
 */
export function checkWords({ file }: Facts): Finding {
  const rows = new Map(rowsIn(file).map((row) => [row.row_hash, row]));
  const wrong = file.disclosures.find((one) => {
    const row = rows.get(one.row_hash);
    return row === undefined || wrongWords(row.context, [one]).length > 0;
  });
  if (wrong !== undefined) {
    return fail(id, `"${wrong.path}" is not the text that counsel's row commits to.`);
  }
  if (restoredIn(file)) {
    return fail(id, "Counsel's words were erased, as a row says, and stand here again.");
  }
  const places = new Set(file.disclosures.map(({ row_hash, path }) => `${row_hash} ${path}`));
  if (places.size < file.disclosures.length) return fail(id, "A text stands in the file twice.");
  const kept = [...rows.values()].reduce((sum, row) => sum + commitmentsIn(row.context), 0);
  const keptBack = kept - places.size;
  if (kept === 0) return none(id, "Counsel wrote nothing.");
  const told =
    places.size === 0 ? "" : `${countOf(places.size, "text")}, each as its row commits to it`;
  const others = keptBack === 0 ? "" : `${countOf(keptBack, "text")} kept back or erased`;
  return pass(id, `${[told, others].filter((one) => one !== "").join("; ")}.`);
}
