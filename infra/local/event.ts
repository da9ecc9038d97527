import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { Match } from "#shared/routes/contract/match.ts";

interface Facts {
  request: IncomingMessage;
  url: URL;
  body: Buffer;
  match: Match;
  requestId: string;
  /** Claims from the authorizer; null on routes without one. */
  claims: Record<string, string> | null;
  /** The function that signed the request, on paths that require a signature. */
  signer: string | null;
  now: number;
}

const isText = (contentType: string): boolean =>
  /^(text\/|application\/(json|xml|javascript|problem\+json|cloudevents\+json))/i.test(contentType);

/** An HTTP request as API Gateway passes it to a function: HTTP API, payload format 2.0. */
export function toEvent(facts: Facts): APIGatewayProxyEventV2 {
  const { request, url, body, match, requestId, claims, signer, now } = facts;
  const headers = joinedHeaders(request);
  const asText = isText(headers["content-type"] ?? "text/plain") && isUtf8(body);
  const routeKey = `${match.route.method} ${match.route.path}`;
  const query = joinedQuery(url.searchParams);
  return {
    version: "2.0",
    routeKey,
    rawPath: decodeURIComponent(url.pathname),
    rawQueryString: url.search.slice(1),
    headers,
    ...(Object.keys(query).length > 0 ? { queryStringParameters: query } : {}),
    ...(Object.keys(match.pathParameters).length > 0
      ? { pathParameters: match.pathParameters }
      : {}),
    requestContext: {
      accountId: "000000000000",
      apiId: "local",
      domainName: headers.host ?? "localhost",
      domainPrefix: "local",
      http: {
        method: match.route.method,
        path: decodeURIComponent(url.pathname),
        protocol: "HTTP/1.1",
        sourceIp: request.socket.remoteAddress ?? "127.0.0.1",
        userAgent: headers["user-agent"] ?? "",
      },
      requestId,
      routeKey,
      stage: "$default",
      time: new Date(now).toISOString(),
      timeEpoch: now,
      ...(claims === null ? {} : { authorizer: { jwt: { claims, scopes: null } } }),
      ...(signer === null ? {} : { authorizer: { iam: { accessKey: signer } } }),
    } as APIGatewayProxyEventV2["requestContext"],
    ...(body.length > 0 ? { body: body.toString(asText ? "utf8" : "base64") } : {}),
    isBase64Encoded: body.length > 0 && !asText,
  };
}

/** Header names in lower case; repeated headers are joined by commas. */
function joinedHeaders(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const name = (request.rawHeaders[i] ?? "").toLowerCase();
    const value = request.rawHeaders[i + 1] ?? "";
    headers[name] = headers[name] === undefined ? value : `${headers[name]},${value}`;
  }
  return headers;
}

function joinedQuery(parameters: URLSearchParams): Record<string, string> {
  const query = new Map<string, string>();
  for (const [name, value] of parameters) {
    const before = query.get(name);
    query.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(query);
}
