import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isLocalCaller } from "#infra/local/local-callers.ts";

const BODY_LIMIT_BYTES = 1024 * 1024;

export interface AwsJsonServer {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  url: string;
  /** Takes no new calls and resolves when those under way are answered; may be repeated. */
  close(): Promise<void>;
}

/** An error that is reported to the caller: `code` is the AWS exception's name, `status` is HTTP's. */
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

/** The answer to a web page of another site, and to a request under another host's name. */
export const foreignCaller = (): AwsError =>
  new AwsError("AccessDeniedException", "Only this machine may call the local endpoints.", 403);

/** One call; `at` is when it arrived (ms since the epoch), `accessKeyId` null if unsigned. */
export type AwsCall = {
  action: string;
  input: Record<string, unknown>;
  accessKeyId: string | null;
  at: number;
};

type AwsAction = (call: AwsCall) => unknown;

export type AwsJsonServerOptions = {
  /** What precedes the dot in X-Amz-Target: `secretsmanager`, `AWSEvents`. */
  targetPrefix: string;
  actions: Readonly<Record<string, AwsAction>>;
  /** The time in milliseconds since the epoch. */
  now: () => number;
  /** 0, the default, takes any free port. */
  port?: number;
  /** Refuses a call of a known action by throwing an AwsError. */
  authorize?: (call: AwsCall) => void;
  /** Learns of every error that the caller only sees as InternalServiceError. */
  onUnforeseen?: (error: unknown) => void;
};

type Answer = { status: number; text: string; errorType: string | null };

/**
 * Serves the AWS JSON 1.1 protocol on 127.0.0.1, so that an AWS SDK client can be pointed at it.
 * Signatures are not checked: the access key id is only who the caller says it is.
 */
export async function startAwsJsonServer(options: AwsJsonServerOptions): Promise<AwsJsonServer> {
  const server = createServer(async (request, response) => {
    const answer = await answerTo(request, options);
    // A client that saw another time than the functions' would take it for a skew of its clock.
    response.setHeader("date", new Date(options.now()).toUTCString());
    if (!server.listening) response.setHeader("connection", "close");
    send(response, answer);
  });
  server.listen(options.port ?? 0, "127.0.0.1");
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
    if (!isLocalCaller(request)) throw foreignCaller();
    const { action, run } = findAction(request, options);
    const call: AwsCall = {
      action,
      input: parseInput(body),
      accessKeyId: accessKeyIdOf(request),
      at: options.now(),
    };
    options.authorize?.(call);
    return { status: 200, text: JSON.stringify((await run(call)) ?? {}), errorType: null };
  } catch (error) {
    return refusal(error, request, options);
  }
}

function refusal(error: unknown, request: IncomingMessage, options: AwsJsonServerOptions): Answer {
  if (error instanceof AwsError) return errorAnswer(error);
  // When a caller hung up while sending, there is no fault and nobody reads the answer.
  if (request.complete) (options.onUnforeseen ?? console.error)(error);
  return errorAnswer(new AwsError("InternalServiceError", "An error occurred.", 500));
}

function errorAnswer({ code, message, status }: AwsError): Answer {
  return { status, text: JSON.stringify({ __type: code, message }), errorType: code };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Past the limit the rest is read but not kept, so that the caller can read the refusal.
    if (size <= BODY_LIMIT_BYTES) chunks.push(chunk);
  }
  if (size > BODY_LIMIT_BYTES) {
    const message = `The request is larger than ${BODY_LIMIT_BYTES} bytes.`;
    throw new AwsError("RequestEntityTooLargeException", message, 413);
  }
  return Buffer.concat(chunks);
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

/** Who a signed call says it is; null if it is not signed. */
export function accessKeyIdOf(request: IncomingMessage): string | null {
  return /\bCredential=([^/,\s]{1,128})\//.exec(request.headers.authorization ?? "")?.[1] ?? null;
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
