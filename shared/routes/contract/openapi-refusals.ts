import { type ErrorCode, statusOf, titleOf } from "#shared/domain/errors.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import type { Route } from "./route.ts";
import { errorsOf, type GatewayStatus, gatewayStatusesOf } from "./route-errors.ts";

/** An operation's refusals with one status: the service's problems, or the gateway's message. */
interface Refusal {
  status: number;
  codes: readonly ErrorCode[];
  gateway: GatewayStatus | null;
}

const gatewayText: Record<GatewayStatus, string> = {
  401: "From the gateway: no valid access token",
  413: "From the gateway: above 6 MB (`payload_too_large`)",
  429: "From the gateway: too many requests at once",
};

/** An operation's refusals by status, as references: many operations share most of them. */
export const refusalsOf = (route: Route): Record<string, { $ref: string }> =>
  Object.fromEntries(
    refusalsIn(route).map((refusal) => [
      refusal.status,
      { $ref: `#/components/responses/${nameOf(refusal)}` },
    ]),
  );

/** The responses that {@link refusalsOf} refers to, over the whole route table. */
export const refusalResponses = (): Record<string, unknown> =>
  Object.fromEntries(
    allRoutes
      .filter(({ method }) => method !== "OPTIONS")
      .flatMap(refusalsIn)
      .map((refusal) => [nameOf(refusal), response(refusal)]),
  );

/** Headers that an answer refers to; the first is on every answer of a function. */
export const commonHeaders = {
  "x-request-id": {
    description: "Names this request in the service's log.",
    required: true,
    schema: { type: "string" },
  },
  "retry-after": {
    description: "Seconds after which a retry may succeed.",
    required: true,
    schema: { type: "integer", minimum: 0 },
  },
};

const reference = (name: keyof typeof commonHeaders) => ({ $ref: `#/components/headers/${name}` });

/** The headers of an answer: those of every answer, and its own with their descriptions. */
export const headersOf = (own: Readonly<Record<string, string>> = {}): Record<string, unknown> => ({
  "x-request-id": reference("x-request-id"),
  ...Object.fromEntries(
    Object.entries(own).map(([name, description]) => [
      name,
      { description, schema: { type: "string" } },
    ]),
  ),
});

/** Statuses that carry `retry-after`. */
const comeAgain: ReadonlySet<number> = new Set([429, 503]);

function refusalsIn(route: Route): Refusal[] {
  // No entry lists it: an unexpected failure, in the same form as the expected ones.
  const codes: readonly ErrorCode[] = [...errorsOf(route), "internal_error"];
  const gateway = gatewayStatusesOf(route);
  const of = (code: ErrorCode) => statusOf(code, route.access);
  const statuses = new Set<number>([...codes.map(of), ...gateway]);
  return [...statuses].map((status) => ({
    status,
    codes: codes.filter((code) => of(code) === status),
    gateway: gateway.find((own) => own === status) ?? null,
  }));
}

const nameOf = ({ codes, gateway }: Refusal): string =>
  [...codes, ...(gateway === null ? [] : [`gateway_${gateway}`])].join("-");

function response({ status, codes, gateway }: Refusal) {
  const texts = codes.map((code) => `\`${code}\`: ${titleOf(code)}`);
  if (gateway !== null) texts.push(gatewayText[gateway]);
  return {
    description: texts.join("; "),
    ...(codes.length === 0
      ? {}
      : {
          headers: {
            ...headersOf(),
            ...(comeAgain.has(status) ? { "retry-after": reference("retry-after") } : {}),
          },
        }),
    content: {
      ...(codes.length > 0 ? { "application/problem+json": schema("Problem") } : {}),
      ...(gateway !== null ? { "application/json": schema("GatewayAnswer") } : {}),
    },
  };
}

const schema = (name: string) => ({ schema: { $ref: `#/components/schemas/${name}` } });
