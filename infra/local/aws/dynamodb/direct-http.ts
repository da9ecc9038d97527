import http, {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from "node:http";
import { Readable } from "node:stream";
import type { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";

export interface DirectOptions {
  /** Address of the gate, to which a function's requests are addressed. */
  gate: string;
  /** Address of the engine behind it. */
  engine: string;
  /** The error with which the gate would refuse a request; null if the gate lets it pass. */
  refusalOf: (headers: OutgoingHttpHeaders, body: string) => AwsError | null;
  /** The current time in milliseconds since the epoch. */
  now: () => number;
}

/** The form of the SDK's requests. A request in any other form is not for the gate. */
type Given = [options: RequestOptions, onAnswer: (answer: IncomingMessage) => void];

/**
 * `node:http` for functions that run in the gate's own thread. The gate judges their requests before
 * they are sent, and they go straight to the engine. Otherwise the gate's server and its own request
 * would take two thirds of the cost of a read of the table.
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
      const text = typeof body === "string" ? body : Buffer.from(body as Buffer).toString();
      const refusal = refusalOf(options.headers as OutgoingHttpHeaders, text);
      // As a text, Node sends the body in one piece with the headers.
      if (refusal === null) return end(text);
      onAnswer(answerOf(refusal, now));
      return onward.destroy();
    };
    return onward;
  };
  return { ...http, request: request as typeof http.request };
}

/** A refusal as the gate's answer. */
function answerOf(refusal: AwsError, now: () => number): IncomingMessage {
  return Object.assign(Readable.from([Buffer.from(refusalText(refusal))]), {
    statusCode: refusal.status,
    headers: { "content-type": "application/x-amz-json-1.0", date: new Date(now()).toUTCString() },
  }) as IncomingMessage;
}

/** A refusal in DynamoDB's format. */
export const refusalText = ({ code, message }: AwsError): string =>
  JSON.stringify({ __type: `com.amazon.coral.service#${code}`, Message: message, message });
