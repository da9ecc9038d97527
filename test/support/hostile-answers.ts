import type { Route as Exchange, Page } from "playwright-core";
import { createMatcher } from "#shared/routes/contract/match.ts";
import { exampleOf } from "#shared/routes/contract/openapi-examples.ts";
import { type Json, jsonSchema } from "#shared/routes/contract/openapi-schemas.ts";
import type { Route } from "#shared/routes/contract/route.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { hostileAddress, hostileText } from "./hostile-texts.ts";

const match = createMatcher(allRoutes);

/** The service's own texts, which the console uses but does not show. */
const own = new Set(["next_cursor", "path", "id", "tenant_id", "connection_id", "created_at"]);

/**
 * Replaces every free text in the API's answers to a page with hostile text, and every empty list
 * and absent object with an example, so that each field of each entity is present.
 * @returns the ids of the operations whose answers were replaced
 */
export async function makeAnswersHostile(page: Page, origin: string): Promise<Set<string>> {
  const asked = new Set<string>();
  await page.route(`${origin}/**`, async (exchange: Exchange) => {
    const request = exchange.request();
    const { pathname } = new URL(request.url());
    if (request.resourceType() !== "fetch" || pathname.startsWith("/_local")) {
      return exchange.continue();
    }
    const route = match(request.method(), pathname)?.route;
    const response = await exchange.fetch();
    const node = route && schemaOf(route, response.status());
    if (route === undefined || node === undefined) return exchange.fulfill({ response });
    asked.add(route.id);
    const json = hostile(node, await response.json(), "");
    return exchange.fulfill({ response, json });
  });
  return asked;
}

/** Made once, because a page requests the same again and again. */
const made = new Map<string, Json | undefined>();

function schemaOf({ id, responses }: Route, status: number): Json | undefined {
  const key = `${id} ${status}`;
  if (!made.has(key)) {
    const { schema } = responses[status] ?? {};
    made.set(key, schema && jsonSchema(schema()));
  }
  return made.get(key);
}

/** Replaces every text that the schema leaves free with a hostile text. */
function hostile(node: Json, value: unknown, name: string): unknown {
  const members = (node.anyOf ?? node.oneOf) as Json[] | undefined;
  if (members !== undefined) return hostile(memberOf(members, value), value, name);
  if (value === null) {
    return node.type === "object" || isFree(node, name) ? filled(node, name) : null;
  }
  if (Array.isArray(value)) {
    const items = (node.items ?? {}) as Json;
    const all = value.length === 0 && node.items !== undefined ? [exampleOf(items)] : value;
    return all.map((one) => hostile(items, one, name));
  }
  if (typeof value === "object") {
    const { properties = {}, additionalProperties = {} } = node as Record<
      string,
      Record<string, Json>
    >;
    return Object.fromEntries(
      Object.entries(value).map(([field, one]) => [
        field,
        hostile(properties[field] ?? (additionalProperties as Json), one, field),
      ]),
    );
  }
  return typeof value === "string" && isFree(node, name) ? textFor(name) : value;
}

const filled = (node: Json, name: string): unknown => hostile(node, exampleOf(node, name), name);

const textFor = (name: string): string => (/url$/.test(name) ? hostileAddress : hostileText);

function isFree({ type, enum: words, const: only, format, pattern }: Json, name: string): boolean {
  const isText = type === undefined || type === "string";
  const isFormed = [words, only, format, pattern].some((limit) => limit !== undefined);
  return isText && !isFormed && !own.has(name);
}

/** The union member to which the value belongs; for null, one to which it could have belonged. */
function memberOf(members: readonly Json[], value: unknown): Json {
  const others = members.filter(({ type }) => type !== "null");
  const fits = others.find(({ properties }) =>
    Object.entries((properties ?? {}) as Record<string, Json>).every(([field, { const: only }]) => {
      const given = (value as Record<string, unknown> | null)?.[field];
      return only === undefined || only === given;
    }),
  );
  return fits ?? others[0] ?? {};
}
