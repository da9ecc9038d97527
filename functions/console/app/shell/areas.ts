/**
 * Every screen, by the first word of its path below the console's, with the folder whose script renders
 * it. The compiler demands that each has an entry in the navigation, a name and a script.
 */
export const areaOf = {
  reviews: "reviews",
  counsel: "counsel",
  coverage: "frameworks",
  "rule-books": "frameworks",
  clearance: "clearance",
  rooms: "rooms",
  audit: "audit",
  tenants: "tenants",
  setup: "setup",
  evidence: "evidence",
  extractors: "extractors",
  inventory: "discovery",
  connections: "connections",
  webhooks: "webhooks",
  machines: "machines",
} as const;

export type Screen = keyof typeof areaOf;
export type Area = (typeof areaOf)[keyof typeof areaOf];

/** The first word of a path, which identifies the screen: `reviews` in `/reviews/new?x=1`. */
export const firstWord = (path: string): string => path.split(/[/?#]/)[1] ?? "";
