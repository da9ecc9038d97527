/** What a function needs that verifies or makes signatures of counsel. */
export const needsKeyring = {
  table: "read",
  readSecrets: ["counsel-review-hmac-secret"],
  credentials: ["COUNSEL_REVIEW_HMAC_SECRET"],
} as const;
