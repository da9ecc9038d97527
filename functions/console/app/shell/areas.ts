/** The folder whose script renders a screen, by the first word of its path below the console's. */
export const areaOf = {
  reviews: "reviews",
  counsel: "counsel",
  coverage: "frameworks",
  "rule-books": "frameworks",
  audit: "audit",
  tenants: "tenants",
  setup: "setup",
  evidence: "evidence",
  extractors: "extractors",
  inventory: "discovery",
  connections: "connections",
} as const;

export type Area = (typeof areaOf)[keyof typeof areaOf];

/** The first word of a path, which identifies the screen: `reviews` in `/reviews/new?x=1`. */
export const firstWord = (path: string): string => path.split(/[/?#]/)[1] ?? "";
