/** What judges rows by the replay, or writes a decision that it accepts (docs/contributing/development.md). */
const judgesRows: ReadonlySet<string> = new Set([
  "createPanel",
  "createReReviews",
  "createReview",
  "decideReview",
  "delegateReview",
  "getCertificate",
  "getCounselCertificate",
  "getEvidence",
  "getMachineCertificate",
  "getPanelCertificate",
  "getRoomCertificate",
  "sequenceLog",
]);

/** The most bytes that a start of the function may load. */
export const sizeLimitOf = (id: string): number => (judgesRows.has(id) ? 400_000 : 352_000);
