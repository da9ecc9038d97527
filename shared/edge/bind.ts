import middy, { type MiddyfiedHandler, type Request as MiddyRequest } from "@middy/core";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import type * as z from "zod/mini";
import { DomainError, type FieldFault } from "#shared/domain/errors.ts";
import { now } from "#shared/platform/clock.ts";
import { describeError, log } from "#shared/platform/log.ts";
import { setting } from "#shared/platform/settings.ts";
import type { Method, Route } from "#shared/routes/contract/route.ts";
import { responseHeaders } from "./headers.ts";
import { collecting, emptyBody, parsePart, parsePath, refuseFaults } from "./input.ts";
import { authorize, type Claims, type PrincipalFor } from "./principal.ts";
import { type Answer, asDomainError, problemAnswer } from "./problem.ts";
import { type Reply, serialize } from "./reply.ts";

type Parsed<S, Otherwise> = S extends () => z.ZodMiniType ? z.output<ReturnType<S>> : Otherwise;

/** A request as functions see it: parsed, authorised, with the one time it happened at. */
export interface Call<R extends Route, G = unknown> {
  params: Parsed<R["params"], Record<string, never>>;
  query: Parsed<R["query"], Record<string, never>>;
  /** Undefined for the further media types an entry `accepts`: those the function takes apart. */
  body:
    | Parsed<R["body"], undefined>
    | (R extends { accepts: readonly string[] } ? undefined : never);
  principal: PrincipalFor<R["access"]>;
  /** What the route's own guard found before the body was looked at. */
  guarded: G;
  requestId: string;
  /** The instant of the request, ISO 8601 UTC with milliseconds. */
  now: string;
  headers: Readonly<Record<string, string>>;
  /** The body's exact bytes, as sent. */
  rawBody: Buffer;
}

/** Runs before the body is read: the token before the form, the signature before the JSON. */
export type Guard<R extends Route, G> = (
  call: Omit<Call<R, undefined>, "body" | "guarded">,
) => Promise<G>;

type Event = Omit<APIGatewayProxyEventV2, "body"> & { body?: unknown };
interface Internal extends Record<string, unknown> {
  call?: Partial<Call<Route>>;
  startedAt?: bigint;
  /** Of path and query; those of the body join them. */
  faults?: FieldFault[];
}
type Step = MiddyRequest<Event, Answer, Error, Context, Internal>;

/** What `bind` returns: a Lambda handler that knows which entry of the route table it serves. */
export type BoundHandler<Id extends string = string> = MiddyfiedHandler<Event, Answer> & {
  routeId: Id;
};

/**
 * Binds a function to its entry of the route table. Order of work: request id, principal, path and
 * query, the route's guard, body, the function; then the answer with its headers, and one log line
 * with route key, status and duration, never with body, token or path.
 */
export function bind<R extends Route, G = undefined>(route: R, guard?: Guard<R, G>) {
  return (handle: (call: Call<R, G>) => Promise<Reply<R>>): BoundHandler<R["id"]> => {
    const handler = middy<Event, Answer, Error, Context, Internal>()
      .use(answering(route))
      .before(reading(route))
      .before(async (step: Step) => {
        if (guard === undefined) return;
        refuseFaults(step.internal.faults ?? []);
        const call = step.internal.call as unknown as Call<R, G>;
        call.guarded = await guard(call);
      })
      .use(parsingBody(route))
      .handler((async (event: Event & { call: Call<R, G> }) =>
        serialize(route, await handle(event.call))) as never);
    return Object.assign(handler as unknown as MiddyfiedHandler<Event, Answer>, {
      routeId: route.id as R["id"],
    });
  };
}

/** Answers and logs, whatever happened: outermost, so that every path passes it. */
function answering(route: Route) {
  const finish = (step: Step, answer: Answer, fields: Record<string, unknown>) => {
    const requestId = step.event.requestContext?.requestId ?? "unknown";
    answer.headers = {
      ...responseHeaders(route, {
        requestId,
        origin: step.event.headers?.origin,
        consoleOrigin: setting("CONSOLE_ORIGIN"),
      }),
      ...answer.headers,
    };
    log(answer.statusCode >= 500 ? "error" : "info", "request", {
      request_id: requestId,
      route: `${route.method} ${route.path}`,
      operation: route.id,
      status: answer.statusCode,
      duration_ms: millisecondsSince(step.internal.startedAt),
      ...fields,
    });
    step.response = answer;
  };
  return {
    before: (step: Step) => {
      step.internal.startedAt = process.hrtime.bigint();
    },
    after: (step: Step) => {
      if (step.response) finish(step, step.response, {});
    },
    onError: (step: Step) => {
      const error = asDomainError(translateParserError(step.error));
      const requestId = step.event.requestContext?.requestId ?? "unknown";
      const unforeseen = error.code === "internal_error" || error.code === "dependency_unavailable";
      finish(step, problemAnswer(error, requestId), {
        code: error.code,
        ...(unforeseen ? describeError(error.cause) : {}),
      });
    },
  };
}

/** By the process's own clock: the first look at `performance` loads all of node:perf_hooks. */
const millisecondsSince = (start: bigint | undefined): number =>
  start === undefined ? 0 : Number((process.hrtime.bigint() - start) / 1_000_000n);

function reading(route: Route) {
  const params = route.params?.();
  const query = route.query?.();
  return (step: Step) => {
    const { event } = step;
    const context = event.requestContext as typeof event.requestContext & {
      authorizer?: { jwt?: { claims?: Claims } };
    };
    const faults: FieldFault[] = [];
    step.internal.faults = faults;
    const raw = typeof event.body === "string" ? event.body : "";
    step.internal.call = {
      requestId: context.requestId,
      now: now(),
      headers: event.headers as Record<string, string>,
      rawBody: Buffer.from(raw, event.isBase64Encoded ? "base64" : "utf8"),
      principal: authorize(route.access, context.authorizer?.jwt?.claims) as never,
      params: collecting(faults, () =>
        params ? parsePath(params, event.pathParameters ?? {}, route.method) : {},
      ) as never,
      query: collecting(faults, () =>
        query ? parsePart(query, event.queryStringParameters ?? {}) : {},
      ) as never,
    };
  };
}

const jsonBody = httpJsonBodyParser();
const bodiless = new Set<Method>(["GET", "HEAD", "OPTIONS"]);

function parsingBody(route: Route) {
  const schema = bodiless.has(route.method) ? null : (route.body?.() ?? emptyBody());
  return {
    before: async (step: Step) => {
      const call = step.internal.call as Call<Route>;
      const event = step.event as Event & { call: Call<Route> };
      const faults = step.internal.faults ?? [];
      event.call = call;
      if (schema !== null && !takesBytes(route, call)) {
        const isThere = call.rawBody.length > 0;
        if (isThere) await jsonBody.before?.(step as never);
        const sent = isThere ? event.body : undefined;
        call.body = collecting(faults, () => parsePart(schema, sent)) as never;
      }
      refuseFaults(faults);
    },
  };
}

/** Webhooks verify bytes before parsing; other declared media types are the function's own. */
function takesBytes(route: Route, call: Call<Route>): boolean {
  const mediaType = (call.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  return route.access === "signed" || (route.accepts?.includes(mediaType) ?? false);
}

/** middy's parser speaks http-errors; the contract has codes of its own for these. */
function translateParserError(error: unknown): unknown {
  const status = (error as { statusCode?: number } | null)?.statusCode;
  if (status === 415) {
    return new DomainError("unsupported_media_type", "The body must be application/json.");
  }
  if (status === 422 || status === 400) {
    return new DomainError("malformed_json", "The body is not a JSON document.");
  }
  return error;
}
