import * as z from "zod/mini";
import { connectKinds } from "#shared/domain/connections/connect-request.ts";
import { counselSchema } from "#shared/domain/counsel/counsel.ts";
import { ruleSchema } from "#shared/domain/frameworks/rule.ts";
import { emailForm } from "#shared/domain/text/email.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { factSchema } from "#shared/routes/table/artifact-schemas.ts";
import { jwksSchema } from "#shared/routes/table/jwks-schema.ts";
import { reviewSchema } from "#shared/routes/table/review-schemas.ts";
import { auditRowSchema } from "./audit-row.ts";
import type { Route } from "./route.ts";

/** A JSON Schema, draft 2020-12, as OpenAPI 3.1 uses it. */
export type Json = Record<string, unknown>;

const timestampForm = String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`;

/** The JSON Schema of a request or response as a caller sees it, not as functions parse it. */
export function jsonSchema(schema: z.ZodMiniType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema: own }) => {
      const { sentAs } = own as { sentAs?: Json };
      if (sentAs !== undefined) replace(own, sentAs);
      const keys = own.propertyNames as Json | undefined;
      if (Array.isArray(keys?.enum)) replace(own, objectOf(keys.enum, own.additionalProperties));
      if (own.pattern === timestampForm) own.format = "date-time";
      if (own.pattern === emailForm) own.format = "email";
      if (own.format === "uuid") delete own.pattern;
      if (own.contentEncoding === "base64")
        replace(own, { type: "string", contentEncoding: "base64" });
    },
  });
  return rest;
}

/** A map whose keys are known is an object with these fields. */
const objectOf = (names: readonly string[], value: unknown): Json => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, value])),
  required: names,
});

function replace(own: object, json: Json): void {
  for (const key of Object.keys(own)) delete (own as Json)[key];
  Object.assign(own, json);
}

const routeOf = (id: string): Route => {
  const found = allRoutes.find((route) => route.id === id);
  if (found === undefined)
    throw new Error(`The document names an operation ${id} that does not exist.`);
  return found;
};

const answerOf =
  (id: string, status = 200) =>
  (): Json => {
    const schema = routeOf(id).responses[status]?.schema;
    if (schema === undefined)
      throw new Error(`${id} has no ${status} response to take a name from.`);
    return jsonSchema(schema());
  };

const itemOf = (id: string) => (): Json => itemOfPage(answerOf(id)()) as Json;

/** The item schema of a page, or null if the response is not a page. */
export function itemOfPage(json: Json): Json | null {
  const { items, next_cursor } = (json.properties ?? {}) as { items?: Json; next_cursor?: Json };
  return next_cursor === undefined ? null : ((items?.items as Json | undefined) ?? null);
}

/** The named resources; every answer or request of the same form refers to them. */
const resources: Readonly<Record<string, () => Json>> = {
  Framework: answerOf("putFramework"),
  Rule: () => jsonSchema(ruleSchema()),
  LiveRule: itemOf("listRules"),
  Counsel: () => jsonSchema(counselSchema()),
  Review: () => jsonSchema(reviewSchema()),
  QueuedReview: itemOf("listReviews"),
  DecidedReview: itemOf("searchEvidence"),
  AuditRow: () => jsonSchema(auditRowSchema()),
  Tenant: answerOf("getTenant"),
  Connection: answerOf("createConnection", 201),
  DiscoveryRun: answerOf("getDiscoveryRun"),
  Fact: () => jsonSchema(factSchema()),
  Artifact: itemOf("listArtifacts"),
  ExtractorChain: answerOf("patchTenantExtractor"),
  ProbeResult: answerOf("testPreset"),
  Jwks: () => jsonSchema(jwksSchema()),
};

/** Gives names to schemas: each form gets one name, however often it is built. */
export function naming() {
  const schemas = new Map<string, Json>();
  const names = new Map<string, string>();
  const whole = new Map(Object.entries(resources).map(([name, make]) => [name, make()]));
  for (const [name, json] of whole) names.set(JSON.stringify(json), name);

  /** Replaces every form that has a name with a reference. */
  const refer = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(refer);
    if (typeof node !== "object" || node === null) return node;
    const name = names.get(JSON.stringify(node));
    return name === undefined ? inside(node as Json) : { $ref: `#/components/schemas/${name}` };
  };
  const inside = (node: Json): Json =>
    Object.fromEntries(Object.entries(node).map(([key, value]) => [key, refer(value)]));
  for (const [name, json] of whole) schemas.set(name, inside(json));

  return {
    schemas,
    /** A reference to a form, under this name if the form has no name yet. */
    named: (json: Json, name: string): unknown => {
      if (names.has(JSON.stringify(json))) return refer(json);
      if (schemas.has(name)) throw new Error(`Two schemas of the document are called ${name}.`);
      names.set(JSON.stringify(json), name);
      schemas.set(name, inside(json));
      return refer(json);
    },
    nameOf: (json: Json): string | undefined => names.get(JSON.stringify(json)),
  };
}

export type Naming = ReturnType<typeof naming>;

/** The same schema without null, for a field that is present. */
export function given(json: Json): Json {
  const { type, anyOf } = json as { type?: unknown; anyOf?: Json[] };
  if (Array.isArray(type)) return { ...json, type: type.find((name) => name !== "null") };
  return anyOf?.find((member) => member.type !== "null") ?? json;
}

/** The connect request as one variant per kind, with its required and optional fields. */
export function connectVariants(json: Json): Json {
  const properties = json.properties as Record<string, Json>;
  const one = (field: string): Json => given(properties[field] ?? {});
  return {
    description: "One of the kinds of connection.",
    oneOf: connectKinds.map(({ provider, subtype, demands, allows }) => ({
      type: "object",
      title: [provider, subtype].filter(Boolean).join(" "),
      properties: {
        provider: { type: "string", const: provider },
        ...(subtype === null ? {} : { subtype: { type: "string", const: subtype } }),
        display_name: properties.display_name,
        ...Object.fromEntries([...demands, ...allows].map((field) => [field, one(field)])),
      },
      required: ["provider", ...(subtype === null ? [] : ["subtype"]), "display_name", ...demands],
      additionalProperties: false,
    })),
  };
}
