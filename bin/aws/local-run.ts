import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ANCHORS } from "#infra/local/aws/resources.ts";

/** A running local run: its addresses, its table, and where it keeps its state. */
export interface LocalRun {
  base_url: string;
  dynamodb: string;
  secretsmanager: string;
  s3: string;
  events: string;
  table_name: string;
  region: string;
  folder: string;
}

/** The folder in which a local run keeps its state. */
export const stateFolder = (): string => process.env.LOCAL_STATE_DIR || ".local";

/** The local run that uses that folder. @throws Error with one sentence if there is none */
export function localRun(): LocalRun {
  const folder = stateFolder();
  const file = join(folder, "endpoints.json");
  if (existsSync(file)) return { ...JSON.parse(readFileSync(file, "utf8")), folder };
  throw new Error(
    `No local run has its state in ${folder}; start one (npm start), or name its folder in LOCAL_STATE_DIR.`,
  );
}

/** The environment in which this process reads and writes the local run's data. */
export const settingsOfLocalRun = (run: LocalRun): Record<string, string> => ({
  STAGE: process.env.STAGE || "local",
  AWS_REGION: run.region,
  CLOUDB_EVENTBUS_REGION: run.region,
  AWS_ACCESS_KEY_ID: "operator",
  AWS_SECRET_ACCESS_KEY: "local",
  AWS_ENDPOINT_URL_DYNAMODB: run.dynamodb,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: run.secretsmanager,
  AWS_ENDPOINT_URL_EVENTBRIDGE: run.events,
  AWS_ENDPOINT_URL_S3: run.s3,
  TABLE_NAME: run.table_name,
  EVIDENCE_ANCHORS_BUCKET: ANCHORS,
  BASE_URL: run.base_url,
});
