import { beforeAll, expect, test } from "vitest";
import { suiteSystem } from "#test/support/suite-system.ts";

interface Schema {
  $ref?: string;
  items?: Schema;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
}

interface Document {
  paths: Record<string, Record<string, { operationId: string; responses: Responses }>>;
  components: { schemas: Record<string, Schema> };
}
type Responses = Record<string, { content?: Record<string, { schema: Schema }> }>;

const system = suiteSystem();
let served: Document;
beforeAll(async () => {
  served = (await system.api()("GET", "/openapi.json")).body;
});

/** The objects that a schema describes: those of a list, of a union, or the one behind a name. */
function objectsOf({ $ref, items, anyOf, properties }: Schema): Record<string, Schema>[] {
  const named = served.components.schemas[$ref?.split("/").at(-1) ?? ""];
  const parts = [named, items, ...(anyOf ?? [])].filter((part) => part !== undefined);
  return properties === undefined ? parts.flatMap(objectsOf) : [properties];
}

/** The names of the fields of an answer, or of one of its members, in order. */
function fieldsOf(id: string, path: readonly string[]): string[] {
  const operation = Object.values(served.paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === id);
  const [, answer] = Object.entries(operation?.responses ?? {}).find(([status]) =>
    status.startsWith("2"),
  ) ?? ["", {}];
  let found = objectsOf(answer.content?.["application/json"]?.schema ?? {});
  for (const name of path) found = found.flatMap((each) => objectsOf(each[name] ?? {}));
  return Object.keys(found[0] ?? {});
}

const rule =
  "use_case_id title citations customer_description_preview suggested_verdict_copy risk_level applies_from applies_until amended_by";
const objection = "review_id panel_id verdict counsel text decided_at wording_changed_since";
const coverage =
  "use_case_id status in_force enforcement review_id panel_id decided_at open_review_id open_panel_id objection changed_fields";
const row =
  "id created_at resource_type resource_id tenant_id actor_user_id actor_type action context row_hash prev_hash";
const delivery = "delivery_id received_at event scope outcome reason job_id";
const run =
  "id connection_id kind trigger status artifacts_count coverage error_jsonb created_at started_at finished_at";
const artifact =
  "id connection_id kind name provider_ref location first_seen_at last_seen_at retired_at classification";
const keyring = "status key_id secret_version_id revision";

/** Operation, member of its answer, and the fields that the contract lists, in the contract's order. */
const listed = [
  [
    "putFramework",
    "",
    "id display_name jurisdiction source_url status superseded_by created_at updated_at",
  ],
  [
    "listRules",
    "items",
    `${rule} framework_id version content_hash review_status in_force updated_at`,
  ],
  ["listRules", "items.objection", objection],
  ["getWording", "", "use_case_id on in_force enforcement version content approvals"],
  ["getWording", "standing", "state decision objection open"],
  ["getWording", "standing.decision", "review_id panel_id outcome decided_at content_hash"],
  ["getCoverage", "", "framework_id as_of totals rules"],
  ["getCoverage", "rules", coverage],
  ["getRoomCoverage", "", "framework_id as_of totals rules"],
  ["getRoomCoverage", "rules", coverage],
  ["getMachineCoverage", "rules.objection", objection],
  [
    "getReview",
    "",
    "id framework_id rule_use_case_ids rule_version_hash counsel_id status created_at expires_at decided_at viewed_at decision_signature decision_comment supplementary_pdf_kv_secret requested_by_user_id nonce",
  ],
  [
    "openReview",
    "",
    "request_id framework counsel status created_at expires_at rule_version_hash rules changed_since_last_approval decision",
  ],
  [
    "openReview",
    "decision",
    "decision decided_at decision_comment decision_signature row_hash log_proof",
  ],
  [
    "decideReview",
    "",
    "request_id decision decided_at decision_signature rule_version_hash row_hash log_proof",
  ],
  ["getEvidence", "", "request counsel audit checks signature content"],
  ["getReviewAudit", "items", row],
  [
    "getSetupChecklist",
    "rows",
    "position id title status detail actions updated_at signing_kid next_signing_kid activates_at overlap_ends_at",
  ],
  ["provisionCounselReviewHmacSecret", "", keyring],
  ["rotateCounselReviewHmacSecret", "", keyring],
  ["listConnectionDeliveries", "items", delivery],
  ["listWebhookDeliveries", "items", `${delivery} tenant_id connection_id channel`],
  ["listAllDiscoveryRuns", "items", `${run} tenant_id`],
  ["getDiscoveryRun", "coverage", "project location kind status http_status code"],
  ["listArtifacts", "items", artifact],
  ["getArtifact", "", `${artifact} details`],
  [
    "getArtifact",
    "classification",
    "class state reasons open_questions facts gates_version provider model classified_at confirmed_by confirmed_at",
  ],
  ["getTenantUsage", "", "month spent_usd reserved_usd cap_usd by"],
  [
    "getExtractorStatus",
    "catalog",
    "provider location typical_latency_ms cost_per_1k_input_eur cost_per_1k_output_eur structured_output_reliability residency",
  ],
  [
    "getRoom",
    "",
    "id title framework_ids decided_from decided_to counsel_ids may_ask status created_at created_by expires_at last_used_at uses",
  ],
] as const;

/** Answers are written in the order of their schema, and further fields follow. */
test.each(listed)(
  "%s %s begins with the fields of the contract, in its order",
  (id, path, fields) => {
    const expected = fields.split(" ");
    expect(fieldsOf(id, path.split(".").filter(Boolean)).slice(0, expected.length)).toEqual(
      expected,
    );
  },
);
