import middy, { type Request as MiddyRequest } from "@middy/core";
import type { Context } from "aws-lambda";
import { DomainError } from "#shared/domain/errors.ts";
import { personOf, tenantIdOf } from "#shared/domain/tenants/tenant.ts";
import { describeError, inSpan, logMeasured } from "#shared/platform/log.ts";
import { setting, twoPeople } from "#shared/platform/settings.ts";
import {
  bodyLimitsOf,
  type Onlooker,
  ORIGIN_HEADER,
  type Route,
} from "#shared/routes/contract/route.ts";
import {
  type Arrival,
  type Call,
  type Cursors,
  type Event,
  type Guard,
  type Identify,
  mediaTypesOf,
  reader,
  takesJson,
  withCursor,
} from "./call.ts";
import { parseJsonBody, requireWeight } from "./input.ts";
import { type Answer, asDomainError, problemAnswer } from "./problem.ts";
import {
  type BodyOf,
  compressed,
  isTooLarge,
  type Reply,
  responseHeaders,
  serialize,
  unkept,
} from "./reply.ts";

interface Internal extends Record<string, unknown> {
  startedAt?: bigint;
}
type Step = MiddyRequest<Event, Answer, Error, Context, Internal>;

/** A Lambda handler, as `bind` returns it: it knows which entry of the route table it serves. */
export type BoundHandler<Id extends string = string> = ((
  event: Event,
  context: Context,
) => Promise<Answer>) & { routeId: Id };

/**
 * Binds a function to its entry of the route table. The order of work is: principal, path and query,
 * the route's guard, body, the function, the answer with its headers. Then one log line gives route
 * key, status and duration, never body, token or path. All of it runs in a span of the trace that the
 * caller's `traceparent` names. Functions that return pages are bound by `bindList`.
 */
export function bind<R extends Route, G = undefined>(
  route: R,
  guard?: Guard<R, G>,
  cursors: Cursors | null = null,
  identify?: Identify<R>,
) {
  return (handle: (call: Call<R, G>) => Promise<Reply<R>>): BoundHandler<R["id"]> => {
    const { arrive, complete } = reader(route, guard, cursors, identify);
    const limits = bodyLimitsOf(route);
    const mediaTypes = mediaTypesOf(route);
    const arrivals = new WeakMap<Event, Arrival<R, G>>();
    const arrivalOf = (event: Event) => arrivals.get(event) as Arrival<R, G>;
    const serve = middy<Event, Answer, Error, Context, Internal>()
      .use(answering(route))
      .before(async ({ event }) => {
        await refuseDetours(event);
        arrivals.set(event, await arrive(event));
      })
      .before(({ event }) => {
        const { contentType, rawBody } = arrivalOf(event);
        requireWeight(rawBody, limits);
        if (rawBody.length === 0) delete event.body;
        else if (takesJson(route, contentType)) parseJsonBody(event, rawBody, limits, mediaTypes);
      })
      .handler(async (event: Event) => {
        const call = complete(arrivalOf(event), event.body);
        const reply = await withCursor(route, call, await handle(call), cursors);
        return serialize(route, onlookerOf(route, call.principal), reply);
      });
    const handler = async (event: Event, context: Context): Promise<Answer> =>
      inSpan(event.headers?.traceparent, () => serve(event, context) as Promise<Answer>);
    return Object.assign(handler, { routeId: route.id });
  };
}

/**
 * Binds a function whose entry has one answer. The function returns the body, if there is one, and the
 * entry gives the status.
 */
export const bindBody =
  <R extends Route, G = undefined>(route: R, guard?: Guard<R, G>, cursors: Cursors | null = null) =>
  (bodyOf: (call: Call<R, G>) => Promise<BodyOf<R>> | BodyOf<R>): BoundHandler<R["id"]> => {
    const [status, ...others] = Object.keys(route.responses).map(Number);
    if (others.length > 0) throw new Error(`${route.id} has several answers: use bind.`);
    return bind(
      route,
      guard,
      cursors,
    )(async (call) => ({ status, body: await bodyOf(call) }) as Reply<R>);
  };

/**
 * Readers and machines see no working link. Where two people are needed, nobody sees counsel's links.
 */
function onlookerOf({ access }: Route, principal: object | null): Onlooker {
  const isReader = (principal as { isReader?: boolean } | null)?.isReader === true;
  if (access === "machine" || isReader) return "reader";
  return twoPeople() ? "anybody" : "trusted";
}

/** Answers and logs, whatever happened: the outermost layer, which every request passes through. */
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
      ...unkept(route),
    };
    const sent = compressed(route, step.event.headers?.["accept-encoding"], answer);
    if (isTooLarge(sent)) {
      refuse(step, tooLarge());
      return;
    }
    const tenant_id = tenantOf(step.event);
    logMeasured({
      level: answer.statusCode >= 500 ? "error" : "info",
      event: "request",
      fields: {
        request_id: requestId,
        route: `${route.method} ${route.path}`,
        operation: route.id,
        status: answer.statusCode,
        outcome: outcomeOf(answer.statusCode),
        duration_ms: millisecondsSince(step.internal.startedAt),
        ...(tenant_id === null ? {} : { tenant_id }),
        ...fields,
      },
      by: ["operation", "outcome"],
      metrics: { duration_ms: "Milliseconds" },
    });
    step.response = sent;
  };
  const refuse = (step: Step, error: DomainError): void => {
    const requestId = step.event.requestContext?.requestId ?? "unknown";
    const unexpected = error.code === "internal_error" || error.code === "dependency_unavailable";
    finish(step, problemAnswer(error, requestId, route.access), {
      code: error.code,
      ...(unexpected ? describeError(error.cause) : {}),
    });
  };
  return {
    before: (step: Step) => {
      step.internal.startedAt = process.hrtime.bigint();
    },
    after: (step: Step) => {
      if (step.response) finish(step, step.response, {});
    },
    onError: (step: Step) => refuse(step, asDomainError(step.error)),
  };
}

const tooLarge = (): DomainError =>
  new DomainError(
    "payload_too_large",
    "The answer does not fit into the 6 MB of one response. Ask for less at once, or accept gzip.",
  );

/** Who is at fault: nobody, the caller, a dependency (or a setting), or our own code. */
const outcomeOf = (status: number): "ok" | "refused" | "unavailable" | "failed" => {
  if (status < 400) return "ok";
  if (status < 500) return "refused";
  return status === 503 ? "unavailable" : "failed";
};

/** The request's tenant: from the token, else from the webhook's path. */
const tenantOf = ({ requestContext, pathParameters }: Event): string | null =>
  personOf(requestContext?.authorizer?.jwt?.claims)?.tenantId ??
  tenantIdOf(pathParameters?.tenant_id ?? "");

/** Uses the process's own clock: the first access to `performance` loads all of node:perf_hooks. */
const millisecondsSince = (start: bigint | undefined): number =>
  start === undefined ? 0 : Number((process.hrtime.bigint() - start) / 1_000_000n);

/**
 * If the stage has CloudFront, a request that bypassed it has passed no address limit and no web
 * firewall. CloudFront adds a secret header. ORIGIN_SECRET_SHA256 holds the secret's SHA-256, and
 * during a rotation the previous one's too. The canary signs its calls to the API itself instead.
 * @throws DomainError `forbidden`; never where the stage has no CloudFront
 */
async function refuseDetours({ headers, requestContext }: Event): Promise<void> {
  const expected = setting("ORIGIN_SECRET_SHA256");
  if (expected === undefined || requestContext?.authorizer?.iam !== undefined) return;
  // Loaded here because a stage without CloudFront never needs it.
  const { createHash } = await import("node:crypto");
  const given = createHash("sha256")
    .update(headers?.[ORIGIN_HEADER] ?? "")
    .digest("hex");
  // Comparing two hashes in variable time reveals nothing about the hashed secret.
  if (!expected.split(",").includes(given))
    throw new DomainError("forbidden", "Use the service's own address.");
}
