import type { Decision } from "#shared/domain/reviews/review.ts";

interface Option {
  value: Decision;
  label: string;
  /** One sentence or two on what the decision means on record. */
  meaning: string;
  /** What the comment is asked for under this option. */
  comment: string;
}

/** The four decisions in the words counsel reads. */
export const options: readonly Option[] = [
  {
    value: "approved",
    label: "Approve",
    meaning: "The rules may be used exactly as shown here. On record this is an approval.",
    comment: "Remarks for the record",
  },
  {
    value: "approved_with_changes",
    label: "Approve with changes",
    meaning:
      "The rules may be used as shown here, and the changes you name should follow. " +
      "On record this is an approval.",
    comment: "Which changes should follow?",
  },
  {
    value: "changes_requested",
    label: "Request changes",
    meaning:
      "The rules need the changes you name before you can approve them. " +
      "On record this is not an approval.",
    comment: "What has to change before you can approve?",
  },
  {
    value: "rejected",
    label: "Reject",
    meaning: "The rules should not be used. On record this is not an approval.",
    comment: "Your reasons",
  },
];
