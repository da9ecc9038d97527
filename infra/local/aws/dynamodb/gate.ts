import {
  Agent,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  request,
  type ServerResponse,
} from "node:http";
import { buffer } from "node:stream/consumers";
import type { Access } from "#infra/local/aws/iam/access.ts";
import { keyRequests } from "#infra/local/aws/iam/key-requests.ts";
import { rowRequests } from "#infra/local/aws/iam/row-requests.ts";
import { AwsError, accessKeyIdOf } from "#infra/local/aws/protocol/aws-json-server.ts";
import { isLocalCaller } from "#infra/local/local-callers.ts";
import { startLocalServer } from "#infra/local/local-server.ts";
import type { ResourceArns } from "#infra/policies/statement.ts";
import { tableSchema } from "#shared/store/table-schema.ts";
import { directHttp, refusalText } from "./direct-http.ts";
import { dynamodbRequests } from "./requests.ts";

export interface DynamodbGate {
  /** The only DynamoDB endpoint that we give to functions and to people. */
  url: string;
  /** `node:http` for functions in this thread, whose requests need not pass through a server. */
  http: ReturnType<typeof directHttp>;
  close(): Promise<void>;
}

export interface DynamodbGateOptions {
  /** Address of the engine behind the gate. */
  engine: string;
  access: Access;
  arns: ResourceArns;
  /** `arn:…:table/`; a table's name follows. */
  tableArnPrefix: string;
  /** The current time in milliseconds since the epoch. */
  now: () => number;
}

const TARGET = /^DynamoDB_\d+\.(\w+)$/;

/** A proxy for the embedded engine that blocks the calls which a function's role does not allow. */
export async function startDynamodbGate(options: DynamodbGateOptions): Promise<DynamodbGate> {
  const agent = new Agent({ keepAlive: true });
  const listener: RequestListener = (incoming, response) => {
    pass(incoming, response, options, agent).catch(() => response.destroy());
  };
  const server = await startLocalServer(listener, 0, isLocalCaller);
  const { url } = server;
  const { engine, now } = options;
  return {
    url,
    http: directHttp({
      gate: url,
      engine,
      refusalOf: (headers, body) => refusalOf(options, headers, body),
      now,
    }),
    close: async () => {
      await server.close();
      agent.destroy();
    },
  };
}

async function pass(
  incoming: IncomingMessage,
  response: ServerResponse,
  options: DynamodbGateOptions,
  agent: Agent,
): Promise<void> {
  const body = await buffer(incoming);
  const date = new Date(options.now()).toUTCString();
  response.setHeader("date", date);
  const refusal = refusalOf(options, incoming.headers, body.toString());
  if (refusal !== null) return refuse(response, refusal);
  const { host: _, ...headers } = incoming.headers;
  const onward = request(options.engine, { method: incoming.method ?? "POST", headers, agent });
  onward.on("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, { ...answer.headers, date });
    answer.pipe(response);
  });
  onward.on("error", () => response.destroy());
  onward.end(body);
}

/** null for a body that is not a JSON object. The engine refuses such a body. */
function parsed(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Why a request may not pass; null if it may. The engine refuses what is no service call. */
function refusalOf(
  { access, arns, tableArnPrefix }: DynamodbGateOptions,
  headers: OutgoingHttpHeaders,
  body: string,
): AwsError | null {
  const operation = TARGET.exec(String(headers["x-amz-target"] ?? ""))?.[1];
  const input = parsed(body);
  if (operation === undefined || input === null) return null;
  try {
    const asked = dynamodbRequests(operation, input, tableArnPrefix, tableSchema.partitionKey);
    const ofKey = keyRequests("dynamodb", operation, arns);
    const ofRows = rowRequests(operation, input);
    access.check(accessKeyIdOf({ headers }), [...asked, ...ofKey, ...ofRows]);
    return null;
  } catch (error) {
    if (error instanceof AwsError) return error;
    throw error;
  }
}

function refuse(response: ServerResponse, refusal: AwsError): void {
  response.writeHead(refusal.status, { "content-type": "application/x-amz-json-1.0" });
  response.end(refusalText(refusal));
}
