import { auditFeedPages } from "#shared/routes/contract/audit-row.ts";
import { entriesOf, importedBody } from "#shared/routes/contract/route.ts";
import { auditQuery } from "./audit.ts";
import { clearanceSchema, etag, questionSchema, withStatement } from "./clearance.ts";
import { machineSystemsQuestionSchema, systemsClearanceSchema } from "./clearance-systems.ts";
import { connectionParams } from "./connection-schemas.ts";
import { runBody, startedRun } from "./discovery.ts";
import {
  bundleAnswer,
  certificateAnswer,
  coverageParams,
  coverageQuery,
  machineCoverageAnswer,
  params as reviewParams,
} from "./evidence.ts";
import { params as bookParams, rulesAnswer, rulesBody, rulesQuery } from "./frameworks.ts";
import { cyclonedx } from "./inventory.ts";
import { queueAnswer, queueQuery } from "./reviews.ts";

/*
 * The closed list of calls that machines may make. They have the use cases and shapes of the routes for
 * people, and each demands a scope. Every call counts the machine's requests, so it writes to the
 * table.
 */

const entry = /* @__PURE__ */ entriesOf({
  area: "machines",
  access: "machine",
  headers: {
    authorization: "`Bearer` and the OIDC token that the machine's platform issued to it",
  },
});

const settings = ["PIPELINE_ISSUER_ALLOWED_HOSTS"] as const;
const needs = { table: "write", settings } as const;

export const listMachineAudit = /* @__PURE__ */ entry("listMachineAudit", {
  on: "GET /machine/audit",
  scope: "audit:read",
  summary: "Audit rows for a machine: all of them, or its own tenant's",
  query: auditQuery,
  responses: auditFeedPages,
  errors: ["forbidden"],
  needs,
});

export const getMachineCoverage = /* @__PURE__ */ entry("getMachineCoverage", {
  on: "GET /machine/frameworks/{framework_id}/coverage",
  scope: "coverage:read",
  summary: "The drift report of a framework, for a machine",
  params: coverageParams,
  query: coverageQuery,
  responses: machineCoverageAnswer,
  errors: ["payload_too_large", "framework_not_granted", "state_differs"],
  needs,
});

export const listMachineReviews = /* @__PURE__ */ entry("listMachineReviews", {
  on: "GET /machine/rule-reviews",
  scope: "evidence:read",
  summary: "The review queue, for a machine",
  query: queueQuery,
  responses: queueAnswer,
  errors: ["framework_not_granted"],
  needs,
});

export const getMachineBundle = /* @__PURE__ */ entry("getMachineBundle", {
  on: "GET /machine/rule-reviews/{id}/bundle",
  scope: "evidence:read",
  summary: "The offline evidence bundle of a review, for a machine",
  params: reviewParams,
  responses: bundleAnswer,
  errors: ["payload_too_large", "framework_not_granted"],
  needs: { table: "write", settings: ["PIPELINE_ISSUER_ALLOWED_HOSTS", "TSA_URL"] },
});

export const getMachineCertificate = /* @__PURE__ */ entry("getMachineCertificate", {
  on: "GET /machine/rule-reviews/{id}/certificate.pdf",
  scope: "evidence:read",
  summary: "The certificate of a decided review, for a machine",
  params: reviewParams,
  responses: certificateAnswer,
  errors: ["framework_not_granted", "review_not_decided", "state_differs"],
  needs: { table: "write", settings: ["PIPELINE_ISSUER_ALLOWED_HOSTS", "TSA_URL"] },
});

export const putMachineRules = /* @__PURE__ */ entry("putMachineRules", {
  on: "PUT /machine/frameworks/{framework_id}/rules",
  scope: "rules:write",
  summary: "Import rules of a framework that is named at the machine",
  params: bookParams,
  query: rulesQuery,
  bodyLimits: importedBody,
  body: rulesBody,
  responses: rulesAnswer,
  errors: ["conflict", "forbidden", "framework_not_granted", "not_found"],
  needs: { table: "write", events: "put", settings },
});

export const askFromMachine = /* @__PURE__ */ entry("askFromMachine", {
  on: "POST /machine/clearance",
  scope: "clearance:ask",
  summary: "May these wordings ship? Asked by a machine",
  query: withStatement,
  bodyLimits: importedBody,
  body: questionSchema,
  responses: { 200: { description: "The verdict", schema: clearanceSchema, headers: etag } },
  errors: [
    "clearance_key_not_provisioned",
    "framework_not_granted",
    "state_differs",
    "too_many_rules",
    "unknown_framework",
  ],
  needs: { table: "write", rows: "read", clearanceKey: "sign", settings },
});

export const askSystemsFromMachine = /* @__PURE__ */ entry("askSystemsFromMachine", {
  on: "POST /machine/clearance/systems",
  scope: "clearance:ask",
  summary: "May the repository of the machine's own token go out?",
  query: withStatement,
  body: machineSystemsQuestionSchema,
  responses: {
    200: { description: "The verdict", schema: systemsClearanceSchema, headers: etag },
  },
  errors: [
    "clearance_key_not_provisioned",
    "connection_ambiguous",
    "framework_not_granted",
    "framework_superseded",
    "laxer_than_policy",
    "not_found",
    "repository_mismatch",
    "repository_not_granted",
    "state_differs",
    "too_many_systems",
    "unknown_framework",
  ],
  needs: { table: "write", rows: "read", clearanceKey: "sign", settings },
});

export const exportMachineArtifacts = /* @__PURE__ */ entry("exportMachineArtifacts", {
  on: "GET /machine/artifacts/export",
  scope: "inventory:read",
  summary: "A tenant's inventory as one file, always gzip, for its machine",
  responses: { 200: cyclonedx },
  errors: ["payload_too_large"],
  needs: {
    table: "write",
    settings: ["PIPELINE_ISSUER_ALLOWED_HOSTS", "COUNSEL_NAMES_TO_TENANTS"],
  },
});

export const startMachineRun = /* @__PURE__ */ entry("startMachineRun", {
  on: "POST /machine/connections/{id}/discovery-runs",
  scope: "runs:start",
  summary: "Run a full discovery of a tenant's connection, or examine a commit, for its machine",
  params: connectionParams,
  body: runBody,
  responses: startedRun,
  errors: ["repository_not_granted", "unknown_repository"],
  needs: { table: "write", events: "put", settings },
});
