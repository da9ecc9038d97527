import { writersOf } from "./writers.ts";

/** How the evidence log takes the rows about a kind of resource. */
interface Taken {
  /** It takes all of them. An action of such a kind has to name its writers. */
  allLogged: boolean;
  /** The rows that it takes form a chain: it takes only a row that follows the last one. */
  isChained: boolean;
}

/** The kinds of resource that rows are about. */
export const kinds = {
  artifact: { allLogged: true, isChained: false },
  certificate: { allLogged: true, isChained: false },
  clearance_key: { allLogged: true, isChained: true },
  clearance_pipeline: { allLogged: true, isChained: true },
  cloudb_eventbus_delivery: { allLogged: false, isChained: false },
  connection: { allLogged: false, isChained: false },
  counsel: { allLogged: true, isChained: true },
  discovery_run: { allLogged: false, isChained: false },
  evidence_log: { allLogged: true, isChained: true },
  evidence_log_key: { allLogged: true, isChained: true },
  evidence_rows_key: { allLogged: true, isChained: true },
  framework: { allLogged: true, isChained: true },
  idp_federation: { allLogged: false, isChained: false },
  machine: { allLogged: true, isChained: true },
  oidc_issuer: { allLogged: false, isChained: false },
  platform_secret: { allLogged: false, isChained: true },
  review_panel: { allLogged: true, isChained: true },
  room: { allLogged: false, isChained: true },
  rule_review_request: { allLogged: true, isChained: true },
  sourcehost_delivery: { allLogged: false, isChained: false },
  tenant: { allLogged: false, isChained: true },
  two_people: { allLogged: false, isChained: true },
  webhook_endpoint: { allLogged: false, isChained: false },
} as const satisfies Readonly<Record<string, Taken>>;
export type ResourceKind = keyof typeof kinds;
export type LoggedKind = {
  [K in ResourceKind]: (typeof kinds)[K]["allLogged"] extends true ? K : never;
}[ResourceKind];

/** Whether the logged rows of such a resource form a chain. */
export const isChained = (resourceType: string): boolean =>
  (kinds as Readonly<Record<string, Taken>>)[resourceType]?.isChained ?? false;

/** Whether a row belongs to its resource's chain. A room also has rows that do not. */
export const isInChain = (row: { resource_type: string; action: string }): boolean =>
  isChained(row.resource_type) && writersOf(row.action).length > 0;
