import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  ScanCommand,
} from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { startDatabase } from "#infra/local/aws/dynamodb/database.ts";
import { type AuditRow, loggedHash } from "#shared/domain/audit/row.ts";
import { kindOf } from "#shared/store/entities.ts";
import { startCommand } from "#test/support/command.ts";
import { sampled, sized } from "#test/support/full-size.ts";
import { startPassingOn } from "#test/support/passed-on.ts";
import { startRestoringDynamodb } from "#test/support/restoring-dynamodb.ts";
import {
  type Commissioned,
  commission,
  expectStatus,
  requestReview,
} from "#test/support/review-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import { readDrill } from "../../bin/restore-drill/arguments.ts";
import { restoreOnAws } from "../../bin/restore-drill/aws-table.ts";
import { exitCodeOf } from "../../bin/restore-drill/findings.ts";
import manifest from "../../package.json" with { type: "json" };

const STAGE = "drill-test";
const PREFIX = `countersign/${STAGE}/`;

let system: TestSystem;
let folder: string;
let review: Commissioned;
/** A copy of the database before the later changes. */
let copy: string;
let later: Commissioned;

/** The command as defined in package.json. */
function drill(args: readonly string[], settings: Record<string, string> = {}) {
  const script = manifest.scripts["restore-drill"].split(" ").at(-1) ?? "";
  const surroundings = {
    LOCAL_STATE_DIR: join(folder, "state"),
    SECRET_PREFIX: PREFIX,
    TMPDIR: join(folder, "tmp"),
  };
  return startCommand(script, { ...surroundings, ...settings }, { args }).ended;
}

const sequence = () =>
  expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);

async function decide({ token }: Commissioned): Promise<void> {
  await expectStatus(system.api()("GET", `/counsel/review/${token}`), 200);
  const decision = { decision: "approved", comment: "Fine." };
  await expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, decision), 200);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "restore-drill-"));
  mkdirSync(join(folder, "tmp"));
  system = await startTestSystemWithLog({
    settings: { SECRET_PREFIX: PREFIX },
    stateDir: join(folder, "state"),
  });
  const provision = "/admin/setup/counsel-review-hmac-secret/provision-secret";
  await expectStatus(system.admin("POST", provision), 200);
  review = await commission(system);
  await decide(review);
  await sequence();
  // Evidence from before a change of the log's keys names only the first ones.
  await expectStatus(system.admin("POST", "/admin/setup/evidence-log-key/rotate-key"), 200);
  await sequence();
  // In its first hour, the log still takes in rows written before it began.
  await system.advance(4000);
  await requestReview(system, review);
  await sequence();
  copy = join(folder, "copy.sqlite");
  const { code, stdout, stderr } = await drill(["copy", copy]);
  expect([code, stdout, stderr]).toEqual([0, `Copied to ${copy}.\n`, ""]);
  await system.advance(600);
  later = await requestReview(system, review);
  await decide(later);
  await system.advance(40);
  await sequence();
});
afterAll(async () => {
  await system.close();
  rmSync(folder, { recursive: true, force: true });
});

// biome-ignore lint/suspicious/noExplicitAny: items of every shape
type Item = Record<string, any>;

interface Planting {
  items: Item[];
  put(item: Item): Promise<unknown>;
  remove(item: Item): Promise<unknown>;
}

/** A copy of the copy, altered by somebody with full access to the table. */
async function planted(name: string, plant: (table: Planting) => Promise<void>): Promise<string> {
  const file = join(folder, `${name}.sqlite`);
  copyFileSync(copy, file);
  const { endpoint, close } = await startDatabase(file, "countersign");
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint,
      region: "us-east-1",
      credentials: { accessKeyId: "anybody", secretAccessKey: "any" },
    }),
  );
  const TableName = "countersign";
  const { Items = [] } = await client.send(new ScanCommand({ TableName }));
  await plant({
    items: Items,
    put: (Item) => client.send(new PutCommand({ TableName, Item })),
    remove: ({ pk, sk }) => client.send(new DeleteCommand({ TableName, Key: { pk, sk } })),
  });
  client.destroy();
  await close();
  return file;
}

const found = (items: readonly Item[], what: (item: Item) => boolean): Item => {
  const item = items.find(what);
  if (item === undefined) throw new Error("There is no such item.");
  return item;
};
const rowOf = (action: string) => (item: Item) =>
  item.pk.startsWith("AUDIT#") &&
  item.row?.action === action &&
  item.row.resource_id === review.review.id;
const decisionRow = rowOf("rule_review.approved");

describe("npm run restore-drill, against a local run", () => {
  test("verifies every bundle, the log and its anchors in a current copy, and leaves nothing behind", async () => {
    const { code, stdout, stderr } = await drill(["local"]);
    expect([code, stderr]).toEqual([0, ""]);
    // The number of checkpoints depends on how often the sequencer has run.
    const [, signed] =
      /^Evidence log {4}\d{2} leaves, (\d) signed checkpoints, \d{2} rows$/m.exec(stdout) ?? [];
    expect(Number(signed)).toBeGreaterThanOrEqual(4);
    expect(stdout).toContain(`\nAnchors         ${signed} compared\n`);
    expect(stdout).toMatch(/^Bundles {9}3 of 3 verified offline, 0 wait for the log$/m);
    expect(stdout).toMatch(/^REVIEW +3 +3 +0 +0 +0$/m);
    expect(stdout).not.toContain("written since");
    expect(stdout).toMatch(/Nothing was found\.\n$/);
    expect(readdirSync(join(folder, "tmp"))).toEqual([]);
  });

  /** Each fault: what somebody did to the table, the exit code, and how the drill names it. */
  const faults: Record<string, [(table: Planting) => Promise<void>, number, RegExp]> = {
    "an altered audit row": [
      async ({ items, put }) => {
        const item = found(items, decisionRow);
        item.row.context.decision_comment = "Fine, and more.";
        await put(item);
      },
      13,
      /^ {2}row_changed: rule_review\.approved \S+ of \S+: it does not match its hash/m,
    ],
    "an audit row altered and hashed anew": [
      async ({ items, put }) => {
        const item = found(items, rowOf("rule_review.viewed_by_counsel"));
        item.row.context.note = "another";
        item.row.row_hash = loggedHash(item.row as AuditRow);
        await put(item);
      },
      13,
      /^ {2}row_unlogged: rule_review\.viewed_by_counsel \S+ of \S+ is not in the log\.$/m,
    ],
    "a deleted audit row": [
      async ({ items, remove }) => {
        await remove(found(items, decisionRow));
      },
      14,
      /^ {2}row_missing: Leaf \d+ of \S+ belongs to no row of the audit trail\.$/m,
    ],
    "a log cut off at an older checkpoint": [
      async ({ items, put, remove }) => {
        const isOldest = ({ pk, sk }: Item) => pk === "LOG#CHECKPOINTS" && /^0+$/.test(sk);
        const { checkpoint } = found(items, isOldest);
        const head = found(items, ({ pk }) => pk === "LOG#HEAD");
        const root = checkpoint.note.split("\n")[2];
        await put({ ...head, head: { ...head.head, size: 0, root } });
        await put({ pk: "LOG#CHECKPOINT", sk: "META", checkpoint });
        for (const item of items) {
          const isLater = item.pk === "LOG#CHECKPOINTS" && !isOldest(item);
          if (isLater || /^(LOGROW|LOG#TILE|LOG#ENTRIES)#/.test(item.pk)) await remove(item);
        }
      },
      10,
      /^ {2}The checkpoint of size \d+ is anchored but not in the table\.$/m,
    ],
    "a row that the log was made to forget": [
      async ({ items, remove }) => {
        const { row_hash } = found(items, decisionRow).row;
        await remove(found(items, ({ pk }) => pk === `LOGROW#${row_hash}`));
      },
      12,
      /^ {2}rule_review\.approved \S+ of \S+ is unknown to the log, not even waiting for it\.$/m,
    ],
    "entries of the log that are gone": [
      async ({ items, remove }) => {
        await remove(found(items, ({ pk }) => pk === "LOG#ENTRIES#0"));
      },
      10,
      /^ {2}\d+ leaves are signed, but there are entries for 0\.$/m,
    ],
    "a checkpoint that is anchored otherwise": [
      async ({ items, put }) => {
        const item = found(items, ({ pk, sk }) => pk === "LOG#CHECKPOINTS" && !/^0+$/.test(sk));
        item.checkpoint.note = item.checkpoint.note.replace(/\n\d+\n/, "\n1\n");
        await put(item);
      },
      11,
      /^ {2}A different checkpoint of size \d+ is anchored: there are two histories\.$/m,
    ],
    "a tile that is not that of the leaves": [
      async ({ items, put }) => {
        const item = found(items, ({ pk }) => pk === "LOG#TILE#0#0");
        await put({ ...item, bytes: Buffer.from(item.bytes).fill(7, 0, 32) });
      },
      12,
      /^ {2}LOG#TILE#0#0 \/ META does not match the entries\.$/m,
    ],
    "an altered record": [
      async ({ items, put }) => {
        const item = found(items, ({ pk }) => pk === `REVIEW#${review.review.id}`);
        await put({ ...item, review: { ...item.review, decision_comment: "Fine, and more." } });
      },
      15,
      /^ {2}Bundle of review \S+: audit_sequence: state_differs: The record and its rows differ in: decision_comment\.$/m,
    ],
    "a wording that was not reviewed": [
      async ({ items, put }) => {
        const item = found(
          items,
          ({ pk, sk }) => /^RULE#/.test(pk) && /CONTENT#/.test(`${pk}${sk}`),
        );
        const text = JSON.stringify(item).replaceAll("What the customer reads.", "Something else.");
        await put(JSON.parse(text));
      },
      15,
      /^ {2}Bundle of review \S+: content_current: .*$/m,
    ],
  };
  const all = Object.keys(faults);
  /** A test run tries one fault of the rows, one of the anchors and one of the rules, in one copy. */
  const tried = sized(
    all.map((name) => [name]),
    [sampled(all, 3).filter((_, i) => i !== 1)],
  );
  test.concurrent.for(tried.map((names) => [names] as const))(
    "finds and names %j",
    async ([names], { expect }) => {
      const meant = names.map((name) => faults[name] as (typeof faults)[string]);
      const file = await planted(names.join("-").replaceAll(/\W/g, "-"), async (table) => {
        for (const [plant] of meant) await plant(table);
      });
      const answer = await drill(["local", "--copy", file]);
      for (const [, , line] of meant) expect(answer.stdout).toMatch(line);
      const gravest = Math.min(...meant.map(([, code]) => code));
      expect([answer.code, answer.stderr]).toEqual([gravest, ""]);
    },
  );

  test("names what an older copy lacks (reviews, decisions, rows, leaves of the log), and uses it to find rows of the live table that were altered or removed since", async () => {
    const { tableClient, scanTable } = await import("#test/support/table.ts");
    const client = tableClient(system);
    const items = await scanTable(system);
    const item = found(items, decisionRow);
    const gone = found(items, rowOf("rule_review.viewed_by_counsel"));
    const TableName = "countersign";
    onTestFinished(async () => {
      for (const Item of [item, gone]) await client.send(new PutCommand({ TableName, Item }));
      client.destroy();
    });
    const context = { ...item.row.context, decision_comment: "Fine, and more." };
    const altered = { ...item, row: { ...item.row, context } };
    await client.send(new PutCommand({ TableName, Item: altered }));
    const { pk, sk } = gone;
    await client.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
    const { code, stdout } = await drill(["local", "--copy", copy]);
    expect(stdout).toMatch(/^REVIEW +2 +3 +1 +0 +0$/m);
    expect(stdout).toMatch(
      new RegExp(`^ {2}review ${later.review.id} of \\S+, now approved$`, "m"),
    );
    for (const action of ["requested", "viewed_by_counsel", "approved"]) {
      expect(stdout).toMatch(new RegExp(`^ {2}row rule_review\\.${action} \\S+ of \\S+$`, "m"));
    }
    expect(stdout).toMatch(
      /^The anchors are ahead by 3 leaves\. .* nothing would be signed until the missing items are back\.$/m,
    );
    // What the copy lacks is no finding.
    expect(stdout.match(/^FOUND \w+ \(\d+\)/gm)?.sort()).toEqual([
      "FOUND live_item_altered (1)",
      "FOUND live_row_altered (1)",
      "FOUND live_row_missing (1)",
    ]);
    expect(stdout).toContain(`${item.pk} / ${item.sk} is different in the live table.`);
    expect(stdout).toContain(`${pk} / ${sk} is missing from the live table.`);
    // The gravest of several kinds counts. A row that is only missing would give 17.
    expect(code).toBe(16);
    expect(exitCodeOf([{ kind: "live_row_missing", detail: "" }])).toBe(17);
  });
});

describe("npm run restore-drill, against a stage", () => {
  /** An AWS CLI that only records what it is called with. */
  const cliCalls = () => join(folder, "cli-calls");
  beforeAll(() => {
    mkdirSync(join(folder, "bin"));
    writeFileSync(join(folder, "bin", "aws"), `#!/bin/sh\necho "$@" >> ${cliCalls()}\n`);
    chmodSync(join(folder, "bin", "aws"), 0o755);
  });
  const onAws = (endpoint: string) => ({
    PATH: `${join(folder, "bin")}:${process.env.PATH}`,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: system.endpoints.secretsmanager ?? "",
    AWS_ENDPOINT_URL_S3: system.endpoints.s3 ?? "",
    AWS_ACCESS_KEY_ID: "anybody",
    AWS_SECRET_ACCESS_KEY: "any",
  });
  const args = [STAGE, "--region", "us-east-1", "--at", "2026-11-20T09:00:00Z"];
  const elsewhere = ["--table", "countersign", "--anchors", "countersign-anchors"];
  /** As after a restore in earnest: the stage's options name its table and its bucket. */
  const optionsFile = `cdk.context.${STAGE}.json`;
  const options = { restoredTable: "countersign", anchorsBucket: "countersign-anchors" };
  beforeAll(() => writeFileSync(optionsFile, JSON.stringify(options)));
  afterAll(() => rmSync(optionsFile));
  const now = async () => (await system.advance(1)).replace("Z", "+00:00");

  test("restores into a new table, verifies it, and deletes only that table", async () => {
    const aws = await startRestoringDynamodb(system.endpoints.dynamodb ?? "");
    onTestFinished(() => aws.close());
    const at = [STAGE, "--region", "us-east-1", "--at", await now()];
    const { code, stdout, stderr } = await drill(at, onAws(aws.url));
    expect([stderr, code]).toEqual(["", 0]);
    expect(aws.restored).toEqual(["countersign"]);
    expect(stdout).toMatch(/^Restoring countersign as of \S+ into countersign-drill-\d{14} …$/m);
    expect(stdout).toMatch(/^Bundles {9}3 of 3 verified offline/m);
    expect(stdout).toMatch(/^Removed countersign-drill-\d{14}\.$/m);
    expect(aws.calls).toEqual([
      "DescribeTable",
      "RestoreTableToPointInTime",
      "DescribeTable",
      "DescribeTable",
      "DescribeTable",
      "DeleteTable",
    ]);
    expect(await aws.tables()).toEqual(["countersign"]);
    // The result is kept outside the table, for the doctor.
    expect(readFileSync(cliCalls(), "utf8")).toMatch(
      /^ssm put-parameter --name \/countersign\/drill-test\/last-drill .*"exitCode":0\}/,
    );
  });

  test("exits with 3 when it cannot reach something, and names what it did not check", async () => {
    const aws = await startRestoringDynamodb(system.endpoints.dynamodb ?? "");
    onTestFinished(() => aws.close());
    const at = [STAGE, "--region", "us-east-1", "--at", await now()];
    const settings = { ...onAws(aws.url), AWS_ENDPOINT_URL_S3: "http://127.0.0.1:1" };
    const { code, stdout } = await drill([...at, ...elsewhere], settings);
    expect(stdout).toMatch(/^ {2}The anchors cannot be read: /m);
    expect(code).toBe(3);
    expect(await aws.tables()).toEqual(["countersign"]);
  });

  test("ends with AWS's own message when the restore fails", async () => {
    const refusal = { code: "PointInTimeRecoveryUnavailableException", message: "PITR is off." };
    const aws = await startRestoringDynamodb(system.endpoints.dynamodb ?? "", refusal);
    onTestFinished(() => aws.close());
    const { code, stderr } = await drill([...args, ...elsewhere], onAws(aws.url));
    expect([code, stderr]).toEqual([1, "PITR is off.\n"]);
    expect(aws.calls).toEqual(["DescribeTable", "RestoreTableToPointInTime"]);
  });
});

test("an interrupted drill names a table that AWS does not know yet, because it may come into being later", async () => {
  const aws = await startPassingOn("", ({ operation }) =>
    operation === "RestoreTableToPointInTime"
      ? { status: 200, body: {} }
      : { status: 400, body: { __type: "ResourceNotFoundException", message: "Not found." } },
  );
  onTestFinished(() => aws.close());
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", aws.url);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "anybody");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "any");
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const said: string[] = [];
  const restoring = restoreOnAws({
    ...{ region: "us-east-1", table: "countersign", at: "2026-11-20T09:00:00Z" },
    ...{ signal: AbortSignal.abort(), say: (line: string) => said.push(line) },
  });
  await expect(restoring).rejects.toThrow("aborted");
  expect(said.at(-1)).toMatch(/^countersign-drill-\d{14} may still come into being .*delete-table/);
});

test("invalid arguments are refused with the usage, before any call is made", async () => {
  const at = ["--at", "2026-11-20T09:00:00Z"];
  const region = ["--region", "us-east-1"];
  const wrong = [
    [],
    ["local", ...at],
    ["copy"],
    ["prod", ...region],
    ["prod", ...region, "--at", "yesterday"],
    ["Prod", ...region, ...at],
  ];
  for (const args of wrong) expect([args, readDrill(args)]).toEqual([args, null]);
  expect(readDrill(["prod", ...region, ...at])).not.toBeNull();
  const { code, stdout, stderr } = await drill(["prod", ...region]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^Usage: npm run -s restore-drill -- /);
});

test("without a local run in progress, the drill says so in one sentence", async () => {
  const { code, stderr } = await drill(["local"], { LOCAL_STATE_DIR: join(folder, "nothing") });
  expect([code, stderr]).toEqual([
    1,
    `No local run has its state in ${join(folder, "nothing")}; start one (npm start), or name its folder in LOCAL_STATE_DIR.\n`,
  ]);
});

test("nothing is missing from an older copy once the kinds of items that the runbook names are copied into it", async () => {
  const { scanTable } = await import("#test/support/table.ts");
  const runbook = readFileSync("docs/runbooks.md", "utf8");
  const [steps = ""] = /^1\. Disable the sequencer's rule\.\n(?:.+\n)+/m.exec(runbook) ?? [];
  const kinds = new Set([...steps.matchAll(/`([A-Z-]+)`/g)].map(([, kind]) => kind));
  const { counselId } = await commission(system);
  await expectStatus(system.admin("POST", `/admin/counsel/${counselId}/deactivate`), 200);
  await sequence();
  const live = await scanTable(system);
  const file = await planted("copied-back", async ({ put }) => {
    for (const item of live) if (kinds.has(kindOf(`${item.pk} / ${item.sk}`))) await put(item);
  });
  const { code, stdout } = await drill(["local", "--copy", file]);
  expect(stdout).toMatch(/^REVIEW +4 +4 +0 +0 +0$/m);
  expect(stdout).not.toContain("The anchors are ahead");
  expect([code, stdout.split("\n").at(-2)]).toEqual([0, "Nothing was found."]);
});

test("rows that the log has not had time to take are no finding, but rows that have waited for long are", async () => {
  const { review: waiting } = await requestReview(system, review);
  const { code, stdout } = await drill(["local"]);
  expect(stdout).toMatch(/^Bundles {9}4 of 5 verified offline, 1 wait for the log$/m);
  expect([code, stdout.split("\n").at(-2)]).toEqual([0, "Nothing was found."]);
  await system.advance(200);
  await requestReview(system, review);
  const late = await drill(["local"]);
  expect(late.stdout).toMatch(/^Bundles {9}4 of 6 verified offline, 1 wait for the log$/m);
  expect(late.stdout.match(/^ {2}Bundle of review \S+: log: .*$/gm)).toEqual([
    `  Bundle of review ${waiting.id}: log: Not yet in the log: 1 of 2 rows. The next checkpoint is due within two minutes.`,
  ]);
  expect(late.code).toBe(13);
});
