import * as z from "zod/mini";
import { entriesOf, ok } from "#shared/routes/contract/route.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "service", access: "public" });

export const getHealth = /* @__PURE__ */ entry("getHealth", {
  on: "GET /health",
  summary: "Is the service up",
  responses: /* @__PURE__ */ ok("It is", () =>
    z.object({ status: z.literal("ok"), version: z.string(), commit: z.string() }),
  ),
  needs: {},
});

export const getOpenapi = /* @__PURE__ */ entry("getOpenapi", {
  on: "GET /openapi.json",
  summary: "This API as OpenAPI 3.1",
  responses: { 200: { description: "OpenAPI 3.1 document", contentType: "application/json" } },
  needs: {},
});

export const openDocs = /* @__PURE__ */ entry("openDocs", {
  on: "GET /docs",
  cacheable: true,
  summary: "The API reference to read: its page, script and style sheet",
  params: () => z.object({ proxy: z.optional(z.string()) }),
  /** People open it by hand, so any query is accepted. */
  query: () => z.looseObject({}),
  responses: { 200: { description: "The page, or one of its files", contentType: "text/html" } },
  errors: ["not_found"],
  needs: {},
  servesBelow: true,
});

export const preflight = /* @__PURE__ */ entry("preflight", {
  on: "OPTIONS /{proxy+}",
  summary: "CORS preflight for the configured console origin",
  /** A browser's preflight carries the query of the call it is about to make. */
  query: () => z.looseObject({}),
  responses: { 204: { description: "What the console may send" } },
  needs: {},
});
