import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { LOCAL_SECRET_KEY } from "#infra/local/aws/iam/signed-caller.ts";
import { CANARY_FRAMEWORK, CANARY_USER } from "#shared/domain/service/canary.ts";
import { signRequest } from "#shared/platform/aws/signed-request.ts";
import { commission, expectStatus } from "#test/support/review-fixture.ts";
import { secretStoreOf } from "#test/support/secret-store.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import { scanTable, tableClient } from "#test/support/table.ts";
import { startTamperingProxy, type TamperingProxy } from "#test/support/tampering-proxy.ts";

let system: TestSystem;
let proxy: TamperingProxy;

beforeAll(async () => {
  proxy = await startTamperingProxy();
  system = await startTestSystemWithLog({ settings: { BASE_URL: proxy.url } });
  proxy.target = system.baseUrl;
  await system.admin("POST", "/admin/setup/counsel-review-hmac-secret/provision-secret");
  await commission(system);
});
afterEach(() => {
  proxy.tamper = null;
});
afterAll(async () => {
  await system.close();
  await proxy.close();
});

const schedule = async (name: string) =>
  (await expectStatus(system.api()("POST", `/_local/schedules/${name}/run`), 200)).body;
const canary = () => schedule("canary");
/** Moves on to the next canary, with the rows of the previous one already in the log. */
const hourLater = async () => {
  await schedule("sequence-log");
  await system.advance(3600);
};
// biome-ignore lint/suspicious/noExplicitAny: items of every shape
const items = async (path: string): Promise<any[]> =>
  (await expectStatus(system.admin("GET", path), 200)).body.items;
const ownReviews = (more = "") =>
  items(`/admin/rule-reviews?framework_id=${CANARY_FRAMEWORK}${more}`);

describe("a canary", () => {
  test("creates, decides and proves one review each time, and proves the previous one again", async () => {
    const first = await canary();
    const { body: health } = await system.api()("GET", "/health");
    expect(first).toEqual({
      outcome: "ok",
      steps: 12,
      review_id: expect.any(String),
      commit: health.commit,
    });
    expect(health).toEqual({
      status: "ok",
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      commit: expect.stringMatching(/^[0-9a-f]{40}(-changed)?$|^unknown$/),
    });
    await hourLater();
    const second = await canary();
    expect(second).toMatchObject({ outcome: "ok" });
    const reviews = await ownReviews();
    expect(reviews.map(({ id, status }) => [id, status])).toEqual([
      [second.review_id, "approved"],
      [first.review_id, "approved"],
    ]);
    expect(reviews[0].counsel_id).toBe(reviews[1].counsel_id);
  });

  test("is hidden from every list that does not name its framework: queue, counts, evidence, frameworks, counsel", async () => {
    const lists = [
      "/admin/rule-reviews?limit=200",
      "/admin/rule-reviews?expires_before=2099-01-01T00:00:00Z",
      "/admin/rule-reviews?search=canary",
      "/admin/evidence",
      "/admin/frameworks?limit=200",
      "/admin/counsel?limit=200",
    ];
    for (const list of lists) {
      const found = JSON.stringify(await items(list));
      expect(found, list).not.toContain(CANARY_FRAMEWORK);
    }
    const { counts } = (await system.admin("GET", "/admin/rule-reviews/counts")).body;
    expect(counts.find(({ status }: { status: string }) => status === "approved").count).toBe(0);
    expect(await items(`/admin/evidence?framework_id=${CANARY_FRAMEWORK}`)).toHaveLength(2);
    expect(await items(`/admin/counsel?framework_id=${CANARY_FRAMEWORK}`)).toHaveLength(1);
  });

  test("does not shorten pages: a list is as long with it as without", async () => {
    for (let i = 0; i < 3; i += 1) await commission(system);
    const page = await system.admin("GET", "/admin/rule-reviews?limit=2");
    expect(page.body.items).toHaveLength(2);
    const next = await system.admin(
      "GET",
      `/admin/rule-reviews?limit=2&cursor=${encodeURIComponent(page.body.next_cursor)}`,
    );
    expect(next.body.items).toHaveLength(2);
    expect(next.body.next_cursor).toBeNull();
  });

  test("writes rows that name the canary, into trail and log", async () => {
    const [review] = await ownReviews("&limit=1");
    const rows = await items(`/admin/rule-reviews/${review.id}/audit`);
    expect(rows.map(({ action }) => action)).toEqual([
      "rule_review.requested",
      "rule_review.viewed_by_counsel",
      "rule_review.approved",
    ]);
    for (const { actor_type, actor_user_id, context } of rows) {
      expect([actor_type, actor_user_id, context.canary]).toEqual(["system", null, true]);
    }
    expect(review.requested_by_user_id).toBe(CANARY_USER);
    const others = await items("/admin/audit?resource_type=rule_review_request&limit=200");
    const people = others.filter(({ context }) => context.framework_id !== CANARY_FRAMEWORK);
    expect(people.length).toBeGreaterThan(0);
    for (const { context } of people) expect(context).not.toHaveProperty("canary");
  });

  test("running twice at once passes both times", async () => {
    const both = await Promise.all([canary(), canary()]);
    expect(both.map(({ outcome }) => outcome)).toEqual(["ok", "ok"]);
    expect(new Set(both.map(({ review_id }) => review_id)).size).toBe(2);
  });

  test("detects a log that has stopped accepting rows", async () => {
    // The rows of the two canaries before are not in the log yet.
    await system.advance(600);
    expect(await canary()).toMatchObject({
      step: "look at the evidence of the previous review",
      fault: expect.stringMatching(/\blog \((?:pending|fail)\)/),
    });
    await hourLater();
  });

  test("that is cut off leaves a request that the daily job expires within two days", async () => {
    expect(await ownReviews("&status=pending")).toEqual([]);
    proxy.tamper = ({ method, path }, answer) =>
      method === "GET" && path.startsWith("/counsel/review/")
        ? { ...answer, status: 502, text: "" }
        : answer;
    expect(await canary()).toMatchObject({ outcome: "failed", step: "open counsel's page" });
    proxy.tamper = null;
    const [left] = await ownReviews("&status=pending");
    await system.advance(25 * 3600);
    expect(await schedule("expire-reviews")).toMatchObject({ expired: expect.any(Number) });
    const { body } = await system.admin("GET", `/admin/rule-reviews/${left.id}`);
    expect(body.status).toBe("expired");
    const rows = await items(`/admin/rule-reviews/${left.id}/audit`);
    expect(rows.at(-1)).toMatchObject({ action: "rule_review.expired", context: { canary: true } });
    await schedule("sequence-log");
  });
});

/** Writes an item as somebody could who has access to the table, but not to the service. */
async function put(Item: unknown): Promise<void> {
  const table = tableClient(system);
  await table.send(new PutCommand({ TableName: system.endpoints.table_name, Item: Item as never }));
  table.destroy();
}

describe("what a canary detects", () => {
  const json = (text: string, change: (body: Record<string, unknown>) => void): string => {
    const body = JSON.parse(text);
    change(body);
    return JSON.stringify(body);
  };

  test.each([
    [
      "a link that is missing",
      ({ path }, answer) =>
        path === "/canary/rule-reviews"
          ? { ...answer, text: json(answer.text, (body) => delete body.magic_link_url) }
          : answer,
      { step: "request the review", fault: "The response has no link to counsel's page." },
    ],
    [
      "a decide door that fails",
      ({ path }, answer) =>
        path.endsWith("/decide")
          ? { ...answer, status: 500, text: '{"code":"internal_error"}' }
          : answer,
      { step: "decide", fault: "Counsel's decision answered 500 internal_error." },
    ],
    [
      "another text under review",
      ({ method, path }, answer) =>
        method === "GET" && path.startsWith("/counsel/") && answer.contentType.includes("json")
          ? { ...answer, text: answer.text.replace("decided and proven", "forgotten") }
          : answer,
      { step: "read what is under review", fault: expect.stringContaining("different review") },
    ],
    [
      "words of counsel in a bundle that were changed on the way",
      ({ path }, answer) =>
        path.endsWith("/bundle")
          ? {
              ...answer,
              text: answer.text.replaceAll("no lawyer has looked", "a lawyer has looked"),
            }
          : answer,
      {
        step: "verify the bundle offline",
        fault: expect.stringMatching(/^The offline verifier exited with 1 for the bundle: .*words/),
      },
    ],
    [
      "a row of the bundle that was changed on the way",
      ({ path }, answer) =>
        path.endsWith("/bundle")
          ? { ...answer, text: answer.text.replace('"via":"api"', '"via":"page"') }
          : answer,
      {
        step: "verify the bundle offline",
        fault: expect.stringMatching(
          /^The offline verifier exited with 1 for the bundle: .*row_changed/,
        ),
      },
    ],
    [
      "a verifier that says yes to everything",
      ({ path }, answer) =>
        path === "/evidence/verify-bundle.mjs"
          ? { ...answer, text: answer.text.replace(/process\.exitCode = await main\(.*\);/, "") }
          : answer,
      {
        step: "compare the served verifier",
        fault: "The served verifier is not the one of this version.",
      },
    ],
  ] satisfies [string, NonNullable<TamperingProxy["tamper"]>, object][])(
    "%s",
    async (_, tamper, expected) => {
      proxy.tamper = tamper;
      expect(await canary()).toEqual({ outcome: "failed", ...expected });
      proxy.tamper = null;
      const line = system.lines.findLast(({ operation }) => operation === "runCanary");
      expect(line).toMatchObject({ level: "error", event: "job", outcome: "failed", ...expected });
      await hourLater();
    },
  );

  test("a rewritten row of the trail; once the row is restored, the next canary passes and the log goes on", async () => {
    const [{ id: review_id }] = await ownReviews("&limit=1");
    const decided = (await scanTable(system)).find(
      ({ pk, row }) =>
        String(pk).endsWith(`#${review_id}`) && row?.action === "rule_review.approved",
    );
    const changed = structuredClone(decided);
    if (changed?.row === undefined) throw new Error("The row of the decision was not found.");
    changed.row.context.decision_comment = "Approved by a lawyer.";
    await put(changed);
    expect(await canary()).toMatchObject({
      outcome: "failed",
      step: "look at the evidence of the previous review",
      fault: expect.stringContaining("audit_chain (fail)"),
    });
    await put(decided);
    await hourLater();
    expect(await canary()).toMatchObject({ outcome: "ok" });
    await hourLater();
  });

  test("a signing key that was replaced without keeping the previous one", async () => {
    const store = secretStoreOf(system);
    const keyring = JSON.parse(await store.value("counsel-review-hmac-secret"));
    const attached = await store.version("counsel-review-hmac-secret");
    const secret = "ab".repeat(32);
    const swapped = { ...keyring, current: { ...keyring.current, secret }, retired: [] };
    const version = await store.put("counsel-review-hmac-secret", JSON.stringify(swapped));
    const deployment = (await scanTable(system)).find(({ pk }) => pk === "DEPLOYMENT");
    await put(JSON.parse(JSON.stringify(deployment).replaceAll(attached, version)));
    await system.advance(60);
    expect(await canary()).toMatchObject({
      outcome: "failed",
      step: "look at the evidence of the previous review",
      fault: expect.stringContaining("signature (unverifiable)"),
    });
  });
});

describe("the canary's paths", () => {
  const signed = async (
    accessKeyId: string,
    method: "GET" | "POST" | "PUT",
    path: string,
    body?: unknown,
    secretAccessKey = LOCAL_SECRET_KEY,
  ) => {
    const { url, ...request } = await signRequest(
      {
        service: "execute-api",
        region: "us-east-1",
        method,
        url: `${proxy.url}${path}`,
        headers: { accept: "application/json", "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
      new Date().toISOString(),
      { accessKeyId, secretAccessKey },
    );
    const response = await fetch(url, request as RequestInit);
    return { status: response.status, body: (await response.json()) as { code?: string } };
  };

  test("accept only the canary's role", async () => {
    const path = `/canary/counsel?framework_id=${CANARY_FRAMEWORK}`;
    expect((await signed("runCanary", "GET", path)).status).toBe(200);
    expect((await signed("runCanary", "GET", path, undefined, "guessed")).status).toBe(403);
    expect((await signed("createReview", "GET", path)).status).toBe(403);
    expect((await signed("somebody", "GET", path)).status).toBe(403);
    const admin = await system.token({ is_platform_admin: true });
    const asAdmin = await fetch(`${system.baseUrl}${path}`, {
      headers: { authorization: `Bearer ${admin}` },
    });
    expect(asAdmin.status).toBe(403);
  });

  test("give access only to the canary's own framework and reviews", async () => {
    const { review, frameworkId, counselId, ruleIds } = await commission(system);
    const bundle = await signed("runCanary", "GET", `/canary/rule-reviews/${review.id}/bundle`);
    const evidence = await signed("runCanary", "GET", `/canary/rule-reviews/${review.id}/evidence`);
    expect([bundle.status, evidence.status]).toEqual([404, 404]);
    const framework = { display_name: "Taken over" };
    const other = `/canary/frameworks/${frameworkId}`;
    expect((await signed("runCanary", "PUT", other, framework)).status).toBe(403);
    const request = {
      framework_id: frameworkId,
      rule_use_case_ids: ruleIds,
      counsel_id: counselId,
    };
    const requested = await signed("runCanary", "POST", "/canary/rule-reviews", request);
    expect([requested.status, requested.body.code]).toEqual([403, "forbidden"]);
  });

  test("nobody else can change the canary's framework, commission its reviews or take its name", async () => {
    const path = `/admin/frameworks/${CANARY_FRAMEWORK}`;
    const put = await system.admin("PUT", path, { display_name: "Mine" });
    expect([put.status, put.body.code]).toEqual([403, "forbidden"]);
    const [counsel] = await items(`/admin/counsel?framework_id=${CANARY_FRAMEWORK}`);
    const requested = await system.admin("POST", "/admin/rule-reviews", {
      framework_id: CANARY_FRAMEWORK,
      rule_use_case_ids: ["canary.self_check"],
      counsel_id: counsel.id,
    });
    expect(requested.status).toBe(403);
    const named = system.api(await system.token({ sub: CANARY_USER, is_platform_admin: true }));
    expect((await named("GET", "/admin/frameworks")).status).toBe(403);
  });

  test("nobody else can stop it by changing its counsel or its reviews", async () => {
    const [counsel] = await items(`/admin/counsel?framework_id=${CANARY_FRAMEWORK}`);
    const [review] = await ownReviews();
    const own = `/admin/counsel/${counsel.id}`;
    const calls = [
      ["PATCH", own, { signing_policy: "key_required" }],
      ["PATCH", own, { email: "mine@law.example" }],
      ["POST", `${own}/deactivate`],
      ["POST", `${own}/reactivate`],
      ["POST", `${own}/key-invitation`],
      ["POST", `/admin/rule-reviews/${review.id}/cancel`],
    ] as const;
    for (const [method, path, body] of calls) {
      const { status, body: answer } = await system.admin(method, path, body);
      expect([path, status, answer.code]).toEqual([path, 403, "forbidden"]);
    }
    expect(await items(`/admin/counsel?framework_id=${CANARY_FRAMEWORK}`)).toEqual([counsel]);
  });

  test("a counsel that already requires a key is replaced by a new one", async () => {
    const [counsel] = await items(`/admin/counsel?framework_id=${CANARY_FRAMEWORK}`);
    const stored = (await scanTable(system)).find(
      ({ pk, sk }) => pk === `COUNSEL#${counsel.id}` && sk === "META",
    );
    await put({ ...stored, counsel: { ...stored?.counsel, signing_policy: "key_required" } });
    // This test does not look at the steps after the decision.
    proxy.tamper = ({ path }, answer) =>
      path.endsWith("/bundle") ? { ...answer, status: 502, text: "" } : answer;
    await canary();
    const all = await items(`/admin/counsel?framework_id=${CANARY_FRAMEWORK}`);
    expect(all.map(({ signing_policy }) => signing_policy)).toEqual(["key_required", "link"]);
    const [newest] = await ownReviews();
    expect(newest).toMatchObject({ status: "approved", counsel_id: all[1].id });
  });
});
