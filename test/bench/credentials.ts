import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { startSecretsManager } from "#infra/local/aws/secrets-manager/secrets-manager.ts";
import { credentialEntries } from "#shared/domain/setup/credentials.ts";
import { secretStoreOf } from "#test/support/secret-store.ts";
import { environment } from "./cold.ts";
import { median } from "./measure.ts";
import { pick } from "./mode.ts";
import { compared, inUnit, type Row } from "./row.ts";

const REMEMBERED = 100_000;

/** A fresh instance: loads the client, reads, reads again after 30 s, then reads from its cache. */
const instance = `
const timed = async (run) => { const from = performance.now(); await run(); return performance.now() - from; };
let credential;
const load = await timed(async () => ({ credential } = await import("#shared/platform/secrets/secrets.ts")));
const read = (seconds) => credential("HOSTED_LLM_API_KEY", seconds * 1000);
const first = await timed(() => read(0));
const again = await timed(() => read(30));
const many = await timed(async () => { for (let i = 0; i < ${REMEMBERED}; i += 1) await read(31); });
process.stdout.write(JSON.stringify({ load, first, again, remembered: many / ${REMEMBERED} }));
`;

type Times = Record<"load" | "first" | "again" | "remembered", number>;

/** What reading a credential at run time costs a function; each round in a process of its own. */
export async function credentialsRows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-credentials-"));
  const server = await startSecretsManager({ file: null, now: Date.now });
  const store = secretStoreOf({ endpoints: { secretsmanager: server.url, region: "us-east-1" } });
  try {
    await store.create(credentialEntries.HOSTED_LLM_API_KEY, "sk-bench");
    const bundle = join(folder, "instance.mjs");
    await build({
      stdin: { contents: instance, resolveDir: fileURLToPath(new URL("../..", import.meta.url)) },
      outfile: bundle,
      bundle: true,
      minify: true,
      platform: "node",
      format: "esm",
      banner: {
        js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
      },
      logLevel: "error",
    });
    const env = { ...environment("", server.url), STAGE: "prod" };
    const rounds: Times[] = [];
    for (let i = 0; i < pick(21, 3); i += 1) {
      const { stdout } = await promisify(execFile)(process.execPath, [bundle], { env });
      rounds.push(JSON.parse(stdout) as Times);
    }
    return [rowOf(rounds)];
  } finally {
    store.client.destroy();
    await server.close();
    rmSync(folder, { recursive: true });
  }
}

function rowOf(rounds: readonly Times[]): Row {
  const of = (name: keyof Times) => median(rounds.map((times) => times[name]));
  const name = `a credential: cold (${of("load").toFixed(1)} ms of it load the client), and every 30 s; remembered ${(of("remembered") * 1000).toFixed(2)} µs`;
  return compared(name, inUnit("ms", 1), of("load") + of("first"), of("again"));
}
