/** The names of the fields that a wording consists of, in the order in which readers see them. */
export const wordingFields = {
  title: "Title",
  citations: "Citations",
  customer_description_preview: "Description, as the customer sees it",
  suggested_verdict_copy: "Suggested verdict",
  risk_level: "Risk level",
  applies_from: "Applies from",
  applies_until: "Applies until",
  amended_by: "Amended by",
} as const;
