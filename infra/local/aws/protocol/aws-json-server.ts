import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { guarded, isLocalCaller } from "#infra/local/local-callers.ts";
import { boundedBody } from "#infra/local/local-server.ts";
import { faultOfTexts, type TextLimits } from "./text-limits.ts";

const BODY_LIMIT_BYTES = 1024 * 1024;

export interface AwsJsonServer {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  url: string;
  /** Stops accepting calls, and resolves once those in flight are answered. May be called again. */
  close(): Promise<void>;
}

/** An error for the caller: `code` is the AWS exception's name, `status` the HTTP status. */
export class AwsError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.name = code;
    this.code = code;
    this.status = status;
  }
}

/** One call; `at` is its arrival (ms since the epoch), `accessKeyId` is null if it is unsigned. */
export type AwsCall = {
  action: string;
  input: Record<string, unknown>;
  accessKeyId: string | null;
  at: number;
};

export type AwsAction = (call: AwsCall) => unknown;

/** Hooks that a server gets from its caller. */
export interface AwsServerHooks {
  /** The current time in milliseconds since the epoch. */
  now: () => number;
  /** Refuses a call of a known action by throwing an AwsError. */
  authorize?: ((call: AwsCall) => void) | undefined;
  /** May throw an AwsError to lose the answer of a call that was carried out. */
  beforeAnswer?: ((call: AwsCall) => void) | undefined;
  /** Called with every error that the caller sees only as InternalServiceError. */
  onUnforeseen?: ((error: unknown) => void) | undefined;
}

export interface AwsJsonServerOptions extends AwsServerHooks {
  /** The part of X-Amz-Target before the dot: `secretsmanager`, `AWSEvents`. */
  targetPrefix: string;
  actions: Readonly<Record<string, AwsAction>>;
  /** The texts that the service accepts, by action. */
  limits: Readonly<Record<string, TextLimits>>;
}

type Answer = { status: number; text: string; errorType: string | null };

/**
 * Serves the AWS JSON 1.1 protocol on 127.0.0.1, so that AWS SDK clients can use it as their
 * endpoint. Signatures are not checked: the access key id is whatever the caller claims.
 */
export async function startAwsJsonServer(options: AwsJsonServerOptions): Promise<AwsJsonServer> {
  const listener: RequestListener = async (request, response) => {
    const answer = await answerTo(request, options);
    // A date that differs from the functions' clock would look like clock skew to an SDK client.
    response.setHeader("date", new Date(options.now()).toUTCString());
    if (!server.listening) response.setHeader("connection", "close");
    send(response, answer);
  };
  const server = createServer(guarded(listener, isLocalCaller));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function answerTo(request: IncomingMessage, options: AwsJsonServerOptions): Promise<Answer> {
  try {
    const body = await readBody(request);
    const { action, run } = findAction(request, options);
    const call: AwsCall = {
      action,
      input: parseInput(body),
      accessKeyId: accessKeyIdOf(request),
      at: options.now(),
    };
    const fault = faultOfTexts(options.limits[action] ?? {}, call.input);
    if (fault !== null) throw new AwsError("ValidationException", fault);
    options.authorize?.(call);
    const answer = (await run(call)) ?? {};
    options.beforeAnswer?.(call);
    return { status: 200, text: JSON.stringify(answer), errorType: null };
  } catch (error) {
    return refusal(error, request, options);
  }
}

function refusal(error: unknown, request: IncomingMessage, options: AwsJsonServerOptions): Answer {
  if (error instanceof AwsError) return errorAnswer(error);
  // A caller that hung up while sending is not an error, and it does not read the response.
  if (request.complete) (options.onUnforeseen ?? console.error)(error);
  return errorAnswer(new AwsError("InternalServiceError", "An error occurred.", 500));
}

function errorAnswer({ code, message, status }: AwsError): Answer {
  return { status, text: JSON.stringify({ __type: code, message }), errorType: code };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const body = await boundedBody(request, BODY_LIMIT_BYTES);
  if (body !== null) return body;
  const message = `The request is larger than ${BODY_LIMIT_BYTES} bytes.`;
  throw new AwsError("RequestEntityTooLargeException", message, 413);
}

function findAction(
  request: IncomingMessage,
  { targetPrefix, actions }: AwsJsonServerOptions,
): { action: string; run: AwsAction } {
  const target = String(request.headers["x-amz-target"] ?? "");
  const action = target.slice(targetPrefix.length + 1);
  const known = target.startsWith(`${targetPrefix}.`) && Object.hasOwn(actions, action);
  const run = known ? actions[action] : undefined;
  if (request.method !== "POST" || run === undefined) {
    throw new AwsError(
      "UnknownOperationException",
      "The requested operation is not supported here.",
    );
  }
  return { action, run };
}

function parseInput(body: Buffer): Record<string, unknown> {
  let input: unknown;
  try {
    input = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    // The parser's own message quotes the body, which may be a secret.
    throw new AwsError("SerializationException", "The request body is not JSON.");
  }
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw new AwsError("SerializationException", "The request body is not a JSON object.");
  }
  return input as Record<string, unknown>;
}

/** The access key id that a signed call claims; null if it is unsigned. */
export function accessKeyIdOf({ headers }: { headers: OutgoingHttpHeaders }): string | null {
  const authorization = String(headers.authorization ?? "");
  return /\bCredential=([^/,\s]{1,128})\//.exec(authorization)?.[1] ?? null;
}

function send(response: ServerResponse, { status, text, errorType }: Answer): void {
  response.writeHead(status, {
    "content-type": "application/x-amz-json-1.1",
    "content-length": Buffer.byteLength(text),
    "x-amzn-requestid": randomUUID(),
    ...(errorType === null ? {} : { "x-amzn-errortype": errorType }),
  });
  response.end(text);
}
