import * as z from "zod/mini";
import { DomainError } from "#shared/domain/errors.ts";
import { createMatcher } from "#shared/routes/contract/match.ts";
import type { Route } from "#shared/routes/contract/route.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import type { McpTool } from "#shared/use-cases/inventory/call-mcp.ts";
import { parsePart } from "./input.ts";

type Json = Record<string, unknown>;

/** Who in a tenant may call the operation as a tool; null: nobody. */
const userOf = ({ access }: Route): McpTool["access"] | null =>
  access === "org" ? "org" : access === "user" || access === "signed_in" ? "user" : null;

const isTool = (route: Route): boolean =>
  route.method === "GET" && userOf(route) !== null && route.responses[200]?.schema !== undefined;

const tools = allRoutes.filter(isTool);
const match = createMatcher(allRoutes);

/** The tenant GET routes as tools. Their access word decides who may use which. */
export const agentTools = (): McpTool[] =>
  tools.map((route) => ({
    name: route.id,
    title: route.summary,
    access: userOf(route) ?? "org",
    inputSchema: inputSchema(route),
  }));

/** The path and query parameters in one object, in the form that they have in an address. */
function inputSchema(route: Route): Json {
  const [params, query] = partsOf(route).map(jsonSchemaOf);
  return {
    type: "object",
    properties: { ...query?.properties, ...params?.properties },
    required: [...(params?.required ?? []), ...(query?.required ?? [])],
    additionalProperties: false,
  };
}

const partsOf = ({ params, query }: Route) =>
  [params?.() ?? z.strictObject({}), query?.() ?? z.strictObject({})] as const;

function jsonSchemaOf(schema: z.ZodMiniType): { properties?: Json; required?: string[] } {
  const { properties, required } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      const { sentAs } = jsonSchema as { sentAs?: Json };
      if (sentAs === undefined) return;
      for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Json)[key];
      Object.assign(jsonSchema, sentAs);
    },
  });
  return { ...(properties && { properties }), ...(required && { required }) };
}

/**
 * The path and query for a call of a tool. The schemas of its route judge the arguments before they
 * become an address, and the address has to lead to that route and no other.
 * @param given the arguments as an agent sent them
 * @throws DomainError `not_found` for a name that is no tool's, `validation_failed`, which names each
 * fault
 */
export function toolAddress(name: string, given: unknown): string {
  const route = tools.find(({ id }) => id === name);
  if (route === undefined) throw new DomainError("not_found", "There is no such tool.");
  const sent = asSent(given, inputSchema(route).properties as Properties);
  const [params, query] = partsOf(route);
  const inPath = Object.keys(params.shape);
  const part = (isOfPath: boolean) =>
    Object.fromEntries(sent.filter(([argument]) => inPath.includes(argument) === isOfPath));
  const [path, asked] = [part(true), part(false)];
  parsePart(params, path);
  parsePart(query, asked);
  const address = route.path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) =>
    encodeURIComponent(path[parameter] ?? ""),
  );
  if (match("GET", address)?.route !== route) {
    throw new DomainError("validation_failed", "These arguments lead to another operation.");
  }
  const search = new URLSearchParams(asked);
  return search.size === 0 ? address : `${address}?${search}`;
}

type Properties = Readonly<Record<string, { type?: string } | undefined>>;

/** Arguments in the form that they have in an address: a list that the schema describes gets commas. */
function asSent(given: unknown, described: Properties): [name: string, value: string][] {
  const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
  const sent = Object.entries(isObject ? given : {});
  const isPlain = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);
  const isFit = sent.every(([name, value]) =>
    Array.isArray(value)
      ? Object.hasOwn(described, name) && described[name]?.type === "array" && value.every(isPlain)
      : isPlain(value),
  );
  if (isFit && (isObject || given === undefined)) {
    return sent.map(([name, value]) => [name, [value].flat().join(",")]);
  }
  throw new DomainError(
    "validation_failed",
    "The arguments must be texts, numbers and booleans, or lists of them where one is described.",
  );
}
