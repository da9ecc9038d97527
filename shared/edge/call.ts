import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type * as z from "zod/mini";
import type { FieldFault } from "#shared/domain/errors.ts";
import type { Person } from "#shared/domain/tenants/tenant.ts";
import { now } from "#shared/platform/clock.ts";
import type { Method, Route } from "#shared/routes/contract/route.ts";
import {
  collected,
  emptyBody,
  JSON_TYPE,
  mediaTypeOf,
  parsePart,
  parsePath,
  parseQuery,
  refuseQuery,
  type SentQuery,
  textFaults,
} from "./input.ts";
import { authorize, isolateCanary, type PrincipalFor, type Vouched } from "./principal.ts";
import type { Reply } from "./reply.ts";

type Parsed<S, Otherwise> = S extends () => z.ZodMiniType ? z.output<ReturnType<S>> : Otherwise;

/** A request as functions see it: parsed, authorised, and with a single timestamp. */
export interface Call<R extends Route, G = unknown> {
  params: Parsed<R["params"], Record<string, never>>;
  query: Parsed<R["query"], Record<string, never>>;
  /** Undefined for the other media types that an entry `accepts`: the function parses those. */
  body:
    | Parsed<R["body"], undefined>
    | (R extends { accepts: readonly string[] } ? undefined : never);
  principal: PrincipalFor<R["access"]>;
  /** Who acts, and when, as use cases record it; only where a person signs in. */
  caller: PrincipalFor<R["access"]> extends Person ? { actorUserId: string; now: string } : never;
  /** The result of the route's own guard, which ran before the body was read. */
  guarded: G;
  requestId: string;
  /** The instant of the request, ISO 8601 UTC with milliseconds. */
  now: string;
  headers: Readonly<Record<string, string>>;
  /** The body's exact bytes, as sent. */
  rawBody: Buffer;
}

/** A call whose body has not been read yet. */
type Arrived<R extends Route> = Omit<Call<R>, "body" | "guarded"> & {
  /** The parts of the path as sent. */
  path: Readonly<Record<string, string | undefined>>;
};

/** A check before the body is read: the token before the form, the signature before the JSON. */
export type Guard<R extends Route, G> = (call: Arrived<R>) => Promise<G>;

/** Identifies the caller before anything else in the request is read. @throws DomainError */
export type Identify<R extends Route> = (
  event: Event,
  now: string,
) => Promise<PrincipalFor<R["access"]>>;

/** The event from API Gateway, with the facts that its authorizer vouches for. */
export interface Event extends APIGatewayProxyEventV2 {
  requestContext: APIGatewayProxyEventV2["requestContext"] & {
    authorizer?: Vouched;
  };
}

/** The list a cursor belongs to; any other list rejects it. */
export interface CursorScope {
  route: string;
  tenantId: string | null;
  params: unknown;
  /** The whole query, without page size and cursor: they may change from page to page. */
  query: Readonly<Record<string, unknown>>;
}

/** Turns the positions of a list into the cursors that callers see, and back. */
export interface Cursors {
  /** @throws DomainError `validation_failed` if the cursor was not issued for this list */
  open(cursor: string, scope: CursorScope): Promise<string>;
  seal(position: string, scope: CursorScope): Promise<string>;
}

/** A request whose body has not been parsed yet. */
export interface Arrival<R extends Route, G> {
  arrived: () => Arrived<R>;
  /** The faults found so far. They are reported together with those of the body. */
  faults: FieldFault[];
  guarded: G;
  contentType: string | undefined;
  rawBody: Buffer;
}

/**
 * Returns the functions that turn an event into a call, before and after its body is parsed; the
 * entry's schemas are built once.
 * @param cursors null: the entry returns no pages
 * @throws Error for an entry with pages but without `cursors` (bare positions would go out), or
 * vice versa
 */
export function reader<R extends Route, G>(
  route: R,
  guard: Guard<R, G> | undefined,
  cursors: Cursors | null,
  identify: Identify<R> = async ({ requestContext }) =>
    authorize<R["access"]>(route, requestContext.authorizer),
) {
  const readPath = pathReader(route);
  const readQuery = queryReader(route, cursors !== null);
  const readBody = bodyReader(route);
  const arrive = async (event: Event): Promise<Arrival<R, G>> => {
    const { requestContext, headers, pathParameters } = event;
    const instant = now();
    const principal = await identify(event, instant);
    const rawBody = Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
    const faults: FieldFault[] = textFaults(headers, ["headers"]);
    const params = collected(faults, () => readPath(pathParameters ?? {}));
    const asked = collected(faults, () => readQuery(event));
    const query = await opened(route, { params, query: asked, principal }, faults, cursors);
    // A guard that reads neither params nor query runs before their faults are reported.
    const arrived = (): Arrived<R> => ({
      path: pathParameters ?? {},
      get params() {
        return params();
      },
      get query() {
        return query();
      },
      principal,
      caller: {
        actorUserId: (principal as Person | null)?.userId,
        now: instant,
      } as Call<R>["caller"],
      requestId: requestContext.requestId,
      now: instant,
      headers: headers as Record<string, string>,
      rawBody,
    });
    const guarded = guard === undefined ? (undefined as G) : await guard(arrived());
    return { arrived, faults, guarded, contentType: headers["content-type"], rawBody };
  };
  /** @param sent the parsed body; undefined if there is none */
  const complete = (arrival: Arrival<R, G>, sent: unknown): Call<R, G> => {
    const { arrived, faults, guarded, contentType } = arrival;
    const body = collected(faults, () => readBody(contentType, sent));
    const call = { ...arrived(), guarded, body: body() };
    isolateCanary(route.method, call);
    return call;
  };
  return { arrive, complete };
}

interface Asked<R extends Route> {
  params: () => Call<R>["params"];
  query: () => Call<R>["query"];
  principal: Call<R>["principal"];
}

/** The query with its cursor, if any, replaced by the position it names. */
async function opened<R extends Route>(
  route: R,
  asked: Asked<R>,
  faults: FieldFault[],
  cursors: Cursors | null,
) {
  if (cursors === null || faults.length > 0) return asked.query;
  const query: { cursor?: unknown } = asked.query();
  const { cursor } = query;
  if (typeof cursor !== "string") return asked.query;
  const scope = cursorScope(route, { ...asked, query, params: asked.params() });
  const position = await cursors.open(cursor, scope).then(
    (found) => () => found,
    (error: unknown) => () => {
      throw error;
    },
  );
  return collected(faults, () => {
    const value: unknown = { ...query, cursor: position() };
    return value as Call<R>["query"];
  });
}

/** The list from which a call requests a page. */
const cursorScope = (
  { id }: Route,
  call: { params: unknown; query: object; principal: { tenantId: string | null } | null },
): CursorScope => ({
  route: id,
  tenantId: call.principal?.tenantId ?? null,
  params: call.params,
  query: { ...call.query },
});

/** The reply with its next position, if any, sealed as a cursor. */
export async function withCursor<R extends Route>(
  route: R,
  call: Call<R>,
  reply: Reply<R>,
  cursors: Cursors | null,
) {
  const body: { next_cursor?: unknown } = { ...(reply as { body?: object }).body };
  if (cursors === null || typeof body.next_cursor !== "string") return reply;
  const next_cursor = await cursors.seal(body.next_cursor, cursorScope(route, call));
  return { ...reply, body: { ...body, next_cursor } };
}

type Part = Readonly<Record<string, string | undefined>>;

function pathReader<R extends Route>({ params, method }: R) {
  const schema = params?.();
  return (sent: Part) => {
    const value: unknown = schema === undefined ? {} : parsePath(schema, sent, method);
    return value as Call<R>["params"];
  };
}

function queryReader<R extends Route>({ id, query }: R, hasPages: boolean) {
  const schema = query?.();
  if ((schema?.shape.cursor !== undefined) !== hasPages) {
    throw new Error(`${id}: bindList binds the functions that answer pages, and no other.`);
  }
  return (sent: SentQuery) => {
    const value: unknown =
      schema === undefined
        ? refuseQuery(sent.queryStringParameters ?? {})
        : parseQuery(schema, sent);
    return value as Call<R>["query"];
  };
}

const bodiless: ReadonlySet<Method> = new Set<Method>(["GET", "HEAD", "OPTIONS"]);

function bodyReader<R extends Route>(route: R) {
  const schema = bodiless.has(route.method) ? null : (route.body?.() ?? emptyBody());
  return (contentType: string | undefined, sent: unknown) => {
    const isOurs = schema !== null && takesJson(route, contentType);
    const value: unknown = isOurs ? parsePart(schema, sent) : undefined;
    return value as Call<R>["body"];
  };
}

/**
 * Whether the body is JSON for the entry's schema. Webhooks verify the bytes before parsing them, and
 * other declared media types are parsed by the function itself.
 */
export const takesJson = (
  { method, access, accepts = [] }: Route,
  contentType: string | undefined,
): boolean =>
  !bodiless.has(method) && access !== "signed" && !accepts.includes(mediaTypeOf(contentType));

/** The media types of a body that an entry reads: JSON unless it names others and has no schema. */
export const mediaTypesOf = ({ body, accepts = [] }: Route): readonly string[] =>
  body === undefined && accepts.length > 0 ? accepts : [JSON_TYPE, ...accepts];
