import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { signDelivery } from "#shared/domain/eventbus/delivery-signature.ts";
import {
  type ConflictingDynamodb,
  startConflictingDynamodb,
} from "#test/support/conflicting-dynamodb.ts";
import { newCustomer, provisionedSecret } from "#test/support/eventbus-fixture.ts";
import { sized } from "#test/support/full-size.ts";
import { callFunction } from "#test/support/function-event.ts";
import { keepLogLines, useEnvironmentOf } from "#test/support/in-process.ts";
import { commission, ruleText } from "#test/support/review-fixture.ts";
import { call as callEvent } from "#test/support/sample-events.ts";
import { suiteSystem } from "#test/support/suite-system.ts";
import { newTenant } from "#test/support/tenant-fixture.ts";

/*
 * Many honest callers at once, with one concurrent invocation in this process for each (the local
 * run starts eight instances), on a database that refuses overlapping transactions as AWS does.
 */

/** More callers than any index or counter has shards, so that two of them meet in one shard. */
const CALLERS = sized(20, 9);

const system = suiteSystem();
let database: ConflictingDynamodb;
let secret: string;
beforeAll(async () => {
  secret = await provisionedSecret(system);
  await system.advance(31);
  database = await startConflictingDynamodb(system.endpoints.dynamodb ?? "");
  useEnvironmentOf(system, { AWS_ENDPOINT_URL_DYNAMODB: database.url });
  keepLogLines();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.close();
});

interface Call {
  function: () => Promise<{ handler: unknown }>;
  method?: string;
  path?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
  claims?: Record<string, string>;
}

/** Calls a function in this process; returns the HTTP status and the answer's code or status. */
async function answerOf({ function: load, method = "POST", path, body, ...more }: Call) {
  const { handler } = await load();
  const claims = { sub: randomUUID(), email: "a@b.example", ...more.claims };
  const answer = await callFunction(handler, { ...more, method, params: path ?? {}, body, claims });
  const { code, status } = answer.body;
  return `${answer.status} ${code ?? status ?? ""}`.trim();
}

const ofPlatform = { is_platform_admin: "true" };
const ofOrg = (tenantId: string) => ({ tenant_id: tenantId, org_role: "admin" });

/** The answers to concurrent callers, each with its count. */
async function crowd(make: (turn: number) => Call) {
  const before = database.conflicts();
  const answers = await database.gather(
    Array.from({ length: CALLERS }, (_, turn) => () => answerOf(make(turn))),
  );
  // Otherwise the callers never conflicted, and the answers prove nothing.
  expect(database.conflicts()).toBeGreaterThan(before);
  const counted = new Map<string, number>();
  for (const answer of answers) counted.set(answer, (counted.get(answer) ?? 0) + 1);
  return Object.fromEntries(counted);
}

test("a customer's events are all accepted", async () => {
  const { id } = await newCustomer(system);
  const now = Date.parse(await system.advance(0));
  vi.useFakeTimers({ toFake: ["Date"], now });
  const one = () => {
    const event = { ...callEvent("sagemaker", "CreateModel", { modelName: "m" }, {}) };
    const body = JSON.stringify({ tenant_id: id, event });
    return {
      function: () => import("#functions/eventbus/receive-eventbus-webhook.ts"),
      path: { tenant_id: id },
      headers: { ...signDelivery([secret], event.id, now, Buffer.from(body)) },
      body,
    };
  };
  expect(await crowd(one)).toEqual({ "202 accepted": CALLERS });
  const again = one();
  expect(await crowd(() => again)).toEqual({ "202 accepted": 1, "200 duplicate": CALLERS - 1 });
  vi.useRealTimers();
});

test("requests for one rule, counsel of one framework and imports of its rules are all written", async () => {
  const { frameworkId, counselId, ruleIds } = await commission(system);
  const framework = { path: { framework_id: frameworkId }, claims: ofPlatform };
  const requests = await crowd(() => ({
    function: () => import("#functions/reviews/create-review.ts"),
    body: { framework_id: frameworkId, rule_use_case_ids: ruleIds, counsel_id: counselId },
    claims: ofPlatform,
  }));
  expect(requests).toEqual({ "201 pending": CALLERS });
  const counsel = await crowd((turn) => ({
    function: () => import("#functions/counsel/create-counsel.ts"),
    body: { framework_id: frameworkId, display_name: "C", email: `c${turn}@firm.example` },
    claims: ofPlatform,
  }));
  expect(counsel).toEqual({ 201: CALLERS });
  const imports = await crowd((turn) => ({
    function: () => import("#functions/frameworks/put-rules.ts"),
    method: "PUT",
    body: { rules: [ruleText(`rule_${turn}`)] },
    ...framework,
  }));
  expect(imports).toEqual({ 200: CALLERS });
});

test("all edits of one thing are made; whoever wants what another caller got is told so", async () => {
  const tenant = await newTenant(system);
  const claims = ofOrg(tenant.id);
  const connecting = await crowd(() => ({
    function: () => import("#functions/connections/create-connection.ts"),
    body: { provider: "sourcehost", display_name: "S", installation_id: "77001" },
    claims,
  }));
  expect(connecting).toEqual({
    "201 active": 1,
    "409 installation_already_connected": CALLERS - 1,
  });
  const [connection] = (await tenant.org("GET", "/connections")).body.items;
  const path = { id: connection.id };
  const renaming = await crowd((turn) => ({
    function: () => import("#functions/connections/update-connection.ts"),
    method: "PATCH",
    path,
    body: { display_name: `S ${turn}` },
    claims,
  }));
  expect(renaming).toEqual({ "200 active": CALLERS });
  const runs = await crowd(() => ({
    function: () => import("#functions/discovery/start-discovery-run.ts"),
    path,
    claims,
  }));
  expect(runs).toEqual({ "202 queued": 1, "200 queued": CALLERS - 1 });
});

test("rotations of a secret are all made", async () => {
  const rotations = await crowd(() => ({
    function: () => import("#functions/setup/rotate-cloudb-eventbus-webhook-secret.ts"),
    claims: ofPlatform,
  }));
  expect(rotations).toEqual({ "200 rotated": CALLERS });
});
