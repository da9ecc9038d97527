import { countOf } from "#shared/domain/text/text.ts";
/** The texts of the printed certificate. */
export const t = {
  decision: "Decision",
  counsel: "Counsel",
  firm: "Firm",
  jurisdiction: "Jurisdiction",
  bar: "Bar registration",
  key: "Counsel’s key",
  byLink: "decided by link, without a key",
  row: "Decision’s row",
  steps: "How to check it without us",
  qr: "QR code of the log’s proof of this decision",
  annex: "Annex: the wording that counsel read",
  comment: "Counsel’s comment",
  passed: (n: number, of: number) =>
    `When this page was made, ${n} of ${countOf(of, "check")} of the evidence passed`,
  others: (list: string) => (list === "" ? "." : `; of the others: ${list}.`),
  verdicts: "Verdicts on single rules",
  own: {
    heading: "With the law firm’s own signature",
    words:
      "Certificates that the firm signed with a tool of its own. A PDF signature reader or the EU’s DSS validator checks that signature, not this service.",
    by: { link: "handed in under counsel’s link", admin: "handed in by an admin" },
    save: "Save",
    label: "Signed certificate (PDF)",
    hint: "The certificate as it was saved here, with a signature appended; at most 4 MiB, and five a review.",
    act: "Keep it",
  },
} as const;
