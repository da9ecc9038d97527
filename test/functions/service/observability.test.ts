import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { metricFilters } from "#infra/metric-filters.ts";
import { smallEstate } from "#test/support/cloudc-estate.ts";
import { connectWif, endOf, provisionIssuer, runToEnd } from "#test/support/cloudc-fixture.ts";
import { type CloudcServer, startCloudc } from "#test/support/cloudc-server.ts";
import emfSchema from "#test/support/emf-schema.json" with { type: "json" };
import { eventually } from "#test/support/eventually.ts";
import { type HookReceiver, startHookReceiver } from "#test/support/hook-receiver.ts";
import { counts, platformReport } from "#test/support/metric-filter.ts";
import { commission, expectStatus } from "#test/support/review-fixture.ts";
import { deliver, provisionedSecret, push } from "#test/support/sourcehost.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import { itemsUnder, outboxItem, putItem, rewriteItem } from "#test/support/table-attack.ts";
import { connectSourcehost, newTenant, type TestTenant } from "#test/support/tenant-fixture.ts";
import { startUpstream, type Upstream } from "#test/support/upstream.ts";

/* One system does a little of everything. The tests look at the log lines that it writes. */

type Line = Record<string, unknown>;

let system: TestSystem;
let cloud: CloudcServer;
let upstream: Upstream;
let gone: HookReceiver;
let acme: TestTenant;
let secret: string;

const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/;
const traceOf = ({ traceparent }: Line): string => String(traceparent).slice(3, 35);
const linesOf = (event: string): Line[] => system.lines.filter((line) => line.event === event);
const sequence = () =>
  expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);

beforeAll(async () => {
  cloud = await startCloudc(smallEstate(["my-project"], ["us-central1"]));
  upstream = await startUpstream();
  gone = await startHookReceiver();
  gone.answers.set("/", (response) => response.writeHead(410).end());
  system = await startTestSystemWithLog({
    settings: {
      ...cloud.settings,
      EXTRACTOR_ALLOWED_HOSTS: upstream.host,
      LOG_WITNESSES: "not a witness",
      TSA_URL: "http://127.0.0.1:1",
      WEBHOOK_ALLOWED_HOSTS: gone.host,
    },
  });
  await provisionIssuer(system);
  secret = await provisionedSecret(system);
  acme = await newTenant(system);
  await acme.org("PATCH", "/tenant/settings/extractor", {
    chain: [
      { provider: "hosted_llm", endpoint: `${upstream.url}/unauthorized`, auth: "wrong" },
      { provider: "byo", endpoint: `${upstream.url}/good`, auth: "right" },
    ],
  });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await system.close();
  await Promise.all([cloud.close(), upstream.close(), gone.close()]);
});

describe("one trace", () => {
  const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

  test("leads from a delivery through its run to the model that classifies the artifacts", async () => {
    const { installation_id } = await connectSourcehost(acme);
    const { body } = await deliver(system, acme.id, {
      secret,
      payload: push(installation_id),
      headers: { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` },
    });
    await endOf(acme, body.job_id);
    await eventually(() => {
      const met = system.lines.filter((line) => traceOf(line) === TRACE);
      expect(met.map(({ event, operation }) => operation ?? event)).toEqual(
        expect.arrayContaining([
          "receiveSourcehostWebhook",
          "run_discovery_partial",
          "discoveryWorker",
          "classification",
          "extractor_calls",
        ]),
      );
      const spans = new Set(met.map(({ traceparent }) => traceparent));
      expect(spans.size).toBe(3);
    });
    expect(upstream.seen.length).toBeGreaterThan(0);
    for (const { headers } of upstream.seen) expect(headers.traceparent).toContain(TRACE);
  });

  test("reaches the cloud that a run calls, with the sampling flag of its origin", async () => {
    const id = await connectWif(acme, cloud);
    cloud.exchanges.length = 0;
    const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-00`;
    const run = await acme.member("POST", `/connections/${id}/discovery-runs`, undefined, {
      traceparent,
    });
    await endOf(acme, run.body.id);
    const sent = cloud.exchanges.map((seen) => seen.headers.traceparent);
    expect(sent.length).toBeGreaterThan(0);
    for (const header of sent) {
      expect(header).toMatch(new RegExp(`^00-${"a".repeat(32)}-[0-9a-f]{16}-00$`));
    }
  });

  test.each([
    ["another form", "not-a-traceparent"],
    ["a version that is none", `ff-${"1".repeat(32)}-${"2".repeat(16)}-01`],
    ["no trace", `00-${"0".repeat(32)}-${"2".repeat(16)}-01`],
    ["no parent", `00-${"1".repeat(32)}-${"0".repeat(16)}-01`],
    ["capitals", `00-${"A".repeat(32)}-${"2".repeat(16)}-01`],
    ["more than version 00 has", `00-${"1".repeat(32)}-${"2".repeat(16)}-01-more`],
    ["two at once", `00-${"1".repeat(32)}-${"2".repeat(16)}-01,00-${"3".repeat(32)}-4-01`],
  ])("a malformed header starts a new one and is echoed nowhere: %s", async (_, sent) => {
    const from = system.rawLines.length;
    const answer = await system.api()("GET", "/health", undefined, { traceparent: sent });
    expect(answer.status).toBe(200);
    await eventually(() => {
      const lines = system.rawLines.slice(from).filter((line) => line.includes("getHealth"));
      expect(lines).toHaveLength(1);
      expect(traceOf(JSON.parse(lines[0] ?? ""))).not.toMatch(/^1+$|^A+$/i);
    });
    expect(system.rawLines.join("\n")).not.toContain(sent);
  });
});

/** Causes what each filter matches: a refused signature, a revoked connection, a log in trouble. */
async function trouble(): Promise<void> {
  await deliver(system, acme.id, { secret: "wrong", payload: {} });
  const id = await connectWif(acme, cloud);
  cloud.fault = ({ path }) =>
    path === "/v1/token" ? { status: 400, body: { error: "invalid_grant" } } : null;
  await runToEnd(acme, id);
  cloud.fault = null;
  const hook = { url: gone.url, events: ["rule_review.requested"] };
  await expectStatus(system.admin("POST", "/admin/webhook-endpoints", hook), 201);
  const { link, token, review } = await commission(system);
  await expectStatus(system.api()("POST", "/_local/schedules/courier/run"), 200);
  await expectStatus(system.api()("GET", new URL(link).pathname), 200);
  const decide = { decision: "approved" };
  await expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, decide), 200);
  await attackRecord(review.id);
  await missRows();
  await system.advance(2 * 3600);
  await attackLink();
  await attackLog();
}

/** The hourly check of the audit feed finds rows that it did not count an hour ago. */
async function missRows(): Promise<void> {
  const check = () =>
    expectStatus(system.api()("POST", "/_local/schedules/check-audit-feed/run"), 200);
  await system.advance(600);
  await check();
  await rewriteItem(system, { pk: "AUDITFEED", sk: "META" }, ({ check: last }) => {
    last.minutes = {};
  });
  await check();
}

/** Changes counsel's words in the table, and then asks for a certificate of the review. */
async function attackRecord(id: string): Promise<void> {
  await rewriteItem(system, { pk: `REVIEW#${id}`, sk: "META" }, ({ review }) => {
    review.decision_comment = "With all my heart.";
  });
  await expectStatus(system.admin("GET", `/admin/rule-reviews/${id}/certificate.pdf`), 503);
}

/** Uses a link that no function issued. */
async function attackLink(): Promise<void> {
  const pk = `LINK#${createHash("sha256").update("planted").digest("hex")}`;
  await putItem(system, { pk, sk: "STATE", review: { id: "none" } });
  await expectStatus(system.api()("GET", "/counsel/review/planted"), 403);
}

/** Raises every alarm of the evidence log by writing to the table. */
async function attackLog(): Promise<void> {
  const meta = (pk: string) => ({ pk, sk: "META" });
  await sequence();
  await putItem(system, outboxItem({ pk: "AUDIT#framework#none", sk: "2026-01-01#x" }));
  for (const { pk, sk } of await itemsUnder(system, "LOG#CHECKPOINTS")) {
    await rewriteItem(system, { pk, sk }, ({ checkpoint }) => {
      checkpoint.note = checkpoint.note.replace("\n\n", "\nanother\n\n");
    });
  }
  const { keys } = await rewriteItem(system, meta("LOG#KEYS"), (item) => {
    item.keys.next = {
      role: "log",
      arns: ["arn:aws:kms:us-east-1:1:key/a", "arn:aws:kms:us-east-1:1:key/b"],
    };
  });
  await sequence();
  await rewriteItem(system, meta("LOG#KEYS"), (item) => Object.assign(item, { keys }));
  await rewriteItem(system, meta("LOG#HEAD"), ({ head }) => {
    head.size = 0;
  });
  await sequence();
}

describe("the log of a run with a little of everything", () => {
  beforeAll(trouble);

  test("has a traceparent in every line", () => {
    const own = system.lines.filter(({ event }) => event !== "local_run");
    expect(own.length).toBeGreaterThan(50);
    for (const line of own) expect(line, JSON.stringify(line)).toHaveProperty("traceparent");
    for (const { traceparent } of own) expect(traceparent).toMatch(TRACEPARENT);
  });

  const inFunctions = metricFilters.filter(({ operations }) => operations !== undefined);

  test.each(inFunctions)("has a line that the filter $metricName counts", (filter) => {
    const counted = linesAndLambdas().filter((line) => counts(filter, line));
    expect(counted).not.toEqual([]);
    if (filter.valueField !== undefined) {
      expect((counted[0] as Line)[filter.valueField]).toBeTypeOf("number");
    }
  });

  test("emits metrics in embedded metric format: every named metric has a value", () => {
    const schema = z.fromJSONSchema(emfSchema as Parameters<typeof z.fromJSONSchema>[0]);
    const measured = system.lines.filter((line) => line._aws !== undefined);
    expect(new Set(measured.map(({ event }) => event))).toEqual(
      new Set(["request", "job", "discovery_run", "extractor_calls"]),
    );
    for (const line of measured) {
      expect(schema.safeParse(line).error).toBeUndefined();
      const { CloudWatchMetrics } = line._aws as { CloudWatchMetrics: Line[] };
      const [{ Dimensions, Metrics, Namespace }] = CloudWatchMetrics as [Directive];
      expect(Namespace).toBe("Countersign/test");
      for (const name of Dimensions.flat()) expect(line[name]).toBeTypeOf("string");
      for (const { Name } of Metrics) {
        for (const value of [line[Name]].flat()) expect(value).toBeTypeOf("number");
      }
    }
  });

  test("splits metrics by operation, outcome and provider alone", () => {
    const names = system.lines.flatMap(({ _aws }) =>
      ((_aws as { CloudWatchMetrics: Directive[] } | undefined)?.CloudWatchMetrics ?? []).flatMap(
        ({ Dimensions }) => Dimensions.flat(),
      ),
    );
    expect(new Set(names)).toEqual(new Set(["operation", "outcome", "provider"]));
  });

  test("names the request, run and call of every line, and what a call cost", () => {
    expect(linesOf("request")).toContainEqual(
      expect.objectContaining({ operation: "receiveSourcehostWebhook", tenant_id: acme.id }),
    );
    expect(linesOf("discovery_run")).toContainEqual(
      expect.objectContaining({
        operation: "run_discovery",
        provider: "cloudc",
        outcome: "failed",
        code: "invalid_grant",
        tenant_id: acme.id,
        queue_age_ms: expect.any(Number),
      }),
    );
    const calls = linesOf("extractor_calls");
    expect(calls).toContainEqual(
      expect.objectContaining({ provider: "hosted_llm", outcome: "failed", tenant_id: acme.id }),
    );
    expect(calls).toContainEqual(
      expect.objectContaining({ provider: "byo", outcome: "ok", cost_usd: expect.any(Number) }),
    );
  });
});

/** The functions' log lines, and the line that Lambda itself would add for a failed function. */
const linesAndLambdas = (): Line[] => [...system.lines, platformReport("error")];

interface Directive extends Line {
  Namespace: string;
  Dimensions: string[][];
  Metrics: { Name: string }[];
}

/** The questions of the page about alarms, each with its query. */
const queries = [
  ...readFileSync("docs/alarms.md", "utf8").matchAll(/^\*\*(.+\?)\*\*\n\n```\n((?:.+\n)+)```$/gm),
].map(([, question = "", query = ""]) => ({ question, query }));

describe("the queries of the page about alarms", () => {
  const keywords =
    /^(fields|filter|stats|sort|as|by|in|like|or|and|asc|desc|count|sum|avg|max|min)$/;

  test("answer the commonest questions", () => expect(queries).toHaveLength(6));

  test.each(queries)("name fields that the log has: $question", ({ query }) => {
    const text = query.replaceAll(/"[^"]*"/g, "");
    const aliases = [...text.matchAll(/\bas (\w+)/g)].map(([, alias]) => alias);
    const names = [...text.matchAll(/(?<![@\w])[a-z_]+/g)]
      .map(([name]) => name)
      .filter((name) => !keywords.test(name) && !aliases.includes(name));
    const event = /event = "(\w+)"/.exec(query)?.[1];
    const lines = event === undefined ? linesAndLambdas() : linesOf(event);
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) {
      expect(
        lines.some((line) => Object.hasOwn(line, name)),
        name,
      ).toBe(true);
    }
  });
});
