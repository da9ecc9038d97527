import { createHmac, randomUUID } from "node:crypto";
import { BatchGetCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { documents } from "#shared/store/read.ts";
import type { Action } from "#shared/store/transact.ts";
import { callFunction } from "#test/support/function-event.ts";

export const SECRET = "0123456789abcdef".repeat(4);

/** The tenant that sends, and its connection, for the source host's installation 1. */
export interface Sender {
  tenant: string;
  connection: string;
}

export const signatureOf = (body: string | Buffer): string =>
  `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`;

export const headersOf = (signature: string): Record<string, string> => ({
  "content-type": "application/json",
  "user-agent": "GitHub-Hookshot/044aadd",
  "x-github-event": "push",
  "x-github-delivery": randomUUID(),
  "x-hub-signature-256": signature,
});

/** The source host's receiver in this process. Its store answers at once, as a table would. */
export async function startReceiver() {
  Object.assign(process.env, {
    AWS_REGION: "us-east-1",
    TABLE_NAME: "bench",
    SOURCEHOST_WEBHOOK_SECRET: SECRET,
    STAGE: "test",
  });
  const { send } = documents;
  let calls: object[] = [];
  let items: object[] = [];
  documents.send = (async (command: object) => {
    calls.push(command);
    return command instanceof BatchGetCommand ? { Responses: { bench: items } } : {};
  }) as never;
  const { handler } = await import("#functions/sourcehost/receive-sourcehost-webhook.ts");
  return {
    /** @returns how often it called the store, and what it asked the store to write */
    receive: async ({ tenant, connection }: Sender, body: string, signature: string) => {
      calls = [];
      const claim = { connection_id: connection, tenant_id: tenant, status: "active" };
      items = [
        { pk: `TENANT#${tenant}`, sk: "META", tenant: {} },
        { pk: "INSTALLATION#1", sk: "CLAIM", claim },
      ];
      const asked = { params: { tenant_id: tenant }, headers: headersOf(signature), body };
      const { status } = await callFunction(handler, asked);
      if (status !== 202 && status !== 200) throw new Error(`The receiver answered ${status}.`);
      const writes = calls.flatMap((command) =>
        command instanceof TransactWriteCommand ? (command.input.TransactItems ?? []) : [],
      );
      return { calls: calls.length, writes: writes as Action[] };
    },
    close: () => {
      documents.send = send;
    },
  };
}
