import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { createRequire } from "node:module";
import { distFolder } from "#infra/dist-folder.ts";
import { functionUnits } from "#infra/functions.ts";
import { issuerKeyOf } from "#shared/domain/issuer/key.ts";
import { firstRecord } from "#shared/domain/issuer/rotation.ts";
import { EMPTY_DEPLOYMENT, withSecret } from "#shared/domain/setup/deployment.ts";
import { provisionIssuer } from "#test/support/cloudc-fixture.ts";
import { functionEvent } from "#test/support/function-event.ts";
import { secretStoreOf } from "#test/support/secret-store.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { medians, silently } from "./measure.ts";
import { compared, inMicros, type Row } from "./row.ts";

type Handler = (event: unknown, context: unknown) => Promise<{ body: string }>;

const MEASURED = ["getJwks", "getOpenidConfiguration", "testIdpExchange"];
const SLOT = "oidc-issuer-private-key-pem";
const event = functionEvent({ method: "GET" });

/**
 * Both public documents of the issuer warm, against a bare function that produces the same text and
 * ETag, and minted tokens, against Node's own `sign`. "Cold start" has the rows of first answers.
 */
export async function issuerRows(): Promise<Row[]> {
  const system = await startTestSystem();
  try {
    await provisionIssuer(system);
    const served = functionUnits.filter(({ id }) => MEASURED.includes(id));
    Object.assign(process.env, ...served.map(system.environmentOf), { AWS_ACCESS_KEY_ID: "bench" });
    return await silently(async () => [
      await warmRow("JWKS, warm", "getJwks"),
      await warmRow("discovery, warm", "getOpenidConfiguration"),
      await mintRow(system),
    ]);
  } finally {
    await system.close();
  }
}

async function warmRow(name: string, operation: string): Promise<Row> {
  const { handler } = createRequire(import.meta.url)(`${distFolder}/${operation}/index.js`) as {
    handler: Handler;
  };
  const document: unknown = JSON.parse((await handler(event, {})).body);
  const bare = async () => {
    const body = JSON.stringify(document);
    const etag = createHash("sha256").update(body).digest("hex");
    return { statusCode: 200, headers: { etag }, body };
  };
  const [theirs = 0, ours = 0] = await medians([bare, () => handler(event, {})], 15, 2000);
  return compared(name, inMicros, ours, theirs);
}

/** Tokens minted by the platform's function, against Node's `sign` over a text of equal length. */
async function mintRow(system: TestSystem): Promise<Row> {
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
  const mint = () => mintToken(request, { now, deployment });
  const token = await mint();
  const input = Buffer.from(token.slice(0, token.lastIndexOf(".")));
  const [bare = 0, ours = 0] = await medians(
    [() => sign("sha256", input, privateKey), mint],
    9,
    400,
  );
  const perSecond = (ms: number) => `${Math.round(1000 / ms)} tokens/s`;
  return compared("tokens minted, against node's sign", perSecond, ours, bare);
}
