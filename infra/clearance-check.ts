import { oneFile } from "./one-file.ts";

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

/** The check for release pipelines as one file. */
export const clearanceCheckText = (): Promise<string> =>
  oneFile("functions/clearance/check/main.ts", BANNER);
