import { readFile } from "node:fs/promises";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import { base64 } from "#shared/domain/bytes.ts";
import { parsePolicy, type TlogPolicy } from "#shared/domain/log/tlog-policy.ts";
import { type Finding, type Observed, replayed, watch } from "#shared/domain/log/watch.ts";
import { countOf } from "#shared/domain/text/text.ts";
import type { Arguments } from "./arguments.ts";
import { type Deployment, deploymentAt } from "./deployment.ts";
import { openMirror } from "./mirror.ts";
import { NoLogError, observe } from "./observe.ts";
import { standingDifferences } from "./state/compare-state.ts";

async function readPolicy(file: string | null): Promise<TlogPolicy | null> {
  if (file === null) return null;
  const policy = parsePolicy(await readFile(file, "utf8"));
  if ("fault" in policy) throw new Error(`${file}: ${policy.fault}`);
  return policy;
}

/**
 * Reads the whole log, prints its findings line by line, and keeps what it saw in the mirror.
 * @param token an admin's or a reader's, to compare rows and answers with the log
 * @returns the exit code: 0 no findings · 1 findings
 * @throws Error with one sentence if nothing answers, or mirror or policy cannot be read
 */
export async function auditLog(
  given: Arguments,
  token: string | undefined,
  say: (line: string) => void,
): Promise<number> {
  const mirror = given.mirror === null ? null : await openMirror(given.mirror);
  const policy = await readPolicy(given.policy);
  const deployment = deploymentAt(given.baseUrl);
  const tell = (findings: readonly Finding[]): number => {
    for (const { name, detail } of findings) say(`FOUND ${name}: ${detail}`);
    say(findings.length === 0 ? "Nothing was found." : `${countOf(findings.length, "finding")}.`);
    return findings.length === 0 ? 0 : 1;
  };
  const reading = await observe(deployment, mirror, policy, token).catch((error: Error) => {
    if (error instanceof NoLogError) return error.finding;
    throw error;
  });
  if ("name" in reading) return tell([reading]);
  const { observed, fetched } = reading;
  const found = await watch(observed);
  const findings = [...found, ...(await differing(deployment, observed, token))];
  if (observed.trail === null) say("Rows were not compared: there is no token in TOKEN.");
  if (observed.kept === null) say("Nothing was compared with an earlier state: there is none yet.");
  if (policy === null) say("Witnesses were not asked for: there is no --policy.");
  const { origin, size, root } = observed.header.checkpoint;
  say(`Log ${origin}: ${countOf(size, "leaf", "leaves")}, root ${base64(root)}.`);
  // Despite other findings, we keep the log unless it contradicts itself or what was kept before.
  const isSound = findings.every(({ of }) => of !== "log");
  if (mirror !== null && isSound) await mirror.keep(observed.header, fetched);
  return tell(findings);
}

/** Where the service's answers differ from what its rows imply, with both read twice. */
async function differing(
  deployment: Deployment,
  { trail, entries }: Observed,
  token: string | undefined,
): Promise<Finding[]> {
  if (trail === null || token === undefined) return [];
  const service = deployment.as(token);
  let known: readonly AuditRow[] | null = trail.rows;
  const found = await standingDifferences(async () => {
    const rows = known ?? (await service.readRows());
    known = null;
    const now = new Date(deployment.latest()).toISOString();
    return { service, rows, now, world: (await replayed(entries, rows)).world };
  });
  return found.map(({ resource, member, detail }) => ({
    of: "service",
    name: "state_differs",
    detail: `${resource}${member === null ? "" : `, ${member}`}: ${detail}`,
  }));
}
