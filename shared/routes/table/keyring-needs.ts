/** What a function needs that verifies or makes signatures of counsel. */
export const needsKeyring = {
  table: "read",
  readSecrets: ["counsel-review-hmac-secret"],
  settings: ["COUNSEL_REVIEW_HMAC_SECRET"],
} as const;
