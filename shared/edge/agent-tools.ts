import * as z from "zod/mini";
import { DomainError } from "#shared/domain/errors.ts";
import { createMatcher } from "#shared/routes/contract/match.ts";
import type { Route } from "#shared/routes/contract/route.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { parsePart } from "./input.ts";

type Json = Record<string, unknown>;

/** A tool for agents: an operation that a tenant's people may read as JSON. */
interface AgentTool {
  /** The operation's id. */
  name: string;
  title: string;
  access: string;
  inputSchema: Json;
}

const isTool = ({ method, access, responses }: Route): boolean =>
  method === "GET" &&
  (access === "user" || access === "org") &&
  responses[200]?.schema !== undefined;

const tools = allRoutes.filter(isTool);
const match = createMatcher(allRoutes);

/** The tenant GET routes as tools; who may use which is decided by their access word. */
export const agentTools = (): AgentTool[] =>
  tools.map((route) => ({
    name: route.id,
    title: route.summary,
    access: route.access,
    inputSchema: inputSchema(route),
  }));

/** The path and query parameters in one object, as they stand in an address. */
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
 * The path and query of a call of a tool. Its arguments are judged by the schemas of its route before
 * an address is made of them, and the address has to lead to that route and no other.
 * @param given the arguments as an agent sent them
 * @throws DomainError `validation_failed`, which names each fault
 */
export function toolAddress(name: string, given: unknown): string {
  const route = tools.find(({ id }) => id === name);
  if (route === undefined) throw new DomainError("not_found", "There is no such tool.");
  const sent = asSent(given);
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

/** Arguments as they stand in an address. */
function asSent(given: unknown): [name: string, value: string][] {
  const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
  const sent = Object.entries(isObject ? given : {});
  const isPlain = sent.every(([, value]) => ["string", "number", "boolean"].includes(typeof value));
  if (isPlain && (isObject || given === undefined)) {
    return sent.map(([name, value]) => [name, String(value)]);
  }
  throw new DomainError("validation_failed", "The arguments must be texts, numbers and booleans.");
}
