/** The contents of a request to a function; by default a POST by nobody. */
export interface FunctionCall {
  method?: string;
  /** The route's path, with its braces. */
  path?: string;
  /** The values for the braces. */
  params?: Readonly<Record<string, string | undefined>>;
  headers?: Readonly<Record<string, string>>;
  /** The claims of the signed-in person's token. */
  claims?: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON. */
  body?: unknown;
}

/** The claims of a platform admin, as API Gateway passes them on. */
export const asAdmin = { sub: "u1", is_platform_admin: "true" };

/** A request as API Gateway passes it to a function, for a handler in the caller's process. */
export const functionEvent = ({
  method = "POST",
  path = "",
  params = {},
  headers = {},
  claims,
  body,
}: FunctionCall) => ({
  version: "2.0",
  routeKey: `${method} ${path}`,
  rawPath: path,
  rawQueryString: "",
  headers: { "content-type": "application/json", accept: "application/json", ...headers },
  pathParameters: params,
  requestContext: {
    requestId: "request",
    http: { method, path, sourceIp: "127.0.0.1" },
    ...(claims ? { authorizer: { jwt: { claims } } } : {}),
  },
  ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  isBase64Encoded: false,
});

/** Calls a handler in this process. */
export async function callFunction(handler: unknown, asked: FunctionCall) {
  const call = handler as (event: unknown, context: unknown) => Promise<unknown>;
  const answer = (await call(functionEvent(asked), {})) as { statusCode: number; body: string };
  return { status: answer.statusCode, body: JSON.parse(answer.body) };
}
