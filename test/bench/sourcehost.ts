import { createHmac, randomUUID } from "node:crypto";
import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import { createWebMiddleware, Webhooks } from "@octokit/webhooks";
import { verify } from "@octokit/webhooks-methods";
import { matchingSecret } from "#shared/domain/sourcehost/signature.ts";
import { documents } from "#shared/store/read.ts";
import { callFunction } from "#test/support/function-event.ts";
import { exampleKinds } from "#test/support/webhook-examples.ts";
import { medians, silently } from "./measure.ts";
import { pick } from "./mode.ts";
import { notedRows } from "./noted-rows.ts";
import { compared, inMicros, type Row } from "./row.ts";

const SECRET = "0123456789abcdef".repeat(4);
const TENANT = randomUUID();
const ROUNDS = pick(600, 60);
const REPEATS = 20;
const BURST = "test/functions/sourcehost/burst.test.ts";

/** What the source host's receiver costs, against the same work done by other code; and a burst. */
export async function sourcehostRows(): Promise<Row[]> {
  const body = push();
  const signature = `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`;
  return [
    ...(await verificationRows(body, signature)),
    await handlerRow(body, signature),
    ...notedRows([BURST]),
  ];
}

/** 15 KB, based on a real example. */
function push(): Buffer {
  const example = exampleKinds.find(({ name }) => name === "push")?.examples[0] ?? {};
  const text = JSON.stringify({ ...example, installation: { id: 1 } });
  const filler = Math.max(0, 15_000 - text.length - 12);
  return Buffer.from(`${text.slice(0, -1)},"note":"${"é".repeat(filler / 2)}"}`);
}

async function verificationRows(body: Buffer, signature: string): Promise<Row[]> {
  const [bare = 0, ours = 0, theirs = 0] = await medians(
    [
      () => createHmac("sha256", SECRET).update(body).digest(),
      () => matchingSecret(signature, body, [{ value: SECRET }]),
      () => verify(SECRET, body.toString("utf8"), signature),
    ],
    ROUNDS,
    REPEATS,
  );
  const name = "verification of 15 KB against";
  return [
    compared(`${name} a bare HMAC over the bytes`, inMicros, ours, bare),
    compared(`${name} @octokit/webhooks-methods`, inMicros, ours, theirs),
  ];
}

/** The whole handler, whose store answers at once, as a table would. */
async function handlerRow(body: Buffer, signature: string): Promise<Row> {
  Object.assign(process.env, {
    AWS_REGION: "us-east-1",
    TABLE_NAME: "bench",
    SOURCEHOST_WEBHOOK_SECRET: SECRET,
    STAGE: "test",
  });
  const { send } = documents;
  const answers = { runs: 0, calls: 0 };
  const items = [
    { pk: `TENANT#${TENANT}`, sk: "META", tenant: {} },
    {
      pk: "INSTALLATION#1",
      sk: "CLAIM",
      claim: { connection_id: TENANT, tenant_id: TENANT, status: "active" },
    },
  ];
  documents.send = (async (command: object) => {
    answers.calls += 1;
    return command instanceof BatchGetCommand ? { Responses: { bench: items } } : {};
  }) as never;
  const { handler } = await import("#functions/sourcehost/receive-sourcehost-webhook.ts");
  const webhooks = new Webhooks({ secret: SECRET, log: silent });
  webhooks.onAny(() => undefined);
  const middleware = createWebMiddleware(webhooks, { path: "/hook" });
  const params = { tenant_id: TENANT };
  const ways = [
    async () => {
      answers.runs += 1;
      const headers = headersOf(signature);
      const { status } = await callFunction(handler, { params, headers, body: String(body) });
      if (status !== 202) throw new Error(`ours answered ${status}`);
    },
    async () => {
      const { status } = (await middleware(requestOf(body, signature))) as Response;
      if (status !== 200) throw new Error(`the middleware answered ${status}`);
    },
  ];
  const [ours = 0, theirs = 0] = await silently(() => medians(ways, ROUNDS, REPEATS));
  documents.send = send;
  const without = `without its ${(answers.calls / answers.runs).toFixed(0)} store calls`;
  const name = `handler for 15 KB against @octokit/webhooks' middleware (${without})`;
  return compared(name, inMicros, ours, theirs);
}

const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

const headersOf = (signature: string): Record<string, string> => ({
  "content-type": "application/json",
  "user-agent": "GitHub-Hookshot/044aadd",
  "x-github-event": "push",
  "x-github-delivery": randomUUID(),
  "x-hub-signature-256": signature,
});

const requestOf = (body: Buffer, signature: string): Request =>
  new Request("https://hooks.example/hook", {
    method: "POST",
    headers: headersOf(signature),
    body: body.toString("utf8"),
  });
