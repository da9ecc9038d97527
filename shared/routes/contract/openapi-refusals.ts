import { type ErrorCode, errorTable } from "#shared/domain/errors.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import type { Route } from "./route.ts";
import { errorsOf, type GatewayStatus, gatewayStatusesOf } from "./route-errors.ts";

/** What an operation may answer with one status: problems of the service, the gateway's message. */
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

/** An operation's refusals by status, each a reference: most are the same for many operations. */
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

function refusalsIn(route: Route): Refusal[] {
  const codes = errorsOf(route);
  const gateway = gatewayStatusesOf(route);
  const statuses = new Set<number>([...codes.map((code) => errorTable[code].status), ...gateway]);
  return [...statuses].map((status) => ({
    status,
    codes: codes.filter((code) => errorTable[code].status === status),
    gateway: gateway.find((own) => own === status) ?? null,
  }));
}

const nameOf = ({ codes, gateway }: Refusal): string =>
  [...codes, ...(gateway === null ? [] : [`gateway_${gateway}`])].join("-");

function response({ codes, gateway }: Refusal) {
  const texts = codes.map((code) => `\`${code}\`: ${errorTable[code].title}`);
  if (gateway !== null) texts.push(gatewayText[gateway]);
  return {
    description: texts.join("; "),
    content: {
      ...(codes.length > 0 ? { "application/problem+json": schema("Problem") } : {}),
      ...(gateway !== null ? { "application/json": schema("GatewayAnswer") } : {}),
    },
  };
}

const schema = (name: string) => ({ schema: { $ref: `#/components/schemas/${name}` } });
