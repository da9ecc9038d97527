import type { ResourceKind } from "#shared/domain/audit/vocabulary.ts";
import { thingText } from "../parts/audit-words.ts";

/** Every kind of resource in audit rows. A kind that has no line here causes a compile error. */
const kinds = {
  artifact: true,
  certificate: true,
  clearance_key: true,
  clearance_pipeline: true,
  cloudb_eventbus_delivery: true,
  connection: true,
  counsel: true,
  discovery_run: true,
  evidence_log: true,
  evidence_log_key: true,
  evidence_rows_key: true,
  framework: true,
  idp_federation: true,
  machine: true,
  oidc_issuer: true,
  platform_secret: true,
  review_panel: true,
  room: true,
  rule_review_request: true,
  sourcehost_delivery: true,
  tenant: true,
  two_people: true,
  webhook_endpoint: true,
} satisfies Record<ResourceKind, true>;

/** The kinds under the names that people use, as a filter's choices. */
export const kindOptions = Object.keys(kinds)
  .map((kind) => [kind, thingText(kind)] as const)
  .sort(([, a], [, b]) => a.localeCompare(b));
