import * as z from "zod/mini";
import { errorTable } from "#shared/domain/errors.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { refusalResponses, refusalsOf } from "./openapi-refusals.ts";
import type { Access, Route } from "./route.ts";
import { needsToken } from "./route-errors.ts";

const accessText: Record<Access, string> = {
  public: "Anyone.",
  counsel: "The holder of the link's token.",
  signed: "A sender whose signature over the body matches.",
  user: "Any signed-in user of a tenant.",
  org: "An admin of the tenant's organisation.",
  platform: "A platform admin; an organisation admin is not enough.",
};

const jsonSchema = (schema: z.ZodMiniType, io: "input" | "output") => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
};

/** OpenAPI 3.1, generated from the route table; the same document `GET /openapi.json` answers. */
export function openapiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of allRoutes) {
    if (route.method === "OPTIONS") continue;
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Countersign",
      version: "1.0.0",
      description:
        "Control plane of a multi-tenant AI-compliance platform. Times are ISO 8601 UTC; errors " +
        "are RFC 9457 problem documents with a stable `code`.",
      license: { name: "MIT", identifier: "MIT" },
    },
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: { Problem: problemSchema, GatewayAnswer: gatewaySchema },
      responses: refusalResponses(),
    },
  };
}

function operation(route: Route): Record<string, unknown> {
  return {
    operationId: route.id,
    tags: [route.area],
    summary: route.summary,
    description: accessText[route.access],
    security: needsToken(route) ? [{ bearer: [] }] : [],
    parameters: [...pathParameters(route), ...parameters(route.query, "query")],
    ...(route.body ? { requestBody: requestBody(route.body(), route.accepts ?? []) } : {}),
    responses: {
      ...Object.fromEntries(Object.entries(route.responses).map(([s, r]) => [s, response(r)])),
      ...refusalsOf(route),
    },
  };
}

function parameters(schema: Route["params"], where: "path" | "query") {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema(), "input") as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    schema: property,
  }));
}

/** Only those that the path names: what lies below a path is no parameter of it. */
const pathParameters = ({ path, params }: Route) =>
  parameters(params, "path").filter(({ name }) => path.includes(`{${name}}`));

function requestBody(schema: z.ZodMiniType, further: readonly string[]) {
  const media = { schema: jsonSchema(schema, "input") };
  return {
    required: !schema.safeParse(undefined).success,
    content: Object.fromEntries(["application/json", ...further].map((type) => [type, media])),
  };
}

function response({ description, schema, contentType }: Route["responses"][number]) {
  if (schema === undefined && contentType === undefined) return { description };
  const media = schema === undefined ? {} : { schema: jsonSchema(schema(), "input") };
  return { description, content: { [contentType ?? "application/json"]: media } };
}

const problemSchema = {
  type: "object",
  required: ["type", "title", "status", "code", "detail", "request_id"],
  properties: {
    type: { type: "string", format: "uri" },
    title: { type: "string" },
    status: { type: "integer" },
    code: { type: "string", enum: Object.keys(errorTable) },
    detail: { type: "string" },
    request_id: { type: "string" },
    errors: {
      type: "array",
      items: {
        type: "object",
        required: ["path", "message"],
        properties: { path: { type: "string" }, message: { type: "string" } },
      },
    },
  },
};

/** What the gateway answers before, or instead of, the service. */
const gatewaySchema = {
  type: "object",
  required: ["message"],
  properties: { message: { type: "string" } },
};
