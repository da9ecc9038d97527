import { type ErrorCode, errorCodes } from "#shared/domain/errors.ts";
import type { Access, Needs, Route } from "./route.ts";

const bodiless: ReadonlySet<Route["method"]> = new Set(["GET", "HEAD", "OPTIONS"]);
const ofTenants: ReadonlySet<Access> = new Set(["user", "org", "signed_in"]);

/** What the tokens that functions check themselves can be refused with. */
const ofAccess: Partial<Record<Access, readonly ErrorCode[]>> = {
  room: ["invalid_token", "room_closed", "rate_limited"],
  machine: [
    "endpoint_blocked",
    "issuer_unreachable",
    "rate_limited",
    "scope_missing",
    "token_invalid",
  ],
};

/** Whether the gateway requires an access token before it calls the function. */
export const needsToken = ({ access }: Route): boolean =>
  access === "platform" || ofTenants.has(access);

const takesBody = ({ method }: Route): boolean => !bodiless.has(method);

/**
 * Every code with which a request can be refused, in the order of the error table: the entry's own
 * codes and those of its kind. No request may cause `internal_error`.
 */
export function errorsOf(route: Route): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>([...(route.errors ?? []), ...derivedErrors(route)]);
  return errorCodes().filter((code) => codes.has(code));
}

/** The codes shared/edge and the platform can return for an entry; its own `errors` omit them. */
export function derivedErrors(route: Route): readonly ErrorCode[] {
  // The function itself verifies and reads a signed body, and has its own codes for that.
  const refusesBody = takesBody(route) && route.access !== "signed";
  const refusesPath = refusesSomePath(route);
  const explainsPath = refusesPath && route.method === "PUT";
  return [
    // A query parameter that an entry does not name, or text that is not well-formed.
    "validation_failed",
    ...when(refusesBody, "malformed_json", "unsupported_media_type"),
    ...when(takesBody(route), "payload_too_large"),
    ...when(refusesPath && !explainsPath, "not_found"),
    ...when(needsToken(route), "forbidden"),
    ...when(ofTenants.has(route.access) || route.access === "machine", "unknown_tenant"),
    ...(ofAccess[route.access] ?? []),
    ...when(callsOthers(route.needs), "dependency_unavailable"),
  ];
}

const when = <const C extends ErrorCode>(applies: boolean, ...codes: C[]): C[] =>
  applies ? codes : [];

/** Whether some paths are refused: a token in a path may be any text, an id may not. */
function refusesSomePath({ params }: Route): boolean {
  const schema = params?.();
  if (schema === undefined) return false;
  const nameless = Object.keys(schema.shape).map((name) => [name, "?"]);
  return !schema.safeParse(Object.fromEntries(nameless)).success;
}

/** Settings are local; everything else is a call to another service, which may be down. */
const callsOthers = ({ settings: _, ...calls }: Needs): boolean =>
  Object.values(calls).some((call) => call.length > 0);

/** Statuses the gateway itself returns for an entry, with the body `{"message": …}`. */
export type GatewayStatus = 401 | 413 | 429;

export const gatewayStatusesOf = (route: Route): readonly GatewayStatus[] => [
  ...(needsToken(route) ? [401 as const] : []),
  ...(takesBody(route) ? [413 as const] : []),
  429,
];
