import * as z from "zod/mini";
import { auditRowSchema } from "#shared/routes/contract/audit-row.ts";
import { flag, page, paging } from "#shared/routes/contract/fields.ts";
import type { Route } from "#shared/routes/contract/route.ts";
import {
  artifact,
  artifactParams,
  decisionBody,
  questionList,
  registration,
} from "./artifact-schemas.ts";

export const getArtifact = {
  id: "getArtifact",
  area: "inventory",
  method: "GET",
  path: "/artifacts/{id}",
  access: "user",
  summary: "One artifact: its details, what it is in law, and from which facts",
  params: artifactParams,
  responses: { 200: { description: "The artifact", schema: artifact } },
  needs: { table: "read" },
} as const satisfies Route;

export const getArtifactHistory = {
  id: "getArtifactHistory",
  area: "inventory",
  method: "GET",
  path: "/artifacts/{id}/history",
  access: "user",
  summary: "Every classification, confirmation and override of an artifact, oldest first",
  params: artifactParams,
  query: () => z.strictObject(paging()),
  responses: { 200: { description: "A page of audit rows", schema: () => page(auditRowSchema()) } },
  needs: { table: "read" },
} as const satisfies Route;

export const getClassificationQuestions = {
  id: "getClassificationQuestions",
  area: "inventory",
  method: "GET",
  path: "/classification/questions",
  access: "user",
  summary: "What is asked about every artifact, and the answers that count",
  responses: { 200: { description: "The questions", schema: questionList } },
  needs: { table: "read" },
} as const satisfies Route;

export const decideClassification = {
  id: "decideClassification",
  area: "inventory",
  method: "PUT",
  path: "/artifacts/{id}/classification",
  access: "org",
  summary: "Confirm or override an artifact's class, or answer questions about it",
  params: artifactParams,
  body: decisionBody,
  responses: { 200: { description: "The artifact as it is now", schema: artifact } },
  errors: ["not_found", "conflict", "nothing_to_confirm"],
  needs: { table: "write" },
} as const satisfies Route;

const cyclonedx = {
  description: "CycloneDX 1.7 JSON, as an attachment; the same state gives the same bytes",
  contentType: "application/vnd.cyclonedx+json",
  headers: { "content-disposition": "attachment, with a file name" },
} as const;

export const exportArtifacts = {
  id: "exportArtifacts",
  area: "inventory",
  method: "GET",
  path: "/artifacts/export",
  access: "org",
  summary: "The inventory as one file: components, rule books, classifications with their proofs",
  query: () =>
    z.strictObject({
      format: z.enum(["cyclonedx"]),
      /** Answers a link in any case, to download with. */
      link: z.optional(flag()),
    }),
  responses: {
    200: cyclonedx,
    303: {
      description: "Above the limit of an answer: where the file is, for five minutes",
      headers: { location: "A path of this API" },
    },
  },
  needs: { table: "read", credentials: ["CURSOR_KEY"] },
} as const satisfies Route;

export const downloadExport = {
  id: "downloadExport",
  area: "inventory",
  method: "GET",
  path: "/artifacts/export/{token}",
  access: "public",
  summary: "An exported inventory that is above the limit of an answer; always gzip",
  params: () => z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  responses: { 200: cyclonedx },
  errors: ["not_found", "payload_too_large"],
  needs: { table: "read", credentials: ["CURSOR_KEY"] },
  sensitive: true,
} as const satisfies Route;

export const getRegistration = {
  id: "getRegistration",
  area: "inventory",
  method: "GET",
  path: "/artifacts/{id}/registration",
  access: "org",
  summary: "A draft of the registration in the EU database (Annex VIII); a form, no submission",
  params: artifactParams,
  query: () => z.strictObject({ format: z._default(z.enum(["json", "csv", "pdf"]), "json") }),
  responses: {
    200: {
      description: "The draft",
      schema: registration,
      alsoAs: ["text/csv", "application/pdf"],
    },
  },
  errors: ["registration_not_applicable"],
  needs: { table: "read" },
} as const satisfies Route;

/** Every entry above, in the order of the OpenAPI document. */
export const inventoryRoutes = {
  exportArtifacts,
  downloadExport,
  getRegistration,
  getArtifact,
  getArtifactHistory,
  getClassificationQuestions,
  decideClassification,
};
