import type { Route } from "#shared/routes/contract/route.ts";

/** No page of the counsel paths may be framed, indexed, or leak its address. */
const counselHeaders = {
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

interface Facts {
  requestId: string;
  origin: string | undefined;
  /** The one origin, besides our own, that may call from a browser. */
  consoleOrigin: string | undefined;
}

/** The headers that every answer of a function carries (contract, "Conventions"). */
export function responseHeaders(route: Route, facts: Facts): Record<string, string> {
  const mayRead = facts.consoleOrigin !== undefined && facts.origin === facts.consoleOrigin;
  return {
    "x-request-id": facts.requestId,
    "x-content-type-options": "nosniff",
    "strict-transport-security": "max-age=63072000; includeSubDomains",
    ...(route.sensitive || route.access === "counsel" ? { "cache-control": "no-store" } : {}),
    ...(route.access === "counsel" ? counselHeaders : {}),
    ...(route.anyOrigin ? { "access-control-allow-origin": "*" } : {}),
    ...(mayRead && !route.anyOrigin
      ? {
          "access-control-allow-origin": facts.origin as string,
          "access-control-expose-headers": "x-request-id, retry-after",
        }
      : {}),
    ...(facts.consoleOrigin !== undefined && !route.anyOrigin ? { vary: "Origin" } : {}),
  };
}
