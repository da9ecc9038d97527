import * as z from "zod/mini";
import type { Route } from "#shared/routes/contract/route.ts";

export const getHealth = {
  id: "getHealth",
  area: "service",
  method: "GET",
  path: "/health",
  access: "public",
  summary: "Is the service up",
  responses: {
    200: {
      description: "It is",
      schema: () => z.object({ status: z.literal("ok"), version: z.string(), commit: z.string() }),
    },
  },
  needs: {},
} as const satisfies Route;

export const getOpenapi = {
  id: "getOpenapi",
  area: "service",
  method: "GET",
  path: "/openapi.json",
  access: "public",
  summary: "This API as OpenAPI 3.1",
  responses: { 200: { description: "OpenAPI 3.1 document", contentType: "application/json" } },
  needs: {},
} as const satisfies Route;

export const openDocs = {
  id: "openDocs",
  area: "service",
  method: "GET",
  path: "/docs",
  access: "public",
  summary: "The API reference to read: its page, script and style sheet",
  params: () => z.object({ proxy: z.optional(z.string()) }),
  /** People open it by hand; what follows the address does not matter. */
  query: () => z.looseObject({}),
  responses: { 200: { description: "The page, or one of its files", contentType: "text/html" } },
  errors: ["not_found"],
  needs: {},
  servesBelow: true,
} as const satisfies Route;

export const preflight = {
  id: "preflight",
  area: "service",
  method: "OPTIONS",
  path: "/{proxy+}",
  access: "public",
  summary: "CORS preflight for the configured console origin",
  /** A browser's preflight carries the query of the call it is about to make. */
  query: () => z.looseObject({}),
  responses: { 204: { description: "What the console may send" } },
  needs: {},
} as const satisfies Route;

/** Every entry above, in the order of the OpenAPI document. */
export const serviceRoutes = { getHealth, getOpenapi, openDocs, preflight };
