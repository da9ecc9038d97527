import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

const BANNER = `#!/usr/bin/env node
/**
 * Asks the service whether the wordings in a file may ship. One file, no dependencies, Node 20.
 *
 *   node check.mjs --url https://HOST --framework eu_ai_act --rules rules.json
 *
 *   --rules FILE       an array of rules, or {"rules": [...]}
 *   --audience TEXT    of the token; the origin of --url if left out
 *   --on DAY           judged on that day
 *   --max-age-days N   how old an approval may be
 *   --panel-required   only a panel's approval counts
 *   --in-force-only    the law must apply
 *   --soft             never fails a job: 1 and 3 become a warning
 *
 * On GitHub the job's own OIDC token is used (permissions: id-token: write), elsewhere that in
 * CLEARANCE_TOKEN. Exit codes: 0 cleared · 1 not cleared, each rule named · 2 wrong usage · 3 there
 * is no whole, consistent answer.
 */`;

/** The check for release pipelines as one file, the same bytes wherever it is built. */
export async function clearanceCheckText(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["functions/clearance/check/main.ts"],
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    charset: "utf8",
    legalComments: "none",
    mainFields: ["module", "main"],
    banner: { js: BANNER },
    write: false,
    logLevel: "warning",
  });
  return outputFiles[0]?.text ?? "";
}
