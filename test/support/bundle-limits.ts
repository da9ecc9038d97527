/**
 * The functions that judge rows by the replay, or that write a decision which the replay accepts
 * (docs/contributing/development.md).
 */
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

/** The most bytes that the function may load when it starts. */
export const sizeLimitOf = (id: string): number => (judgesRows.has(id) ? 400_000 : 352_000);
