import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Aws, AwsAnswer } from "../aws/cli.ts";

/** When the last restore drill ended, and with which result. `npm run doctor` reads it. */
export interface LastDrill {
  /** ISO 8601 UTC. */
  at: string;
  exitCode: number;
}

/** The parameter (Systems Manager) that stores it, because a drill writes nothing to the table. */
export const drillParameter = (stage: string): string => `/countersign/${stage}/last-drill`;

export const localDrillFile = (stateDir: string): string => join(stateDir, "last-drill.json");

/** Stores the result of a deployed stage's drill. */
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
