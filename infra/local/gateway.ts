import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createMatcher, type Match } from "#shared/routes/contract/match.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import type { SignedCaller } from "./aws/iam/signed-caller.ts";
import { toEvent } from "./event.ts";
import type { LocalApi } from "./local-api.ts";
import { guarded, isLocalCaller, mayAskApi, maySignIn } from "./local-callers.ts";
import { boundedBody } from "./local-server.ts";
import { FunctionError } from "./runtime/instance.ts";
import type { Runtime } from "./runtime/runtime.ts";
import { PROVIDER_MOUNT, type SignInProvider } from "./sign-in/provider.ts";
import type { SignIn } from "./sign-in.ts";

export interface GatewayOptions {
  runtime: Runtime;
  signIn: SignIn;
  localApi: LocalApi;
  provider: Pick<SignInProvider, "serve">;
  signedCaller: SignedCaller;
  now: () => number;
  onUnforeseen: (error: unknown) => void;
  /** Public addresses of the run, through which callers may also reach the API. */
  ownAddresses: readonly string[];
}

interface LambdaAnswer {
  statusCode: number;
  headers?: Record<string, string>;
  body?: string;
  isBase64Encoded?: boolean;
}

/** Lambda's limits of event and response as JSON text, in bytes. HTTP API itself accepts 10 MB. */
const MAX_EVENT_BYTES = 6 * 1024 * 1024;
const MAX_ANSWER_BYTES = MAX_EVENT_BYTES + 100;
const MAX_BODY_BYTES = 10 * 1024 * 1024;
const signedIn = new Set(["user", "org", "platform", "signed_in"]);

const match = createMatcher(allRoutes);

/** The local run's API Gateway: routes, authorizers, payload 2.0 events, own error responses. */
export function createGateway(options: GatewayOptions): RequestListener {
  const mayAsk = (request: IncomingMessage): boolean => {
    const path = urlOf(request)?.pathname ?? "/";
    if (isSignIn(path)) return maySignIn(request, options.ownAddresses);
    if (isLocalApi(path)) return isLocalCaller(request);
    return mayAskApi(request, options.ownAddresses);
  };
  return guarded(async (request, response) => {
    response.setHeader("date", new Date(options.now()).toUTCString());
    try {
      await serve(request, response, options);
    } catch (error) {
      // A caller that hung up while sending reads no response.
      if (!request.complete) {
        response.destroy();
        return;
      }
      options.onUnforeseen(error);
      if (!response.headersSent) ownAnswer(response, 500, "Internal Server Error");
      else response.destroy();
    }
  }, mayAsk);
}

const urlOf = ({ url = "/" }: IncomingMessage): URL | null =>
  URL.parse(`http://gateway${url.replace(/^\/{2,}/, "/")}`);

const isSignIn = (path: string): boolean => path.startsWith(`${PROVIDER_MOUNT}/`);
const isLocalApi = (path: string): boolean => path.startsWith("/_local/");

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  options: GatewayOptions,
): Promise<void> {
  const url = urlOf(request);
  if (isSignIn(url?.pathname ?? "/")) return options.provider.serve(request, response);
  const body = await boundedBody(request, MAX_BODY_BYTES);
  if (url === null || url.host !== "gateway") return ownAnswer(response, 400, "Bad Request");
  if (isLocalApi(url.pathname)) {
    const { method = "GET" } = request;
    const { pathname: path, searchParams: query } = url;
    return send(response, await options.localApi({ request, method, path, query, body }));
  }
  if (body === null) return ownAnswer(response, 413, "Request Entity Too Large");
  let found: Match | null;
  try {
    found = match(request.method ?? "GET", url.pathname);
  } catch {
    return ownAnswer(response, 400, "Bad Request");
  }
  if (found === null) return ownAnswer(response, 404, "Not Found");
  let claims: Record<string, string> | null = null;
  let signer: string | null = null;
  if (found.isCanarys) {
    signer = await options.signedCaller(request, url, body);
    if (signer === null) return ownAnswer(response, 403, "Forbidden");
  } else if (signedIn.has(found.route.access)) {
    claims = await options.signIn.verify(request.headers.authorization);
    if (claims === null) {
      response.setHeader("www-authenticate", "Bearer");
      return ownAnswer(response, 401, "Unauthorized");
    }
  }
  const requestId = randomUUID();
  const about = { request, url, body, match: found, requestId, claims, signer };
  const event = toEvent({ ...about, now: options.now() });
  if (bytesOf(event) > MAX_EVENT_BYTES) return tooLarge(response);
  await invoke(response, found.route.id, event, requestId, options);
}

async function invoke(
  response: ServerResponse,
  id: string,
  event: unknown,
  requestId: string,
  options: GatewayOptions,
): Promise<void> {
  try {
    const answer = (await options.runtime.invoke(id, event, requestId)) as LambdaAnswer;
    if (bytesOf(answer) > MAX_ANSWER_BYTES) {
      throw new FunctionError(`${id} returned more than Lambda's 6 MB.`);
    }
    send(response, answer);
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error;
    options.onUnforeseen(error);
    if (error.timedOut) ownAnswer(response, 503, "Service Unavailable");
    else ownAnswer(response, 500, "Internal Server Error");
  }
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? "");

function send(response: ServerResponse, answer: LambdaAnswer): void {
  const body = Buffer.from(answer.body ?? "", answer.isBase64Encoded ? "base64" : "utf8");
  const bodiless = answer.statusCode === 204 || answer.statusCode === 304;
  response.writeHead(answer.statusCode, {
    "content-type": "application/json",
    ...answer.headers,
    ...(bodiless ? {} : { "content-length": body.length }),
  });
  response.end(bodiless ? undefined : body);
}

/** API Gateway's own responses have the body `{"message": …}`. */
function ownAnswer(response: ServerResponse, statusCode: number, message: string): void {
  send(response, { statusCode, body: JSON.stringify({ message }) });
}

/** The gateway's own 413, with the members of the contract's 413 added. */
function tooLarge(response: ServerResponse): void {
  const message = "Request Entity Too Large";
  const problem = { message, title: message, status: 413, code: "payload_too_large" };
  send(response, { statusCode: 413, body: JSON.stringify(problem) });
}
