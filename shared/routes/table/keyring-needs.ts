/** What a function needs to make or verify counsel's signatures. */
export const needsKeyring = {
  table: "read",
  readSecrets: ["counsel-review-hmac-secret"],
  credentials: ["COUNSEL_REVIEW_HMAC_SECRET"],
} as const;

/**
 * What a function needs that asks counsel for a review: only one that can be signed is sent, and the
 * courier is told of a mail.
 */
export const needsKeyringToAsk = {
  table: "write",
  events: "put",
  linkKey: "seal",
  settings: ["MAIL_FROM"],
  readSecrets: ["counsel-review-hmac-secret"],
  credentials: ["COUNSEL_REVIEW_HMAC_SECRET"],
} as const;
