import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { functionNameOf, stackName, tableNameOf } from "#infra/aws/naming.ts";
import { parseNote } from "#shared/domain/log/signed-note.ts";
import { type Aws, read } from "../aws/cli.ts";
import { lastAssembly } from "../deploy/assembly.ts";
import { outputsOf } from "../deploy/deployed-stage.ts";
import { drillParameter, type LastDrill, localDrillFile } from "../restore-drill/last-drill.ts";
import type { Subject } from "./account.ts";
import type { ChecklistRow, LogFacts, ServiceReader } from "./service.ts";

/** The endpoints of a running local run (endpoints.json). */
interface LocalEndpoints {
  base_url: string;
  dynamodb: string;
  table_name: string;
  region: string;
}

/** A deployed stage, read with the operator's own credentials. */
export function stageReader({ aws, stage, options, place, now }: Subject): ServiceReader {
  const table = String(options.restoredTable ?? tableNameOf(stage));
  const edge = () => outputsOf(aws, stackName(stage, "Edge")) ?? {};
  return {
    now,
    baseUrl: () => edge().BaseUrl ?? "",
    checklist: async () => invokeChecklist(aws, stage),
    log: () => {
      Object.assign(process.env, place.env, { TABLE_NAME: table });
      return readLogFacts(String(options.LOG_WITNESSES ?? ""));
    },
    expectedCommit: () => lastAssembly(aws, table)?.commit ?? null,
    lastDrill: async () => {
      const answer = aws(["ssm", "get-parameter", "--name", drillParameter(stage)]);
      if (answer.outcome === "refused" && /ParameterNotFound/.test(answer.reason)) return null;
      return JSON.parse(read<{ Parameter: { Value: string } }>(answer).Parameter.Value);
    },
  };
}

/** A local run. @param folder where it keeps its state */
export function localReader(
  { folder, endpoints }: { folder: string; endpoints: LocalEndpoints },
  now: string,
): ServiceReader {
  return {
    now,
    baseUrl: () => endpoints.base_url,
    checklist: () => localChecklist(endpoints.base_url),
    log: () => {
      Object.assign(process.env, {
        AWS_REGION: endpoints.region,
        AWS_ACCESS_KEY_ID: "operator",
        AWS_SECRET_ACCESS_KEY: "local",
        AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
        TABLE_NAME: endpoints.table_name,
      });
      return readLogFacts(process.env.LOG_WITNESSES ?? "");
    },
    expectedCommit: () => null,
    lastDrill: async () => {
      const file = localDrillFile(folder);
      return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as LastDrill) : null;
    },
  };
}

/** The modules create their AWS clients on import, with the environment that was set before. */
async function readLogFacts(witnesses: string): Promise<LogFacts> {
  const { readLog } = await import("#shared/store/log.ts");
  const { waitingRows } = await import("#shared/store/log-outbox.ts");
  const { getFork } = await import("#shared/store/log-checkpoints.ts");
  const { head, checkpoint } = await readLog();
  const [oldest] = (await waitingRows(1)).keys;
  const note = checkpoint === null ? null : parseNote(checkpoint.note);
  const origin = head?.origin ?? "";
  return {
    oldestWaiting: oldest?.sk.split("#")[0] ?? null,
    size: head?.size ?? 0,
    checkpoint:
      checkpoint === null
        ? null
        : {
            size: checkpoint.size,
            signedAt: checkpoint.signed_at,
            cosignatures: note?.signatures.filter(({ name }) => name !== origin).length ?? 0,
          },
    forkedSince: (await getFork())?.since ?? null,
    witnesses: witnesses.split(",").filter((one) => one.trim() !== "").length,
  };
}

const OPERATOR = "00000000-0000-4000-8000-0000000d0c70";

/** What API Gateway would hand over for a platform admin; whoever may invoke functions may do this. */
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
  read(
    aws([
      "lambda",
      "invoke",
      "--function-name",
      functionNameOf(stage, "getSetupChecklist"),
      "--cli-binary-format",
      "raw-in-base64-out",
      "--payload",
      JSON.stringify(checklistEvent),
      file,
    ]),
  );
  const { statusCode, body } = JSON.parse(readFileSync(file, "utf8"));
  if (statusCode !== 200) throw new Error(`the checklist answered ${statusCode ?? "nothing"}.`);
  return JSON.parse(body).rows;
}

async function localChecklist(baseUrl: string): Promise<ChecklistRow[]> {
  const json = { "content-type": "application/json" };
  const body = JSON.stringify({ is_platform_admin: true });
  const token = await fetch(`${baseUrl}/_local/token`, { method: "POST", headers: json, body });
  const { access_token } = (await token.json()) as { access_token: string };
  const response = await fetch(`${baseUrl}/admin/setup/checklist`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  if (response.status !== 200) throw new Error(`the checklist answered ${response.status}.`);
  return ((await response.json()) as { rows: ChecklistRow[] }).rows;
}
