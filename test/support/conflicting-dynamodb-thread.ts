import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

/* The thread of conflicting-dynamodb.ts. */

export interface ThreadData {
  /** The address of the database. */
  target: string;
  /** How many writes were refused, and how many callers its transactions wait for. */
  counts: Int32Array;
}

/** How long a transaction holds its items; the embedded database itself serialises transactions. */
const HELD_MS = 25;

type Keyed = { Key?: Record<string, { S: string }>; Item?: Record<string, { S: string }> };

const { target, counts } = workerData as ThreadData;
const held = new Set<string>();
let underWay = 0;
const server = createServer(async (incoming, response) => {
  const body = await text(incoming);
  const operation = String(incoming.headers["x-amz-target"]).split(".")[1] ?? "";
  const items = itemsOf(operation, body);
  const taken = items.map((item) => held.has(item));
  if (taken.includes(true)) {
    Atomics.add(counts, 0, 1);
    Atomics.store(counts, 1, 0);
    return refuse(response, operation, taken);
  }
  const isTransaction = operation === "TransactWriteItems";
  if (!isTransaction) return pass(incoming, body, response);
  for (const item of items) held.add(item);
  underWay += 1;
  try {
    await gathered();
    await pass(incoming, body, response);
  } finally {
    for (const item of items) held.delete(item);
    underWay -= 1;
  }
});
server.listen(0, "127.0.0.1", () =>
  parentPort?.postMessage((server.address() as AddressInfo).port),
);

/** Resolves once a write conflicted, or once all awaited callers are here and none did. */
async function gathered(): Promise<void> {
  do await wait(HELD_MS);
  while (underWay < Atomics.load(counts, 1));
}

/** The items that a write touches; none for a read. */
function itemsOf(operation: string, body: string): string[] {
  const input = JSON.parse(body) as Keyed & { TransactItems?: Record<string, Keyed>[] };
  const nameOf = ({ Key, Item }: Keyed): string => {
    const { pk, sk } = Key ?? Item ?? {};
    return `${pk?.S} / ${sk?.S}`;
  };
  if (operation === "TransactWriteItems") {
    return (input.TransactItems ?? []).flatMap((action) => Object.values(action).map(nameOf));
  }
  return ["PutItem", "UpdateItem", "DeleteItem"].includes(operation) ? [nameOf(input)] : [];
}

function refuse(response: ServerResponse, operation: string, taken: boolean[]): void {
  const isTransaction = operation === "TransactWriteItems";
  const type = isTransaction ? "TransactionCanceledException" : "TransactionConflictException";
  const reasons = taken.map((isTaken) => ({ Code: isTaken ? "TransactionConflict" : "None" }));
  response.writeHead(400, { "content-type": "application/x-amz-json-1.0" });
  response.end(
    JSON.stringify({
      __type: `com.amazonaws.dynamodb.v20120810#${type}`,
      Message: "Transaction is ongoing for the item",
      ...(isTransaction ? { CancellationReasons: reasons } : {}),
    }),
  );
}

function pass({ headers }: IncomingMessage, body: string, response: ServerResponse): Promise<void> {
  const { host: _, connection: __, ...rest } = headers;
  return new Promise((resolve, reject) => {
    const forwarded = request(target, { method: "POST", headers: rest }, async (answer) => {
      const answered = await text(answer);
      response.writeHead(answer.statusCode ?? 502, {
        "content-type": "application/x-amz-json-1.0",
      });
      response.end(answered);
      resolve();
    });
    forwarded.on("error", reject).end(body);
  });
}
