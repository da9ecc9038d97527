import { createHmac, randomUUID } from "node:crypto";
import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import { createWebMiddleware, Webhooks } from "@octokit/webhooks";
import { verify } from "@octokit/webhooks-methods";
import { matchingSecret } from "#shared/domain/sourcehost/signature.ts";
import { exampleKinds } from "#test/support/webhook-examples.ts";
import { pick } from "./mode.ts";
import type { Row } from "./row.ts";
import { burstRows } from "./sourcehost-burst.ts";

const SECRET = "0123456789abcdef".repeat(4);
const secrets = [{ value: SECRET }];
const signatureOf = (body: Buffer): string =>
  `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`;

/** What the source host's receiver costs, against the same work done by other code. */
export async function sourcehostRows(): Promise<Row[]> {
  return [...(await verificationRows()), ...(await handlerRows()), ...(await burstRows())];
}

/** A push based on a real example, of the requested size. */
function pushOf(bytes: number): Buffer {
  const example = exampleKinds.find(({ name }) => name === "push")?.examples[0] ?? {};
  const text = JSON.stringify({ ...example, installation: { id: 1 } });
  const filler = Math.max(0, bytes - text.length - 12);
  return Buffer.from(`${text.slice(0, -1)},"note":"${"é".repeat(filler / 2)}"}`);
}

type Work = () => unknown;

/**
 * The median time in microseconds of each of several ways of doing the same; they alternate, in
 * another order each round, so that other load on the machine affects all.
 */
async function medians(ways: readonly Work[], rounds: number, repeats: number): Promise<number[]> {
  const times = ways.map((): number[] => []);
  for (let round = -Math.ceil(rounds / 10); round < rounds; round += 1) {
    for (let turn = 0; turn < ways.length; turn += 1) {
      const way = (turn + Math.abs(round)) % ways.length;
      const work = ways[way] as Work;
      const startedAt = performance.now();
      for (let i = 0; i < repeats; i += 1) await work();
      const each = ((performance.now() - startedAt) / repeats) * 1000;
      if (round >= 0) times[way]?.push(each);
    }
  }
  return times.map((values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN);
}

const micro = (us: number): string => `${us.toFixed(1)} µs`;

const sizes = [
  { label: "15 KB", bytes: 15_000, rounds: pick(600, 60), repeats: 20 },
  { label: "256 KB", bytes: 256 * 1024, rounds: pick(200, 30), repeats: 4 },
  { label: "1 MB", bytes: 1024 * 1024, rounds: pick(100, 20), repeats: 1 },
];

async function verificationRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { label, bytes, rounds, repeats } of sizes) {
    const body = pushOf(bytes);
    const signature = signatureOf(body);
    const [bare = 0, ours = 0, theirs = 0] = await medians(
      [
        async () => createHmac("sha256", SECRET).update(body).digest(),
        async () => matchingSecret(signature, body, secrets),
        async () => verify(SECRET, body.toString("utf8"), signature),
      ],
      rounds,
      repeats,
    );
    rows.push(
      {
        name: `verification of ${label} against a bare HMAC over the bytes`,
        value: micro(ours),
        baseline: micro(bare),
        ratio: ours / bare,
      },
      {
        name: `verification of ${label} against @octokit/webhooks-methods`,
        value: micro(ours),
        baseline: micro(theirs),
        ratio: ours / theirs,
      },
    );
  }
  return rows;
}

const TENANT = randomUUID();

interface FakeHost {
  calls: number;
  end(): void;
}

/** Replaces the store's client: answers immediately, as a table would, and counts the calls. */
async function standInForTheStore(): Promise<FakeHost> {
  const { documents } = await import("#shared/store/read.ts");
  const claim = { connection_id: TENANT, tenant_id: TENANT, status: "active" };
  const items = [
    { pk: `TENANT#${TENANT}`, sk: "META", tenant: {} },
    { pk: "INSTALLATION#1", sk: "CLAIM", claim },
  ];
  const real = documents.send;
  const fakeHost: FakeHost = {
    calls: 0,
    end: () => {
      documents.send = real;
    },
  };
  documents.send = (async (command: object) => {
    fakeHost.calls += 1;
    return command instanceof BatchGetCommand ? { Responses: { bench: items } } : {};
  }) as never;
  return fakeHost;
}

async function handlerRows(): Promise<Row[]> {
  Object.assign(process.env, {
    AWS_REGION: "us-east-1",
    TABLE_NAME: "bench",
    SOURCEHOST_WEBHOOK_SECRET: SECRET,
    STAGE: "test",
  });
  const store = await standInForTheStore();
  const { handler } = await import("#functions/sourcehost/receive-sourcehost-webhook.ts");
  const webhooks = new Webhooks({ secret: SECRET, log: silent });
  webhooks.onAny(() => undefined);
  const middleware = createWebMiddleware(webhooks, { path: "/hook" });
  const written = console.log;
  console.log = () => undefined;
  const rows: Row[] = [];
  for (const { label, bytes, rounds, repeats } of sizes) {
    const body = pushOf(bytes);
    const signature = signatureOf(body);
    const calls = { before: store.calls, runs: 0 };
    const [ours = 0, theirs = 0] = await medians(
      [
        async () => {
          calls.runs += 1;
          const answer = await handler(eventOf(body, signature) as never, {} as never);
          if (answer.statusCode !== 202) throw new Error(`ours answered ${answer.statusCode}`);
        },
        async () => {
          const { status } = (await middleware(requestOf(body, signature))) as Response;
          if (status !== 200) throw new Error(`the middleware answered ${status}`);
        },
      ],
      rounds,
      repeats,
    );
    const each = (store.calls - calls.before) / calls.runs;
    rows.push({
      name: `handler for ${label} against @octokit/webhooks' middleware (without its ${each.toFixed(0)} store calls)`,
      value: micro(ours),
      baseline: micro(theirs),
      ratio: ours / theirs,
    });
  }
  console.log = written;
  store.end();
  return rows;
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

const eventOf = (body: Buffer, signature: string) => ({
  version: "2.0",
  headers: headersOf(signature),
  requestContext: { requestId: "bench", http: { method: "POST" } },
  pathParameters: { tenant_id: TENANT },
  body: body.toString("utf8"),
  isBase64Encoded: false,
});

const requestOf = (body: Buffer, signature: string): Request =>
  new Request("https://hooks.example/hook", {
    method: "POST",
    headers: headersOf(signature),
    body: body.toString("utf8"),
  });
