import * as z from "zod/mini";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import type { Route } from "./route.ts";

type Json = Record<string, unknown>;

/** A tool for agents: an operation that a tenant's people may read as JSON. */
interface AgentTool {
  /** The operation's id. */
  name: string;
  title: string;
  path: string;
  access: string;
  inputSchema: Json;
}

const isTool = ({ method, access, responses }: Route): boolean =>
  method === "GET" &&
  (access === "user" || access === "org") &&
  responses[200]?.schema !== undefined;

/** The tenant GET routes as tools; who may use which is decided by their access word. */
export const agentTools = (): AgentTool[] =>
  allRoutes.filter(isTool).map((route) => ({
    name: route.id,
    title: route.summary,
    path: route.path,
    access: route.access,
    inputSchema: inputSchema(route),
  }));

/** The path and query parameters in one object, as they stand in an address. */
function inputSchema({ params, query }: Route): Json {
  const path = params === undefined ? {} : fieldsOf(params());
  const asked = query === undefined ? {} : fieldsOf(query());
  return {
    type: "object",
    properties: { ...asked, ...path },
    required: Object.keys(path),
    additionalProperties: false,
  };
}

function fieldsOf(schema: z.ZodMiniType): Record<string, Json> {
  const { properties = {} } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      const { sentAs } = jsonSchema as { sentAs?: Json };
      if (sentAs === undefined) return;
      for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Json)[key];
      Object.assign(jsonSchema, sentAs);
    },
  });
  return properties as Record<string, Json>;
}
