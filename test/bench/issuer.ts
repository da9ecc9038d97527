import { spawn } from "node:child_process";
import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { once } from "node:events";
import { createRequire } from "node:module";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { distFolder } from "#infra/dist-folder.ts";
import { type System, startSystem } from "#infra/local/system.ts";
import { issuerKeyOf } from "#shared/domain/issuer/key.ts";
import { firstRecord } from "#shared/domain/issuer/rotation.ts";
import { EMPTY_DEPLOYMENT, withSecret } from "#shared/domain/setup/deployment.ts";
import { secretStoreOf } from "#test/support/secret-store.ts";
import { median } from "./median.ts";
import type { Row } from "./row.ts";

type Handler = (event: unknown, context: unknown) => Promise<unknown>;

const SLOT = "oidc-issuer-private-key-pem";
const COLD_ROUNDS = 15;
const WARM_ROUNDS = 15;
const WARM_CALLS = 2000;
const MINT_ROUNDS = 9;
const MINT_CALLS = 400;

const row = (name: string, unit: string, ours: number, theirs: number): Row => ({
  name,
  value: `${ours.toFixed(1)} ${unit}`,
  baseline: `${theirs.toFixed(1)} ${unit}`,
  ratio: Number((ours / theirs).toFixed(2)),
});

const getEvent = () => ({
  version: "2.0",
  rawPath: "",
  rawQueryString: "",
  headers: { host: "localhost" },
  requestContext: { requestId: "bench", http: { method: "GET" } },
  isBase64Encoded: false,
});

/**
 * The issuer's rows: both public documents cold (spawn to first answer, against a bare handler) and
 * warm (against a bare function that produces the same text and ETag), and tokens minted against
 * Node's own `sign`. Medians of interleaved rounds. The functions must have been built.
 */
export async function issuerRows(): Promise<Row[]> {
  const system = await startSystem({
    port: 0,
    stateDir: "memory",
    settings: { STAGE: "test" },
    onLine: () => undefined,
  });
  const restore = useEnvironment(environmentFor(system));
  try {
    const { access_token } = await system.signIn.issue({ is_platform_admin: true });
    await fetch(`${system.baseUrl}/admin/setup/oidc-issuer/provision-keypair`, {
      method: "POST",
      headers: { authorization: `Bearer ${access_token}` },
    });
    return [
      await coldRow("JWKS, cold", "getJwks"),
      await coldRow("discovery, cold", "getOpenidConfiguration"),
      await warmRow("JWKS, warm", "getJwks"),
      await warmRow("discovery, warm", "getOpenidConfiguration"),
      await mintRow(system),
    ];
  } finally {
    restore();
    await system.close();
  }
}

const environmentFor = ({ endpoints, baseUrl }: System): Record<string, string> => ({
  AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb ?? "",
  AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoints.secretsmanager ?? "",
  AWS_REGION: endpoints.region ?? "",
  AWS_ACCESS_KEY_ID: "bench",
  AWS_SECRET_ACCESS_KEY: "bench",
  TABLE_NAME: endpoints.table_name ?? "",
  BASE_URL: baseUrl,
  STAGE: "test",
});

function useEnvironment(values: Record<string, string>): () => void {
  const before = Object.fromEntries(Object.keys(values).map((name) => [name, process.env[name]]));
  Object.assign(process.env, values);
  return () => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

/** The whole process from spawn to the first answer. */
async function coldRow(name: string, operation: string): Promise<Row> {
  const call = `.then(({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))`;
  const event = JSON.stringify(getEvent());
  const script = (handler: string) => `(${handler})(${event}, {})${call}`;
  const ours = script(`require(${JSON.stringify(`${distFolder}/${operation}/index.js`)}).handler`);
  const bare = script(`async () => ({ statusCode: 200, body: "{}" })`);
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < COLD_ROUNDS; round += 1) {
    times.bare.push(await spawned(bare));
    times.ours.push(await spawned(ours));
  }
  return row(name, "ms", median(times.ours), median(times.bare));
}

/** Not spawnSync, because this process serves the function's requests. */
async function spawned(script: string): Promise<number> {
  const startedAt = performance.now();
  const cwd = fileURLToPath(new URL("../..", import.meta.url));
  const child = spawn(process.execPath, ["-e", script], { cwd, stdio: "ignore" });
  const [status] = await once(child, "exit");
  if (status !== 0) throw new Error("A function did not answer 200.");
  return performance.now() - startedAt;
}

/** A warm call with a cached document, against a bare function with the same text and ETag. */
async function warmRow(name: string, operation: string): Promise<Row> {
  const { createHash } = await import("node:crypto");
  const { handler } = createRequire(import.meta.url)(`${distFolder}/${operation}/index.js`) as {
    handler: Handler;
  };
  const quiet = silence();
  const first = (await handler(getEvent(), {})) as { body: string };
  const document: unknown = JSON.parse(first.body);
  const bare: Handler = async () => {
    const body = JSON.stringify(document);
    const etag = createHash("sha256").update(body).digest("hex");
    return { statusCode: 200, headers: { etag }, body };
  };
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < WARM_ROUNDS; round += 1) {
    times.bare.push(await timed(bare));
    times.ours.push(await timed(handler));
  }
  quiet();
  return row(name, "µs", median(times.ours), median(times.bare));
}

async function timed(handler: Handler): Promise<number> {
  const startedAt = performance.now();
  for (let call = 0; call < WARM_CALLS; call += 1) await handler(getEvent(), {});
  return ((performance.now() - startedAt) * 1000) / WARM_CALLS;
}

/** Log lines are still produced, as part of the work, but not written to the terminal. */
function silence(): () => void {
  const { write } = process.stdout;
  process.stdout.write = () => true;
  return () => {
    process.stdout.write = write;
  };
}

/** Tokens minted by the platform's function, against Node's `sign` over a text of equal length. */
async function mintRow(system: System): Promise<Row> {
  const { mintToken } = await import("#shared/platform/issuer/issuer.ts");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const version = await secretStoreOf(system).put(SLOT, pem);
  const now = new Date().toISOString();
  const jwk = issuerKeyOf(pem)?.jwk;
  if (jwk === undefined) throw new Error("The key just made is no key.");
  const deployment = {
    ...withSecret(EMPTY_DEPLOYMENT, SLOT, version, now),
    issuer: firstRecord(jwk, now),
  };
  const request = { subject: randomUUID(), audience: "api://AzureADTokenExchange" };
  const token = await mintToken(request, { now, deployment });
  const input = Buffer.from(token.slice(0, token.lastIndexOf(".")));
  const times = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < MINT_ROUNDS; round += 1) {
    let startedAt = performance.now();
    for (let call = 0; call < MINT_CALLS; call += 1) sign("sha256", input, privateKey);
    times.bare.push(performance.now() - startedAt);
    startedAt = performance.now();
    for (let call = 0; call < MINT_CALLS; call += 1) await mintToken(request, { now, deployment });
    times.ours.push(performance.now() - startedAt);
  }
  const perSecond = (ms: number) => `${Math.round((MINT_CALLS * 1000) / ms)} tokens/s`;
  const [ours, bare] = [median(times.ours), median(times.bare)];
  return {
    name: "tokens minted, against node's sign",
    value: perSecond(ours),
    baseline: perSecond(bare),
    ratio: Number((ours / bare).toFixed(2)),
  };
}
