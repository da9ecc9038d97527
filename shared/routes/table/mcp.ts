import * as z from "zod/mini";
import { entriesOf, ok } from "#shared/routes/contract/route.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "inventory", access: "public" });

export const callMcp = /* @__PURE__ */ entry("callMcp", {
  on: "POST /mcp",
  access: "user",
  summary: "Read-only tools for agents: an MCP server (streamable HTTP, stateless)",
  body: () =>
    z.strictObject({
      jsonrpc: z.literal("2.0"),
      id: z.optional(z.union([z.string(), z.number(), z.null()])),
      method: z.optional(z.string()),
      params: z.optional(z.record(z.string(), z.unknown())),
      /** Only in a client's answers, which we accept and ignore. */
      result: z.optional(z.unknown()),
      error: z.optional(z.unknown()),
    }),
  responses: {
    200: {
      description: "The JSON-RPC answer",
      schema: () =>
        z.object({
          jsonrpc: z.literal("2.0"),
          id: z.union([z.string(), z.number(), z.null()]),
          result: z.optional(z.unknown()),
          error: z.optional(z.object({ code: z.int(), message: z.string() })),
        }),
    },
    202: { description: "A notification was taken" },
  },
  errors: ["not_found", "rate_limited"],
  needs: { table: "write" },
});

export const getMcp = /* @__PURE__ */ entry("getMcp", {
  on: "GET /mcp",
  summary: "No stream is offered",
  responses: {},
  errors: ["method_not_allowed"],
  needs: {},
});

export const deleteMcp = /* @__PURE__ */ entry("deleteMcp", {
  on: "DELETE /mcp",
  summary: "There is no session to end",
  responses: {},
  errors: ["method_not_allowed"],
  needs: {},
});

export const getMcpMetadata = /* @__PURE__ */ entry("getMcpMetadata", {
  on: "GET /.well-known/oauth-protected-resource/mcp",
  summary: "Where tokens for the tools come from (RFC 9728)",
  anyOrigin: true,
  responses: /* @__PURE__ */ ok("The metadata of the protected resource", () =>
    z.object({
      resource: z.string(),
      authorization_servers: z.array(z.string()),
      bearer_methods_supported: z.array(z.string()),
    }),
  ),
  errors: ["dependency_unavailable"],
  needs: { settings: ["SIGN_IN_ISSUER_URL"] },
});

export const patchTenantMcp = /* @__PURE__ */ entry("patchTenantMcp", {
  on: "PATCH /tenant/settings/mcp",
  access: "org",
  summary: "Switch the tools for agents on or off",
  body: () => z.strictObject({ enabled: z.boolean() }),
  responses: /* @__PURE__ */ ok("As it is now", () => z.object({ enabled: z.boolean() })),
  errors: ["conflict"],
  needs: { table: "write" },
});

export const getTenantMcp = /* @__PURE__ */ entry("getTenantMcp", {
  on: "GET /tenant/settings/mcp",
  access: "user",
  summary: "Whether the tools for agents are on",
  responses: /* @__PURE__ */ ok("As it is", () => z.object({ enabled: z.boolean() })),
  needs: { table: "read" },
});
