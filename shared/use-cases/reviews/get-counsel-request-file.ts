import { requestPaper } from "#shared/domain/reviews/request-paper.ts";
import { wordsText } from "#shared/domain/reviews/words-text.ts";
import { readFonts } from "#shared/platform/pdf/fonts.ts";
import { type OpenLink, refuseEnded } from "./load-link.ts";
import { questionsSeen } from "./questions-under-link.ts";
import { readCounselView } from "./read-counsel-view.ts";
import { requester } from "./read-requesting-host.ts";
import { readRowsUnder, recordInRows, refuseUnconfirmed, signerUnder } from "./rows-under-link.ts";
import { takeFile } from "./take-file.ts";

/**
 * The request under a link as PDF, for counsel's own files.
 * @param folder of the function's bundle, with the fonts beside it
 * @throws DomainError `counsel_unconfirmed`, `review_not_viewed`, `rate_limited`, `review_unreadable`,
 * `state_differs`
 */
export async function getCounselRequestFile(link: OpenLink, folder: string, now: string) {
  await takeFile(link, now);
  const [view, under] = await Promise.all([readCounselView(link.record), readRowsUnder(link)]);
  await refuseUnconfirmed(link, under);
  const { record } = await recordInRows(link.record, link, under);
  refuseEnded(record, now);
  const questions = await questionsSeen(link, under.rows);
  const paper = requestPaper({
    request: record,
    asker: requester().host,
    framework: view.framework.display_name,
    counsel: await signerUnder(link, under),
    rules: view.rules,
    contentHashes: record.pinned_hashes,
    changed: view.changed,
    approvedBefore: view.previouslyApproved,
    questions: questions.map(({ text, answer }) => ({
      text: wordsText(text),
      answer: answer === null ? null : wordsText(answer),
    })),
  });
  const { drawRequest } = await import("#shared/platform/pdf/draw-request.ts");
  const bytes = await drawRequest(paper, await readFonts(folder));
  return { fileName: `countersign-request-${record.id}.pdf`, bytes };
}
