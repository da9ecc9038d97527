import * as fc from "fast-check";
import * as z from "zod";
import type { Route } from "#shared/routes/contract/route.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { anyCharacter } from "./any-character.ts";
import type { OneOfEach } from "./one-of-each.ts";
import type { ApiAnswer } from "./system.ts";

/** A JSON Schema, from which values are generated. */
type Json = Record<string, unknown>;

/** One request, ready to be sent. */
export interface FuzzedRequest {
  route: Route;
  path: string;
  body: Buffer | undefined;
  headers: Record<string, string | undefined>;
}

/** Texts that are known to break software. */
const nasty = fc.constantFrom(
  "",
  " ",
  "\0",
  "\u202e",
  "\u200b",
  "\ud83d",
  "\ude00",
  "😀".repeat(200),
  "__proto__",
  "constructor",
  "toString",
  "../..",
  "%00",
  "null",
  "a".repeat(5000),
  "1e999",
  "-0",
  "9007199254740993",
  "2026-02-30",
  "+275760-09-13T00:00:00.000Z",
  "-271821-04-20T00:00:00.000Z",
  "0000-01-01T00:00:00+23:59",
  "#",
  "|",
  "http://[::1",
);
const shortText = fc.string({ maxLength: 40 });
const anyText = fc.oneof(nasty, fc.string({ unit: anyCharacter, maxLength: 60 }), fc.string());
const anything = fc.oneof(
  anyText,
  fc.jsonValue({ maxDepth: 4 }),
  fc.double(),
  fc.bigInt().map(Number),
  fc.constant([[[[[[[[]]]]]]]]),
);

/** Mostly what the schema accepts, so that requests get past its checks; otherwise anything. */
function sentFor(schema: Json): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 9, arbitrary: fittingValue(schema) },
    { weight: 1, arbitrary: anything },
  );
}

function fittingValue(schema: Json): fc.Arbitrary<unknown> {
  const {
    const: only,
    enum: words,
    anyOf,
    oneOf,
    type,
    pattern,
    format,
    minimum,
    maximum,
  } = schema;
  if (only !== undefined) return fc.constant(only);
  if (Array.isArray(words)) return fc.constantFrom(...words);
  const members = (anyOf ?? oneOf) as Json[] | undefined;
  if (members !== undefined) return fc.oneof(...members.map(sentFor));
  const [kind] = [type].flat();
  if (kind === "object") return objectOf(schema);
  if (kind === "array") return fc.array(sentFor((schema.items ?? {}) as Json), { maxLength: 4 });
  if (kind === "integer" || kind === "number") {
    return fc.integer({
      min: Math.max(Number(minimum ?? -5), -1e6),
      max: Math.min(Number(maximum ?? 1e6), 1e6),
    });
  }
  if (kind === "boolean") return fc.boolean();
  if (kind === "null") return fc.constant(null);
  if (kind !== "string") return anything;
  if (format === "uuid") return fc.uuid();
  if (pattern === undefined) return fc.oneof(shortText, anyText);
  return fc.oneof(
    { weight: 3, arbitrary: matching(String(pattern)) },
    { weight: 1, arbitrary: anyText },
  );
}

/** Made once per pattern, because the library prepares a table of all characters for each. */
const matchers = new Map<string, fc.Arbitrary<string>>();

/** Texts that match a pattern; any text for the few patterns that the library cannot parse. */
function matching(pattern: string): fc.Arbitrary<string> {
  const known = matchers.get(pattern);
  if (known !== undefined) return known;
  const made = matcherOf(pattern);
  matchers.set(pattern, made);
  return made;
}

function matcherOf(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, "u"), { maxLength: 100 });
  } catch {
    return anyText;
  }
}

function objectOf({ properties = {}, required = [] }: Json): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties as Record<string, Json>).map(
    ([name, schema]) => [name, sentFor(schema)] as const,
  );
  const known = fc.record(Object.fromEntries(fields), { requiredKeys: required as string[] });
  const odd = fc.dictionary(anyText, anything, { maxKeys: 2 });
  return fc.oneof(
    { weight: 8, arbitrary: known },
    { weight: 1, arbitrary: fc.tuple(known, odd).map(([a, b]) => ({ ...a, ...b })) },
    { weight: 1, arbitrary: fc.record(Object.fromEntries(fields), { requiredKeys: [] }) },
  );
}

const schemaOf = (make: (() => z.core.$ZodType) | undefined): Json =>
  make === undefined
    ? {}
    : (z.toJSONSchema(make(), { io: "input", unrepresentable: "any" }) as unknown as Json);

const json = (value: unknown): string => JSON.stringify(value) ?? "null";

function bodyOf(route: Route): fc.Arbitrary<[Buffer | undefined, string]> {
  const type = fc.constantFrom(
    ...Array.from({ length: 12 }, () => "application/json"),
    "application/json; charset=UTF-8",
    "application/cloudevents+json",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "text/plain",
    "",
  );
  const fitting = route.body === undefined ? fc.constant({}) : sentFor(schemaOf(route.body));
  const parts = fc
    .tuple(anyText, anyText, anyText)
    .map(
      ([a, b, c]) =>
        `--x\r\ncontent-disposition: form-data; name="decision"\r\n\r\n${a}\r\n--x\r\ncontent-disposition: form-data; name="supplementary_pdf"; filename="${b}"\r\n\r\n%PDF-${c}\r\n--x--`,
    );
  const bytes = fc.oneof(
    { weight: 14, arbitrary: fitting.map((value) => Buffer.from(json(value))) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array)) },
    { weight: 1, arbitrary: parts.map((text) => Buffer.from(text)) },
    { weight: 1, arbitrary: fc.constant(Buffer.from('{"a":'.repeat(3000))) },
  );
  return fc.tuple(fc.option(bytes, { nil: undefined, freq: 12 }), type);
}

function queryOf(route: Route): fc.Arbitrary<string> {
  const { properties = {} } = schemaOf(route.query) as { properties?: Record<string, Json> };
  const named = Object.entries(properties).map(([name, schema]) => {
    const sent = (schema.sentAs ?? schema) as Json;
    return [name, sentFor(sent).map((value) => (typeof value === "string" ? value : json(value)))];
  });
  const known: fc.Arbitrary<Record<string, string | undefined>> = fc.record(
    Object.fromEntries(named as [string, fc.Arbitrary<string>][]),
    { requiredKeys: [] },
  );
  const odd = fc.oneof(
    { weight: 12, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.dictionary(anyText, anyText, { maxKeys: 2 }) },
  );
  return fc.tuple(known, odd).map(([a, b]) => {
    const given = Object.entries({ ...a, ...b }).map(([name, value]): [string, string] => [
      name,
      value ?? "",
    ]);
    const query = new URLSearchParams(given).toString();
    return query === "" ? "" : `?${query}`;
  });
}

/** The path of an existing resource, or now and then a path with arbitrary text. */
function pathOf(route: Route, each: OneOfEach): fc.Arbitrary<string> {
  const real = each.pathOf(route).split("?")[0] ?? "";
  const odd = fc
    .array(anyText, { minLength: 4, maxLength: 4 })
    .map((texts) =>
      route.path.replace(/\{[^}]+\}/g, () =>
        encodeURIComponent((texts.pop() || "x").toWellFormed()),
      ),
    );
  const percent = fc
    .constantFrom("%ff", "%ed%a0%80", "%c0%af", "%2e%2e%2f")
    .map((code) => route.path.replace(/\{[^}]+\}/g, code));
  return fc.oneof(
    { weight: 7, arbitrary: fc.constant(real) },
    { weight: 2, arbitrary: odd },
    { weight: 1, arbitrary: percent },
  );
}

const header = fc.oneof(
  fc.stringMatching(/^[\x21-\x7e]{1,40}$/),
  fc.constantFrom(
    "sha256=",
    `sha256=${"0".repeat(64)}`,
    "v1,",
    "*/*",
    "application/json",
    "\xff\xfe",
  ),
);

function headersOf(route: Route): fc.Arbitrary<Record<string, string | undefined>> {
  const names = [...Object.keys(route.headers ?? {}), "accept", "if-none-match", "origin"];
  return fc.record(Object.fromEntries(names.map((name) => [name, header])), { requiredKeys: [] });
}

/** Requests to every entry of the route table, generated from the entry's own schemas. */
export function fuzzedRequests(each: OneOfEach): fc.Arbitrary<FuzzedRequest> {
  const routes = allRoutes.filter(({ method }) => method !== "OPTIONS");
  // Made when a route is first drawn, because a run of few requests needs only their routes.
  const known = new Map<Route, fc.Arbitrary<FuzzedRequest>>();
  return fc.constantFrom(...routes).chain((route) => {
    const requests = known.get(route) ?? requestsOf(route, each);
    known.set(route, requests);
    return requests;
  });
}

const requestsOf = (route: Route, each: OneOfEach): fc.Arbitrary<FuzzedRequest> =>
  fc
    .tuple(pathOf(route, each), queryOf(route), bodyOf(route), headersOf(route))
    .map(([path, query, [body, type], headers]) => {
      const isRead = ["GET", "HEAD"].includes(route.method);
      return {
        route,
        path: path + query,
        body: isRead ? undefined : body,
        headers: isRead || body === undefined ? headers : { ...headers, "content-type": type },
      };
    });

/**
 * Sends one request. Its answer is checked against the route table, as every answer in a test is. Where
 * the webhook's signature was left out, this adds a valid one.
 */
export function send(each: OneOfEach, request: FuzzedRequest): Promise<ApiAnswer> {
  const { route, path, body, headers } = request;
  const given = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] != null);
  const all = { ...each.signature(route, body ?? Buffer.alloc(0)), ...Object.fromEntries(given) };
  return each.clientFor(route)(route.method, path, body, all);
}
