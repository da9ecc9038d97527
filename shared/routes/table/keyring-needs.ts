/** What a function needs to make or verify counsel's signatures. */
export const needsKeyring = {
  table: "read",
  readSecrets: ["counsel-review-hmac-secret"],
  credentials: ["COUNSEL_REVIEW_HMAC_SECRET"],
} as const;
