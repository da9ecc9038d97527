import * as z from "zod/mini";
import { classificationStates } from "#shared/domain/inventory/classification.ts";
import { classes } from "#shared/domain/inventory/verdict.ts";
import { auditRowSchema } from "#shared/routes/contract/audit-row.ts";
import { flag, page, paging, timestamp, uuid } from "#shared/routes/contract/fields.ts";
import { entriesOf, ok } from "#shared/routes/contract/route.ts";
import {
  artifact,
  artifactParams,
  decisionBody,
  questionList,
  registration,
} from "./artifact-schemas.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "inventory", access: "user" });

export const getArtifact = /* @__PURE__ */ entry("getArtifact", {
  on: "GET /artifacts/{id}",
  summary: "One artifact: its details, what it is in law, and from which facts",
  params: artifactParams,
  responses: /* @__PURE__ */ ok("The artifact", artifact),
  needs: { table: "read" },
});

export const getArtifactHistory = /* @__PURE__ */ entry("getArtifactHistory", {
  on: "GET /artifacts/{id}/history",
  summary: "Every classification, confirmation and override of an artifact, oldest first",
  params: artifactParams,
  query: () => z.strictObject(paging()),
  responses: /* @__PURE__ */ ok("A page of audit rows", () => page(auditRowSchema())),
  needs: { table: "read" },
});

export const listClassifications = /* @__PURE__ */ entry("listClassifications", {
  on: "GET /admin/artifacts",
  access: "platform",
  summary: "What a tenant's artifacts are in law and who said so, without what they are",
  query: () => z.strictObject({ ...paging(), tenant_id: uuid() }),
  responses: /* @__PURE__ */ ok(
    "A page of artifacts; class and state are null before anybody said something",
    () =>
      page(
        z.object({
          id: z.string(),
          tenant_id: z.string(),
          class: z.nullable(z.enum(classes)),
          state: z.nullable(z.enum(classificationStates)),
          confirmed_by: z.nullable(z.string()),
          confirmed_at: z.nullable(timestamp()),
          allowed_by: z.nullable(z.string()),
          second_by: z.nullable(z.string()),
        }),
      ),
  ),
  needs: { table: "read" },
});

export const getClassificationQuestions = /* @__PURE__ */ entry("getClassificationQuestions", {
  on: "GET /classification/questions",
  summary: "What is asked about every artifact, and the answers that count",
  responses: /* @__PURE__ */ ok("The questions", questionList),
  needs: { table: "read" },
});

export const decideClassification = /* @__PURE__ */ entry("decideClassification", {
  on: "PUT /artifacts/{id}/classification",
  access: "org",
  summary: "Confirm or override an artifact's class, or answer questions about it",
  params: artifactParams,
  body: decisionBody,
  responses: /* @__PURE__ */ ok("The artifact as it is now", artifact),
  errors: ["not_found", "conflict", "nothing_to_confirm"],
  needs: { table: "write" },
});

export const cyclonedx = {
  description: "CycloneDX 1.7 JSON, as an attachment; the same state gives the same bytes",
  contentType: "application/vnd.cyclonedx+json",
  headers: { "content-disposition": "attachment, with a file name" },
} as const;

export const exportArtifacts = /* @__PURE__ */ entry("exportArtifacts", {
  on: "GET /artifacts/export",
  access: "org",
  summary: "The inventory as one file: components, rule books, classifications with their proofs",
  query: () =>
    z.strictObject({
      format: z.enum(["cyclonedx"]),
      /** Always answers with a download link. */
      link: z.optional(flag()),
    }),
  responses: {
    200: cyclonedx,
    303: {
      description: "Above the limit of an answer: where the file is, for five minutes",
      headers: { location: "A path of this API" },
    },
  },
  needs: {
    table: "read",
    credentials: ["EXPORT_LINK_KEY"],
    settings: ["COUNSEL_NAMES_TO_TENANTS"],
  },
});

export const downloadExport = /* @__PURE__ */ entry("downloadExport", {
  on: "GET /artifacts/export/{token}",
  access: "public",
  summary: "An exported inventory that is above the limit of an answer; always gzip",
  params: () => z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  responses: { 200: cyclonedx },
  errors: ["not_found", "payload_too_large"],
  needs: {
    table: "read",
    credentials: ["EXPORT_LINK_KEY"],
    settings: ["COUNSEL_NAMES_TO_TENANTS"],
  },
});

export const getRegistration = /* @__PURE__ */ entry("getRegistration", {
  on: "GET /artifacts/{id}/registration",
  access: "org",
  summary: "A draft of the registration in the EU database (Annex VIII); a form, no submission",
  params: artifactParams,
  query: () => z.strictObject({ format: z._default(z.enum(["json", "csv"]), "json") }),
  responses: {
    200: {
      description: "The draft",
      schema: registration,
      alsoAs: ["text/csv"],
    },
  },
  errors: ["registration_not_applicable"],
  needs: { table: "read" },
});
