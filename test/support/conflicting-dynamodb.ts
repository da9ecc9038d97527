import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** How long a transaction holds its items; the embedded database itself serialises transactions. */
const HELD_MS = 25;

type Keyed = { Key?: Record<string, { S: string }>; Item?: Record<string, { S: string }> };

export interface ConflictingDynamodb {
  url: string;
  /** How many writes were refused because of a transaction under way. */
  conflicts(): number;
  close(): Promise<void>;
}

/**
 * A proxy for the embedded database that behaves like AWS: while a transaction is in progress it
 * locks its items, condition checks included, and any other write to one of them is refused with
 * TransactionConflict.
 */
export async function startConflictingDynamodb(target: string): Promise<ConflictingDynamodb> {
  const held = new Set<string>();
  let conflicts = 0;
  const server = createServer(async (incoming, response) => {
    const body = await textOf(incoming);
    const operation = String(incoming.headers["x-amz-target"]).split(".")[1] ?? "";
    const items = itemsOf(operation, body);
    const taken = items.map((item) => held.has(item));
    if (taken.includes(true)) {
      conflicts += 1;
      return refuse(response, operation, taken);
    }
    const isTransaction = operation === "TransactWriteItems";
    if (isTransaction) for (const item of items) held.add(item);
    try {
      if (isTransaction) await wait(HELD_MS);
      await pass(target, incoming, body, response);
    } finally {
      if (isTransaction) for (const item of items) held.delete(item);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    conflicts: () => conflicts,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
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

async function pass(
  target: string,
  { headers }: IncomingMessage,
  body: string,
  response: ServerResponse,
): Promise<void> {
  const { host: _, connection: __, "content-length": ___, ...rest } = headers;
  const answer = await fetch(target, {
    method: "POST",
    headers: rest as Record<string, string>,
    body,
  });
  const text = await answer.text();
  response.writeHead(answer.status, { "content-type": "application/x-amz-json-1.0" });
  response.end(text);
}
