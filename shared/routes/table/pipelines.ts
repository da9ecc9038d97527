import * as z from "zod/mini";
import { page, paging, timestamp } from "#shared/routes/contract/fields.ts";
import { entriesOf, importedBody, ok } from "#shared/routes/contract/route.ts";
import { clearanceSchema, etag, questionSchema, refusals, withStatement } from "./clearance.ts";
import { frameworkIds, machineIdSchema, trusted, trustedContent } from "./machine-schemas.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "clearance", access: "platform" });

const params = () => z.object({ pipeline_id: machineIdSchema() });

const pipeline = () =>
  z.object({
    ...trusted(),
    framework_ids: z.array(z.string()),
    created_at: timestamp(),
    updated_at: timestamp(),
  });

export const putPipeline = /* @__PURE__ */ entry("putPipeline", {
  on: "PUT /admin/clearance/pipelines/{pipeline_id}",
  summary: "Let a CI's jobs ask for clearance with their own OIDC token, without a secret",
  params,
  body: () => z.strictObject({ ...trustedContent(), framework_ids: frameworkIds() }),
  responses: /* @__PURE__ */ ok("The pipeline; in force within 30 s", pipeline),
  errors: ["claim_reusable", "conflict", "endpoint_blocked", "unknown_framework"],
  needs: { table: "write", settings: ["PIPELINE_ISSUER_ALLOWED_HOSTS"] },
});

export const listPipelines = /* @__PURE__ */ entry("listPipelines", {
  on: "GET /admin/clearance/pipelines",
  summary: "Every pipeline that may ask, by id",
  query: () => z.strictObject(paging()),
  responses: /* @__PURE__ */ ok("A page of pipelines", () => page(pipeline())),
  needs: { table: "read" },
});

export const getPipeline = /* @__PURE__ */ entry("getPipeline", {
  on: "GET /admin/clearance/pipelines/{pipeline_id}",
  summary: "One pipeline",
  params,
  responses: /* @__PURE__ */ ok("The pipeline", pipeline),
  needs: { table: "read" },
});

export const deletePipeline = /* @__PURE__ */ entry("deletePipeline", {
  on: "DELETE /admin/clearance/pipelines/{pipeline_id}",
  summary: "Remove a pipeline",
  params,
  responses: { 204: { description: "Deleted; out of force within 30 s" } },
  errors: ["conflict"],
  needs: { table: "write" },
});

const refusedPipeline = [
  "endpoint_blocked",
  "framework_not_granted",
  "issuer_unreachable",
  "token_invalid",
  ...refusals,
] as const;

export const askFromPipeline = /* @__PURE__ */ entry("askFromPipeline", {
  on: "POST /clearance/pipeline",
  access: "pipeline",
  summary: "May these wordings ship? Asked by a CI job with its own OIDC token",
  headers: { authorization: "`Bearer` and the token that the CI issued to this job" },
  query: withStatement,
  bodyLimits: importedBody,
  body: questionSchema,
  responses: {
    200: {
      description: "The verdict",
      schema: clearanceSchema,
      headers: etag,
    },
  },
  errors: refusedPipeline,
  needs: {
    table: "write",
    rows: "read",
    clearanceKey: "sign",
    settings: ["PIPELINE_ISSUER_ALLOWED_HOSTS"],
  },
});

export const getClearanceCheck = /* @__PURE__ */ entry("getClearanceCheck", {
  on: "GET /clearance/check.mjs",
  access: "public",
  cacheable: true,
  summary: "The check for release pipelines, a single file that runs on plain Node",
  responses: { 200: { description: "The program", contentType: "text/javascript" } },
  needs: {},
});
