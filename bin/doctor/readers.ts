import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { functionNameOf, stackName } from "#infra/aws/naming.ts";
import { askJson } from "#shared/platform/http/ask.ts";
import { type Aws, done, INPUT_BYTES, read } from "../aws/cli.ts";
import { type LocalRun, settingsOfLocalRun } from "../aws/local-run.ts";
import { lastAssembly } from "../deploy/assembly.ts";
import { outputsOf } from "../deploy/deployed-stage.ts";
import { anchorsBucketIn, tableIn } from "../deploy/options.ts";
import { drillParameter, type LastDrill, localDrillFile } from "../restore-drill/last-drill.ts";
import type { ChecklistRow, ServiceReader } from "./service.ts";
import type { Subject } from "./subject.ts";
import { tableReaders } from "./table-readers.ts";

/** Reads a deployed stage with the operator's own credentials. */
export function stageReader(subject: Subject): ServiceReader {
  const { aws, stage, options, place, now } = subject;
  const table = tableIn(stage, options);
  const witnesses = String(options.LOG_WITNESSES ?? "");
  return {
    now,
    stageNow: async () => now,
    baseUrl: () => outputsOf(aws, stackName(stage, "Edge"))?.BaseUrl ?? "",
    checklist: async () => invokeChecklist(aws, stage),
    ...tableReaders(
      witnesses,
      async () => now,
      () => ({
        ...keysOf(subject),
        TABLE_NAME: table,
        EVIDENCE_ANCHORS_BUCKET: anchorsBucketIn({ stage, ...place }, options),
      }),
    ),
    expectedCommit: () => lastAssembly(aws, table)?.commit ?? null,
    lastDrill: async () => {
      const answer = aws(["ssm", "get-parameter", "--name", drillParameter(stage)]);
      if (answer.outcome === "refused" && /ParameterNotFound/.test(answer.reason)) return null;
      return JSON.parse(read<{ Parameter: { Value: string } }>(answer).Parameter.Value);
    },
  };
}

/**
 * The environment in which this process itself reads the table and the bucket. If only the AWS CLI can
 * find the keys (in a profile, a machine's role), we get them from it.
 */
function keysOf({ aws, place: { env } }: Subject): NodeJS.ProcessEnv {
  if (env.AWS_ACCESS_KEY_ID) return env;
  const answer = aws(["configure", "export-credentials"]);
  if (answer.outcome === "refused") return env;
  const keys = read<Record<"AccessKeyId" | "SecretAccessKey" | "SessionToken", string>>(answer);
  return {
    ...env,
    AWS_ACCESS_KEY_ID: keys.AccessKeyId,
    AWS_SECRET_ACCESS_KEY: keys.SecretAccessKey,
    ...(keys.SessionToken === undefined ? {} : { AWS_SESSION_TOKEN: keys.SessionToken }),
  };
}

/** Reads a local run. */
export function localReader(run: LocalRun, now: string): ServiceReader {
  const stageNow = () => localClock(run.base_url);
  return {
    now,
    stageNow,
    baseUrl: () => run.base_url,
    checklist: () => localChecklist(run.base_url),
    ...tableReaders(process.env.LOG_WITNESSES ?? "", stageNow, () => settingsOfLocalRun(run)),
    expectedCommit: () => null,
    lastDrill: async () => {
      const file = localDrillFile(run.folder);
      return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as LastDrill) : null;
    },
  };
}

const OPERATOR = "00000000-0000-4000-8000-0000000d0c70";

/** API Gateway's event for a platform admin. Anyone who may invoke functions can send it. */
const checklistEvent = {
  version: "2.0",
  routeKey: "GET /admin/setup/checklist",
  rawPath: "/admin/setup/checklist",
  rawQueryString: "",
  headers: {},
  isBase64Encoded: false,
  requestContext: {
    requestId: "doctor",
    http: { method: "GET", path: "/admin/setup/checklist" },
    authorizer: {
      iam: {},
      jwt: { claims: { sub: OPERATOR, is_platform_admin: "true" }, scopes: null },
    },
  },
};

function invokeChecklist(aws: Aws, stage: string): ChecklistRow[] {
  const file = join(mkdtempSync(join(tmpdir(), "countersign-doctor-")), "answer.json");
  const name = functionNameOf(stage, "getSetupChecklist");
  const payload = ["--payload", INPUT_BYTES];
  const event = JSON.stringify(checklistEvent);
  done(aws(["lambda", "invoke", "--function-name", name, ...payload, file], event));
  const { statusCode, body } = JSON.parse(readFileSync(file, "utf8"));
  if (statusCode !== 200) throw new Error(`the checklist answered ${statusCode ?? "nothing"}.`);
  return JSON.parse(body).rows;
}

/** A local run's time, ISO 8601 UTC. Its clock can be moved forward; 0 seconds move nothing. */
export async function localClock(baseUrl: string): Promise<string> {
  const request = { method: "POST", body: { advance_seconds: 0 } };
  return (await askJson(`${baseUrl}/_local/clock`, request)).body.now;
}

async function localChecklist(baseUrl: string): Promise<ChecklistRow[]> {
  const request = { method: "POST", body: { is_platform_admin: true } };
  const { access_token: token } = (await askJson(`${baseUrl}/_local/token`, request)).body;
  const url = `${baseUrl}/admin/setup/checklist`;
  const { status, body } = await askJson(url, { method: "GET", token });
  if (status !== 200) throw new Error(`the checklist answered ${status}.`);
  return body.rows;
}
