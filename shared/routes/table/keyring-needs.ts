/** The access that a function needs to make or verify counsel's signatures. */
export const needsKeyring = {
  table: "read",
  readSecrets: ["counsel-review-hmac-secret"],
  credentials: ["COUNSEL_REVIEW_HMAC_SECRET"],
} as const;

/** The access that counsel needs to pass a request on, for a link under which a decision can be signed. */
export const needsKeyringToDelegate = {
  table: "write",
  events: "put",
  linkKey: "seal",
  readSecrets: ["counsel-review-hmac-secret"],
  credentials: ["COUNSEL_REVIEW_HMAC_SECRET"],
} as const;

/**
 * The access that a function needs to ask counsel for a review. It sends only a review that can be
 * signed, and tells the courier of a mail.
 */
export const needsKeyringToAsk = {
  table: "write",
  events: "put",
  linkKey: "seal",
  settings: ["MAIL_FROM"],
  readSecrets: ["counsel-review-hmac-secret"],
  credentials: ["COUNSEL_REVIEW_HMAC_SECRET"],
} as const;
