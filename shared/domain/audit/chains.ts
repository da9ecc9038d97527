import { writersOf } from "./writers.ts";

/** Kinds of resources whose rows form a chain: the log takes only rows that follow the last one. */
const chainedResources: ReadonlySet<string> = new Set([
  "counsel",
  "rule_review_request",
  "review_panel",
  "framework",
  "room",
  "clearance_pipeline",
  "machine",
  "tenant",
  "clearance_key",
  "platform_secret",
  "two_people",
  "evidence_log",
  "evidence_log_key",
  "evidence_rows_key",
]);

/** Whether the logged rows of such a resource form a chain. */
export const isChained = (resourceType: string): boolean => chainedResources.has(resourceType);

/** Whether a row belongs to its resource's chain. A room also has rows that do not. */
export const isInChain = (row: { resource_type: string; action: string }): boolean =>
  isChained(row.resource_type) && writersOf(row.action).length > 0;
