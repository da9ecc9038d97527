import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Aws, AwsAnswer } from "../aws/cli.ts";

/** When the last restore drill ended, and how; `npm run doctor` reads it. */
export interface LastDrill {
  /** ISO 8601 UTC. */
  at: string;
  exitCode: number;
}

/** The parameter (Systems Manager) that keeps it: a drill writes nothing to the table. */
export const drillParameter = (stage: string): string => `/countersign/${stage}/last-drill`;

export const localDrillFile = (stateDir: string): string => join(stateDir, "last-drill.json");

/** Keeps a drill of a deployed stage. */
export const keepOnAws = (aws: Aws, stage: string, drill: LastDrill): AwsAnswer =>
  aws([
    "ssm",
    "put-parameter",
    "--name",
    drillParameter(stage),
    "--type",
    "String",
    "--overwrite",
    "--value",
    JSON.stringify(drill),
  ]);

export const keepLocally = (stateDir: string, drill: LastDrill): void =>
  writeFileSync(localDrillFile(stateDir), `${JSON.stringify(drill)}\n`);
