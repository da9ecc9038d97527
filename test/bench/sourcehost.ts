import { createHmac, randomUUID } from "node:crypto";
import { createWebMiddleware, Webhooks } from "@octokit/webhooks";
import { verify } from "@octokit/webhooks-methods";
import { matchingSecret } from "#shared/domain/sourcehost/signature.ts";
import { exampleKinds } from "#test/support/webhook-examples.ts";
import { medians, silently } from "./measure.ts";
import { pick } from "./mode.ts";
import { ownRows } from "./noted-rows.ts";
import { headersOf, SECRET, signatureOf, startReceiver } from "./receiver.ts";
import { compared, inMicros, type Row } from "./row.ts";

const ROUNDS = pick(600, 60);
const REPEATS = 20;

/** The cost of the source host's receiver, against other code for the same work; and a burst. */
export async function sourcehostRows(): Promise<Row[]> {
  const body = push();
  const signature = signatureOf(body);
  return [
    ...(await verificationRows(body, signature)),
    await handlerRow(body, signature),
    ...ownRows("burst"),
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

/** The whole handler beside the reference library's middleware. */
async function handlerRow(body: Buffer, signature: string): Promise<Row> {
  const receiver = await startReceiver();
  const sender = { tenant: randomUUID(), connection: randomUUID() };
  const webhooks = new Webhooks({ secret: SECRET, log: silent });
  webhooks.onAny(() => undefined);
  const middleware = createWebMiddleware(webhooks, { path: "/hook" });
  const text = body.toString("utf8");
  let calls = 0;
  const ways = [
    async () => {
      ({ calls } = await receiver.receive(sender, text, signature));
    },
    async () => {
      const sent = { method: "POST", headers: headersOf(signature), body: text };
      const answer = await middleware(new Request("https://hooks.example/hook", sent));
      if ((answer as Response).status !== 200) throw new Error("The middleware refuses it.");
    },
  ];
  const [ours = 0, theirs = 0] = await silently(() => medians(ways, ROUNDS, REPEATS));
  receiver.close();
  const without = `without its ${calls} store calls`;
  const name = `handler for 15 KB against @octokit/webhooks' middleware (${without})`;
  return compared(name, inMicros, ours, theirs);
}

const none = () => undefined;
const silent = { debug: none, info: none, warn: none, error: none };
