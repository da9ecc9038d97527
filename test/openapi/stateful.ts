import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openapiDocument } from "#shared/routes/contract/openapi.ts";
import { oneBundleFolder } from "#test/support/one-bundle-folder.ts";
import { commission } from "#test/support/review-fixture.ts";
import { writeOneBundle } from "#test/support/runtime/write-one-bundle.ts";
import { startTestSystem } from "#test/support/system.ts";

/*
 * `node test/openapi/stateful.ts [minutes]`: Schemathesis generates calls from the document, each with
 * the ids of earlier answers (known_ids.py), and checks the answers against the document. More than
 * half of its requests must succeed; otherwise it would test only refusals. The pinned tool is
 * installed into a temporary folder; needs a network and Python 3.
 */

const TOOL = "schemathesis==4.32.5";
const CHECKS = ["not_a_server_error", "status_code_conformance", "content_type_conformance"];
const LEAST = 0.5;

const seconds = Number(process.argv[2] ?? 5) * 60;
const folder = mkdtempSync(join(tmpdir(), "stateful-"));
const hooks = fileURLToPath(new URL(".", import.meta.url));

/** Asynchronous, because the system runs in this process and must be able to answer. */
async function run(command: string, args: readonly string[], env: Record<string, string> = {}) {
  const given = { cwd: folder, env: { ...process.env, ...env }, stdio: "inherit" } as const;
  const child = spawn(command, args, given);
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`${command} ended with ${code}.`);
}

async function call(): Promise<void> {
  await writeOneBundle(oneBundleFolder);
  const system = await startTestSystem({ functions: "oneBundle" });
  try {
    await commission(system);
    const token = await system.token({ is_platform_admin: true });
    const counts = join(folder, "counts.json");
    const how = ["--phases", "stateful", "--mode", "positive", "--seed", "1"];
    const what = ["--include-path-regex", "^/admin/", "--checks", CHECKS.join(",")];
    const where = ["--url", system.baseUrl, "-H", `Authorization: Bearer ${token}`];
    await run(
      join(folder, "venv/bin/st"),
      ["run", "openapi.json", ...how, ...what, ...where, "--max-time", String(seconds)],
      { PYTHONPATH: hooks, SCHEMATHESIS_HOOKS: "known_ids", SUCCESSES: counts },
    );
    const { requests, succeeded, statuses } = JSON.parse(readFileSync(counts, "utf8"));
    console.log(`${succeeded} of ${requests} requests succeeded:`, statuses);
    if (!(succeeded > requests * LEAST))
      throw new Error("Fewer than half of the requests succeeded.");
  } finally {
    await system.close();
  }
}

try {
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(openapiDocument()));
  await run("python3", ["-m", "venv", "venv"]);
  await run("venv/bin/pip", ["install", "-q", TOOL]);
  await call();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
