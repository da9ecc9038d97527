import type { RequestPaper } from "#shared/domain/reviews/request-paper.ts";
import {
  add,
  bytesOf,
  type Doc,
  factList,
  footers,
  heading,
  openDocument,
  opening,
  type Section,
  say,
} from "./document.ts";
import type { Fonts } from "./fonts.ts";

/** The request to counsel as PDF: the same paper and fonts give the same bytes. */
export async function drawRequest(paper: RequestPaper, fonts: Fonts): Promise<Uint8Array> {
  const { title, subject, at, rules, questions } = paper;
  const doc = openDocument(`${title}: ${subject}`, new Date(at), fonts);
  const root = doc.struct("Document");
  doc.addStructure(root);
  opening(doc, root, paper);
  heading(doc, root, "H2", "The rules under review");
  for (const { heading: name, facts, before } of rules) {
    heading(doc, root, "H3", name);
    factList(doc, root, facts, 9);
    if (before.length === 0) continue;
    add(doc, root, "P", () =>
      say(doc, "Changed since the last approval. Approved was:", 9, "bold"),
    );
    factList(doc, root, before, 9);
  }
  if (questions.length > 0) asked(doc, root, questions);
  root.end();
  footers(doc, (page, pages) => `${subject} · page ${page} of ${pages}`);
  return bytesOf(doc, null);
}

function asked(doc: Doc, root: Section, questions: RequestPaper["questions"]): void {
  heading(doc, root, "H2", "Questions");
  for (const { text, answer } of questions) {
    factList(
      doc,
      root,
      [
        { label: "Question", value: text },
        { label: "Answer", value: answer ?? "none yet" },
      ],
      9,
    );
  }
}
