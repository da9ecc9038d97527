import { readFile } from "node:fs/promises";
import { base64 } from "#shared/domain/bytes.ts";
import { parsePolicy, type TlogPolicy } from "#shared/domain/log/tlog-policy.ts";
import { watch } from "#shared/domain/log/watch.ts";
import { countOf } from "#shared/domain/text/count.ts";
import type { Arguments } from "./arguments.ts";
import { deploymentAt } from "./deployment.ts";
import { openMirror } from "./mirror.ts";
import { observe } from "./observe.ts";

async function readPolicy(file: string | null): Promise<TlogPolicy | null> {
  if (file === null) return null;
  const policy = parsePolicy(await readFile(file, "utf8"));
  if ("fault" in policy) throw new Error(`${file}: ${policy.fault}`);
  return policy;
}

/**
 * Reads the whole log, says what it finds, line by line, and keeps what it saw in the mirror.
 * @param token an admin's, if the audit trail is to be compared with the log
 * @returns the exit code: 0 no findings · 1 findings
 * @throws Error with one sentence if log, trail, mirror or policy cannot be read
 */
export async function auditLog(
  given: Arguments,
  token: string | undefined,
  say: (line: string) => void,
): Promise<number> {
  const mirror = given.mirror === null ? null : await openMirror(given.mirror);
  const policy = await readPolicy(given.policy);
  const deployment = deploymentAt(given.baseUrl);
  const { observed, fetched } = await observe(deployment, mirror, policy, token);
  const findings = await watch(observed);
  for (const { name, detail } of findings) say(`FOUND ${name}: ${detail}`);
  if (observed.trail === null) say("Rows were not compared: there is no token in TOKEN.");
  if (observed.kept === null) say("Nothing was compared with an earlier state: there is none yet.");
  if (policy === null) say("Witnesses were not asked for: there is no --policy.");
  const { origin, size, root } = observed.header.checkpoint;
  say(`Log ${origin}: ${countOf(size, "leaf", "leaves")}, root ${base64(root)}.`);
  // A state that contradicts the kept one must not replace it.
  if (mirror !== null && findings.length === 0) await mirror.keep(observed.header, fetched);
  say(findings.length === 0 ? "Nothing was found." : `${countOf(findings.length, "finding")}.`);
  return findings.length === 0 ? 0 : 1;
}
