import { errorCodes } from "#shared/domain/errors.ts";
import { numberOf } from "#shared/domain/text/text.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { exampleOf, requestExamples } from "./openapi-examples.ts";
import { commonHeaders, headersOf, refusalResponses, refusalsOf } from "./openapi-refusals.ts";
import {
  connectVariants,
  given,
  itemOfPage,
  type Json,
  jsonSchema,
  type Naming,
  naming,
} from "./openapi-schemas.ts";
import { textExamples } from "./openapi-text-examples.ts";
import { accessText, areaText, description } from "./openapi-texts.ts";
import { webhooksSection } from "./openapi-webhooks.ts";
import { type Area, bodyLimitsOf, type ResponseSpec, type Route } from "./route.ts";
import { needsToken } from "./route-errors.ts";

/** OpenAPI 3.1, generated from the route table; the document `GET /openapi.json` returns. */
export function openapiDocument(): Record<string, unknown> {
  const names = naming();
  const paths: Record<string, Json> = {};
  for (const route of allRoutes) {
    if (route.method === "OPTIONS") continue;
    const operations = { [route.method.toLowerCase()]: operation(route, names) };
    // Greedy parameters are specific to the gateway; here they are ordinary ones.
    const path = route.path.replace("+}", "}");
    paths[path] = { ...paths[path], ...operations };
  }
  const areas = new Set<Area>(allRoutes.map(({ area }) => area));
  return {
    openapi: "3.1.0",
    info: {
      title: "Countersign",
      version: "1.0.0",
      description,
      contact: { name: "The operator of this deployment" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "The deployment that answers this document" }],
    tags: [...areas].sort().map((name) => ({ name, description: areaText[name] })),
    paths,
    webhooks: webhooksSection(),
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      headers: commonHeaders,
      schemas: {
        ...Object.fromEntries([...names.schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
        Problem: problemSchema,
        GatewayAnswer: gatewaySchema,
      },
      responses: refusalResponses(),
    },
  };
}

function operation(route: Route, names: Naming): Json {
  const responses = Object.entries(route.responses).map(([status, spec]) => [
    status,
    response(route, status, spec, names),
  ]);
  return {
    operationId: route.id,
    tags: [route.area],
    summary: route.summary,
    description: accessText[route.access],
    security: needsToken(route) ? [{ bearer: [] }] : [],
    parameters: [
      ...pathParameters(route),
      ...parameters(route.query, "query"),
      ...headerParameters(route),
    ],
    ...((route.body ?? route.accepts) ? { requestBody: requestBody(route, names) } : {}),
    responses: { ...Object.fromEntries(responses), ...refusalsOf(route) },
  };
}

function parameters(schema: Route["params"], where: "path" | "query"): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema()) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description: text, ...property }]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    ...(text === undefined ? {} : { description: text }),
    ...(property.type === "array" ? { style: "form", explode: false } : {}),
    schema: property,
  }));
}

/** The parameters that the path names, without the others. */
const pathParameters = ({ path, params }: Route) =>
  parameters(params, "path").filter(({ name }) => new RegExp(`\\{${name}\\+?\\}`).test(path));

const headerParameters = ({ headers = {} }: Route): Json[] =>
  Object.entries(headers).map(([name, text]) => ({
    name,
    in: "header",
    required: true,
    description: text,
    schema: { type: "string" },
  }));

const pascal = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);

function requestBody(route: Route, names: Naming): Json {
  const schema = route.body?.();
  if (schema === undefined) return fileBody(route);
  const plain = jsonSchema(schema);
  const json = route.id === "createConnection" ? connectVariants(plain) : plain;
  const { $ref } = names.named(json, `${pascal(route.id)}Request`) as { $ref: string };
  const { bytes, values } = bodyLimitsOf(route);
  const further = (route.accepts ?? []).map((type) => [type, multipart(json, route.files ?? {})]);
  return {
    description: `At most ${numberOf(bytes)} bytes and ${numberOf(values)} values and names.`,
    required: !schema.safeParse(undefined).success,
    content: {
      "application/json": {
        schema: { $ref },
        example: requestExamples[route.id] ?? exampleOf(json),
      },
      ...Object.fromEntries(further),
    },
  };
}

/** A body that is a file, where the entry takes one. */
function fileBody({ accepts = [], ...route }: Route): Json {
  if (accepts.length === 0) return {};
  const file = { schema: { type: "string", format: "binary" } };
  return {
    description: `At most ${numberOf(bodyLimitsOf(route).bytes)} bytes.`,
    required: true,
    content: Object.fromEntries(accepts.map((type) => [type, file])),
  };
}

/** The same fields as multipart parts, with files as binary ones. */
function multipart(json: Json, files: Readonly<Record<string, string>>): Json {
  const parts = Object.entries(json.properties as Json).map(([name, property]) => {
    const isFile = Object.hasOwn(files, name);
    return [name, isFile ? { type: "string", format: "binary" } : given(property as Json)];
  });
  const encoding = Object.entries(files).map(([name, contentType]) => [name, { contentType }]);
  return {
    schema: { ...json, properties: Object.fromEntries(parts) },
    encoding: Object.fromEntries(encoding),
  };
}

function response(route: Route, status: string, spec: ResponseSpec, names: Naming): Json {
  const { schema, contentType, alsoAs = [], headers = {} } = spec;
  const own = { description: spec.description, headers: headersOf(headers) };
  const page = alsoAs.map((type) => [type, { schema: { type: "string" } }]);
  if (schema === undefined) {
    const example = textExamples[`${route.id} ${status}`];
    const media = {
      schema: contentType === "application/json" ? { type: "object" } : { type: "string" },
      ...(example === undefined ? {} : { example }),
    };
    return contentType === undefined ? own : { ...own, content: { [contentType]: media } };
  }
  const json = jsonSchema(schema());
  const item = itemOfPage(json);
  const listed = item === null ? undefined : names.nameOf(item);
  const isFirst = Object.keys(route.responses)[0] === status;
  const otherwise = `${pascal(route.id)}${isFirst ? "" : status}Answer`;
  const media = {
    schema: names.named(json, listed === undefined ? otherwise : `${listed}Page`),
    example: exampleOf(json),
  };
  return {
    ...own,
    content: { [contentType ?? "application/json"]: media, ...Object.fromEntries(page) },
  };
}

const problemSchema = {
  type: "object",
  required: ["type", "title", "status", "code", "detail", "request_id"],
  properties: {
    type: { type: "string", format: "uri" },
    title: { type: "string" },
    status: { type: "integer" },
    code: { type: "string", enum: errorCodes() },
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

/** The gateway's own answer, before or instead of the service's. */
const gatewaySchema = {
  type: "object",
  required: ["message"],
  properties: { message: { type: "string" } },
};
