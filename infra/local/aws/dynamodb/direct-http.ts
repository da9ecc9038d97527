import http, {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from "node:http";
import { Readable } from "node:stream";
import type { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";

export interface DirectOptions {
  /** Address of the gate, for which a function's requests are meant. */
  gate: string;
  /** Address of the engine behind it. */
  engine: string;
  /** What the gate would refuse a request with; null if it lets it pass. */
  refusalOf: (headers: OutgoingHttpHeaders, body: Buffer) => AwsError | null;
  /** The current time in milliseconds since the epoch. */
  now: () => number;
}

/** How the SDK asks; whatever asks otherwise does not ask the gate. */
type Given = [options: RequestOptions, onAnswer: (answer: IncomingMessage) => void];

/**
 * `node:http` for functions that run in the gate's own thread: the gate judges their requests where
 * they are made, and they go straight to the engine. Two thirds of what a read of the table costs
 * would otherwise be the gate's server and its own request.
 */
export function directHttp({ gate, engine, refusalOf, now }: DirectOptions): typeof http {
  const from = new URL(gate);
  const to = new URL(engine);
  if (to.protocol !== "http:") return http;
  const toGate = ({ host, hostname, port }: RequestOptions): boolean =>
    (hostname ?? host) === from.hostname && String(port) === from.port;
  const request = (...given: Given): ClientRequest => {
    const [options, onAnswer] = given;
    if (given.length !== 2 || !toGate(options)) return http.request(...given);
    const place = { host: to.hostname, hostname: to.hostname, port: to.port };
    const onward = http.request({ ...options, ...place }, (answer) => {
      answer.headers.date = new Date(now()).toUTCString();
      onAnswer(answer);
    });
    const end = onward.end.bind(onward);
    onward.end = (body: unknown = "") => {
      const bytes = Buffer.from(body as Buffer);
      const refusal = refusalOf(options.headers as OutgoingHttpHeaders, bytes);
      if (refusal === null) return end(bytes);
      onAnswer(answerOf(refusal, now));
      return onward.destroy();
    };
    return onward;
  };
  return { ...http, request: request as typeof http.request };
}

/** A refusal as the gate answers it. */
function answerOf(refusal: AwsError, now: () => number): IncomingMessage {
  return Object.assign(Readable.from([Buffer.from(refusalText(refusal))]), {
    statusCode: refusal.status,
    headers: { "content-type": "application/x-amz-json-1.0", date: new Date(now()).toUTCString() },
  }) as IncomingMessage;
}

/** How DynamoDB says it. */
export const refusalText = ({ code, message }: AwsError): string =>
  JSON.stringify({ __type: `com.amazon.coral.service#${code}`, Message: message, message });
