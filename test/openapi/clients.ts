import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildFunctions } from "#infra/build.ts";
import { openapiDocument } from "#shared/routes/contract/openapi.ts";
import { commission } from "#test/support/review-fixture.ts";
import { startTestSystem } from "#test/support/system.ts";

/*
 * `node test/openapi/clients.ts`: runs the document through two linters, which must find nothing,
 * and three generators, whose clients then call the local run. The pinned tools are installed into
 * a temporary folder, to keep them out of every other installation; needs a network and Python 3.
 */

const tools = [
  "@redocly/cli@2.77.0",
  "@stoplight/spectral-cli@6.16.3",
  "openapi-typescript@7.13.0",
  "openapi-fetch@0.17.0",
  "@hey-api/openapi-ts@0.99.0",
  "esbuild@0.28.2",
  "typescript@5.9.3",
];
const PYTHON_GENERATOR = "openapi-python-client==0.29.1";

const byFetch = `import createClient from "openapi-fetch";
import type { paths } from "./api";
const { BASE, ADMIN } = process.env as Record<string, string>;
const client = createClient<paths>({ baseUrl: BASE, headers: { authorization: "Bearer " + ADMIN } });
const made = await client.POST("/admin/tenants", { body: { name: "By openapi-fetch" } });
if (made.data?.name !== "By openapi-fetch") throw new Error(JSON.stringify(made.error));
const listed = await client.GET("/admin/tenants", { params: { query: { limit: 1 } } });
if (listed.data?.items.length !== 1) throw new Error(JSON.stringify(listed.error));
console.log("openapi-typescript and openapi-fetch: ok");
`;

const byHey = `import { createTenant, decideReview, listTenants, searchEvidence } from "./hey";
import { client } from "./hey/client.gen";
const { BASE, ADMIN, TOKEN } = process.env as Record<string, string>;
client.setConfig({ baseUrl: BASE, auth: ADMIN });
const made = await createTenant({ body: { name: "By hey-api" }, throwOnError: true });
const listed = await listTenants({ query: { limit: 1 }, throwOnError: true });
const decided = await decideReview({ path: { token: TOKEN ?? "" }, body: { decision: "approved", comment: "By a generated client" }, throwOnError: true });
const found = await searchEvidence({ query: { status: ["approved", "rejected"] }, throwOnError: true });
if (made.data.name !== "By hey-api" || listed.data.items.length !== 1) throw new Error("tenants");
if (decided.data.decision !== "approved" || found.data.items.length !== 1) throw new Error("review");
console.log("hey-api: ok");
`;

const byPython = `import os
from client import AuthenticatedClient
from client.api.tenants import create_tenant, list_tenants
from client.models.create_tenant_request import CreateTenantRequest
client = AuthenticatedClient(base_url=os.environ["BASE"], token=os.environ["ADMIN"])
made = create_tenant.sync(client=client, body=CreateTenantRequest(name="By python"))
assert made.name == "By python", made
listed = list_tenants.sync(client=client, limit=1)
assert len(listed.items) == 1 and listed.next_cursor, listed
again = list_tenants.sync(client=client, limit=1, cursor=listed.next_cursor)
assert again.items[0].id != listed.items[0].id, again
print("openapi-python-client: ok")
`;

const folder = mkdtempSync(join(tmpdir(), "clients-"));
const run = (command: string, args: readonly string[], env: Record<string, string> = {}): string =>
  execFileSync(command, args, { cwd: folder, env: { ...process.env, ...env }, encoding: "utf8" });
const bin = (name: string) => join(folder, "node_modules/.bin", name);

function generate(): void {
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(openapiDocument(), null, 2));
  writeFileSync(join(folder, "redocly.yaml"), "extends: [recommended]\n");
  writeFileSync(join(folder, ".spectral.yaml"), 'extends: ["spectral:oas"]\n');
  run("npm", ["install", "--no-audit", "--no-fund", "--silent", ...tools]);
  run(bin("redocly"), ["lint", "openapi.json", "--max-problems", "5"]);
  run(bin("spectral"), ["lint", "--fail-severity", "hint", "openapi.json"]);
  console.log("redocly and spectral: nothing found");
  run(bin("openapi-typescript"), ["openapi.json", "-o", "api.d.ts"]);
  run(bin("openapi-ts"), ["-i", "openapi.json", "-o", "hey", "-c", "@hey-api/client-fetch"]);
  run("python3", ["-m", "venv", "venv"]);
  run("venv/bin/pip", ["install", "-q", PYTHON_GENERATOR]);
  const output = ["--output-path", "python/client", "--meta", "none"];
  mkdirSync(join(folder, "python"));
  run("venv/bin/openapi-python-client", ["generate", "--path", "openapi.json", ...output]);
}

async function call(): Promise<void> {
  await buildFunctions();
  const system = await startTestSystem();
  try {
    const { token } = await commission(system);
    const env = {
      BASE: system.baseUrl,
      ADMIN: await system.token({ is_platform_admin: true }),
      TOKEN: token,
    };
    for (const [name, text] of [
      ["fetch", byFetch],
      ["hey-calls", byHey],
    ] as const) {
      writeFileSync(join(folder, `${name}.ts`), text);
      const strict = ["--strict", "--noEmit", "--skipLibCheck", "--target", "es2022"];
      const modules = ["--module", "esnext", "--moduleResolution", "bundler", "--types", "node"];
      run("npm", ["install", "--no-audit", "--no-fund", "--silent", "@types/node@24"]);
      run(bin("tsc"), [...strict, ...modules, `${name}.ts`]);
      run(bin("esbuild"), [
        `${name}.ts`,
        "--bundle",
        "--platform=node",
        "--format=esm",
        `--outfile=${name}.mjs`,
      ]);
      await callWith(process.execPath, [`${name}.mjs`], env);
    }
    writeFileSync(join(folder, "python/calls.py"), byPython);
    await callWith("venv/bin/python", ["python/calls.py"], env);
  } finally {
    await system.close();
  }
}

/** Asynchronous, because the system runs in this process and must be able to answer. */
async function callWith(command: string, args: string[], env: Record<string, string>) {
  const { spawn } = await import("node:child_process");
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: "inherit",
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}.`);
}

try {
  generate();
  await call();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
