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
 *   node check.mjs --url https://HOST --system --tenant ID --commit "$GITHUB_SHA" --wait 60
 *
 *   --system           may this repository go out? Its job's token names it
 *   --tenant ID        your organisation's id, for the audience of the token
 *   --commit SHA       of this very commit; of the default branch if left out
 *   --wait SECONDS     starts the examination of the commit if it may, and waits for it
 *   --artifacts ID,ID  these systems instead of a repository
 *
 * On GitHub the job's own OIDC token is used (permissions: id-token: write), elsewhere that in
 * CLEARANCE_TOKEN. Exit codes: 0 cleared · 1 not cleared, each rule named · 2 wrong usage · 3 there
 * is no whole, consistent answer.
 */`;

/** The check for release pipelines as one file. */
export const clearanceCheckText = (): Promise<string> =>
  oneFile("functions/clearance/check/main.ts", BANNER);
