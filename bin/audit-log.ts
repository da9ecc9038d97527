import { readFile } from "node:fs/promises";
import { base64 } from "#shared/domain/bytes.ts";
import { parsePolicy, type TlogPolicy } from "#shared/domain/log/tlog-policy.ts";
import { watch } from "#shared/domain/log/watch.ts";
import { visibleLine } from "#shared/domain/text/text.ts";
import { type Arguments, readArguments, USAGE } from "./audit-log/arguments.ts";
import { deploymentAt } from "./audit-log/deployment.ts";
import { openMirror } from "./audit-log/mirror.ts";
import { observe } from "./audit-log/observe.ts";

/*
 * npm run -s audit-log -- <base url> [--mirror DIR] [--policy FILE]
 *
 * Reads the whole evidence log and checks that it keeps its promises; with an admin's token in
 * TOKEN, it also compares the audit trail with it. Exit codes: 0 no findings · 1 findings, each
 * named · 2 the log could not be read.
 */

const say = (line: string): void => console.log(visibleLine(line));

async function readPolicy(file: string | null): Promise<TlogPolicy | null> {
  if (file === null) return null;
  const policy = parsePolicy(await readFile(file, "utf8"));
  if ("fault" in policy) throw new Error(`${file}: ${policy.fault}`);
  return policy;
}

async function main(given: Arguments): Promise<number> {
  const mirror = given.mirror === null ? null : await openMirror(given.mirror);
  const policy = await readPolicy(given.policy);
  const deployment = deploymentAt(given.baseUrl);
  const token = process.env.TOKEN || undefined;
  const { observed, fetched } = await observe(deployment, mirror, policy, token);
  const findings = await watch(observed);
  for (const { name, detail } of findings) say(`FOUND ${name}: ${detail}`);
  if (observed.trail === null) say("Rows were not compared: there is no token in TOKEN.");
  if (observed.kept === null) say("Nothing was compared with an earlier state: there is none yet.");
  if (policy === null) say("Witnesses were not asked for: there is no --policy.");
  const { origin, size, root } = observed.header.checkpoint;
  say(`Log ${origin}: ${size} leaves, root ${base64(root)}.`);
  // A state that contradicts the kept one must not replace it.
  if (mirror !== null && findings.length === 0) await mirror.keep(observed.header, fetched);
  say(findings.length === 0 ? "Nothing was found." : `${findings.length} findings.`);
  return findings.length === 0 ? 0 : 1;
}

const given = readArguments(process.argv.slice(2));
if (given === null) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  main(given).then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      console.error(visibleLine(error instanceof Error ? error.message : String(error)));
      process.exitCode = 2;
    },
  );
}
