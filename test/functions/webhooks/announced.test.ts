import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runToEnd } from "#test/support/cloudc-fixture.ts";
import { asCustomer, provisionedSecret, send } from "#test/support/eventbus-fixture.ts";
import { type HookReceiver, startHookReceiver } from "#test/support/hook-receiver.ts";
import { discoverPush, inventoryTenant } from "#test/support/inventory-fixture.ts";
import { commissionPanel, vote } from "#test/support/panel-fixture.ts";
import { decisionThatSays } from "#test/support/panel-model.ts";
import { type RepositoryServer, startRepositories } from "#test/support/repository-server.ts";
import { commission, expectStatus, requestReview, ruleText } from "#test/support/review-fixture.ts";
import { rsaPem } from "#test/support/rsa-key.ts";
import { createEndpoint, deleteEndpoint, type Sample } from "#test/support/sample-events.ts";
import { startTestSystem, type TestSystem } from "#test/support/system.ts";
import { scanTable } from "#test/support/table.ts";
import { connectSourcehost, newTenant } from "#test/support/tenant-fixture.ts";

let system: TestSystem;
let receiver: HookReceiver;
let host: RepositoryServer;
beforeAll(async () => {
  [receiver, host] = await Promise.all([startHookReceiver(), startRepositories()]);
  system = await startTestSystem({
    settings: {
      WEBHOOK_ALLOWED_HOSTS: receiver.host,
      WORKER_INVOKE_ENABLED: "true",
      SOURCEHOST_APP_ID: "314159",
      SOURCEHOST_API_URL: host.url,
    },
  });
});
afterAll(async () => {
  await Promise.all([system.close(), receiver.close(), host.close()]);
});

const typesAt = (path: string): string[] =>
  receiver.received
    .filter((one) => one.path === path)
    .map(({ body }) => JSON.parse(body).type as string);

/** Waits for the courier, which only the announcement calls. */
const arrives = (path: string, type: string) => expect.poll(() => typesAt(path)).toContain(type);

async function listen(path: string, events: string[]): Promise<string> {
  const content = { url: `${receiver.url}${path}`, events };
  const { body } = await expectStatus(
    system.admin("POST", "/admin/webhook-endpoints", content),
    201,
  );
  return `/admin/webhook-endpoints/${body.id}`;
}

describe("without a tick, at once", () => {
  test("a review's request, decision and cancellation, an import and a superseded book all arrive", async () => {
    const types = ["requested", "decided", "cancelled"].map((word) => `rule_review.${word}`);
    const at = await listen("/at-once", [...types, "rules.changed", "clearance.changed"]);
    const commissioned = await commission(system);
    await arrives("/at-once", "rules.changed");
    await arrives("/at-once", "rule_review.requested");
    const decision = { decision: "approved" };
    const decide = `/counsel/review/${commissioned.token}/decide`;
    await expectStatus(system.api()("POST", decide, decision), 200);
    await arrives("/at-once", "rule_review.decided");
    await arrives("/at-once", "clearance.changed");
    const second = await requestReview(system, commissioned);
    await system.admin("POST", `/admin/rule-reviews/${second.review.id}/cancel`);
    await arrives("/at-once", "rule_review.cancelled");
    const cleared = typesAt("/at-once").filter((type) => type === "clearance.changed").length;
    await system.admin("PUT", `/admin/frameworks/${commissioned.frameworkId}`, {
      display_name: "A framework",
      status: "superseded",
    });
    await expect
      .poll(() => typesAt("/at-once").filter((type) => type === "clearance.changed").length)
      .toBe(cleared * 2);
    // Each event has arrived once, so the tick finds nothing left to send.
    const before = receiver.received.length;
    await expectStatus(system.api()("POST", "/_local/schedules/courier/run"), 200);
    expect(receiver.received.length).toBe(before);
    const again = await expectStatus(system.admin("GET", `${at}/deliveries`), 200);
    const [{ id, type }] = again.body.items;
    const count = () => typesAt("/at-once").filter((one) => one === type).length;
    const once = count();
    await expectStatus(system.admin("POST", `${at}/deliveries/${id}/replay`), 202);
    await expect.poll(count).toBe(once + 1);
    await system.admin("DELETE", at);
  });

  test("a panel's result arrives once, with its rules and the hash of its row", async () => {
    const at = await listen("/panel", ["review_panel.decided"]);
    const { panel, members } = await commissionPanel(system);
    for (const member of members.slice(0, 2)) {
      await expectStatus(vote(system, member, "approved"), 200);
    }
    await arrives("/panel", "review_panel.decided");
    await expectStatus(system.api()("POST", "/_local/schedules/courier/run"), 200);
    const got = receiver.received.filter(({ path }) => path === "/panel");
    expect(got).toHaveLength(1);
    const { data } = JSON.parse(got[0]?.body ?? "{}");
    const { items } = (await system.admin("GET", `/admin/review-panels/${panel.id}/audit`)).body;
    expect(data).toMatchObject({
      panel_id: panel.id,
      framework_id: panel.framework_id,
      rule_use_case_ids: panel.rule_use_case_ids,
      row_hash: items.at(-1).row_hash,
      rule_outcomes: ["approved", "approved", "approved"],
    });
    await system.admin("DELETE", at);
  });

  test("the event of a withdrawn panel says which rules its members had decided, and each member's review ends once", async () => {
    const types = ["rule_review.decided", "rule_review.cancelled", "review_panel.decided"];
    const at = await listen("/withdrawn", [...types, "clearance.changed"]);
    const { panel, members, ruleIds } = await commissionPanel(system);
    const [first, second, third] = members;
    const { decision = "", ...said } = decisionThatSays(ruleIds, [
      "approved",
      "rejected",
      "approved",
    ]);
    await expectStatus(vote(system, first, decision, said), 200);
    await system.admin("POST", `/admin/rule-reviews/${second?.review.id}/cancel`);
    await expectStatus(system.admin("POST", `/admin/review-panels/${panel.id}/cancel`), 200);
    await arrives("/withdrawn", "review_panel.decided");
    await expectStatus(system.api()("POST", "/_local/schedules/courier/run"), 200);
    const got = receiver.received
      .filter(({ path }) => path === "/withdrawn")
      .map(({ body }) => JSON.parse(body))
      .filter(({ data }) => data.framework_id === panel.framework_id);
    const dataOf = (type: string) => got.filter((one) => one.type === type).map(({ data }) => data);
    expect(dataOf("rule_review.decided")).toMatchObject([
      {
        decision: "approved_with_changes",
        rule_outcomes: ["approved", "rejected", "approved"],
        panel_id: panel.id,
      },
    ]);
    expect(dataOf("review_panel.decided")).toMatchObject([
      { decision: "cancelled", rule_outcomes: ["undecided", "rejected", "undecided"] },
    ]);
    const ended = dataOf("rule_review.cancelled").map(({ review_id }) => review_id);
    expect(ended.sort()).toEqual([second?.review.id, third?.review.id].sort());
    await system.admin("DELETE", at);
  });

  test("an approval under a superseded book clears nothing, so clearance.changed is not sent", async () => {
    const at = await listen("/superseded", ["rule_review.decided", "clearance.changed"]);
    const { frameworkId, token } = await commission(system);
    await system.admin("PUT", `/admin/frameworks/${frameworkId}`, {
      display_name: "A framework",
      status: "superseded",
    });
    await expectStatus(
      system.api()("POST", `/counsel/review/${token}/decide`, { decision: "approved" }),
      200,
    );
    await arrives("/superseded", "rule_review.decided");
    // The verdicts that a row turns are sent together with the row's own event.
    await system.advance(61);
    await expectStatus(system.api()("POST", "/_local/schedules/courier/run"), 200);
    expect(typesAt("/superseded")).toEqual(["rule_review.decided"]);
    await system.admin("DELETE", at);
  });

  test("a panel's result is announced once per rule, whether the last vote or lapsing members end the panel", async () => {
    const at = await listen("/panel-turned", ["review_panel.decided", "clearance.changed"]);
    const turned = ({ frameworkId }: { frameworkId: string }) =>
      receiver.received
        .filter(({ path }) => path === "/panel-turned")
        .map(({ body }) => JSON.parse(body))
        .filter(
          ({ type, data }) => type === "clearance.changed" && data.framework_id === frameworkId,
        )
        .map(({ data }) => [data.use_case_id, data.cleared, data.reason])
        .sort();
    const voted = await commissionPanel(system);
    for (const member of voted.members.slice(0, 2)) {
      await expectStatus(vote(system, member, "approved"), 200);
    }
    const allTurned = voted.ruleIds.map((id) => [id, true, null]);
    await expect.poll(() => turned(voted)).toEqual(allTurned);

    const lapsed = await commissionPanel(system, { members: 4, on_reject: "outvoted" });
    const [approved = "", ...others] = lapsed.ruleIds;
    for (const [i, outcome] of (["approved", "rejected"] as const).entries()) {
      const outcomes = ["approved", ...others.map(() => outcome)] as const;
      const { decision = "", ...said } = decisionThatSays(lapsed.ruleIds, outcomes);
      await expectStatus(vote(system, lapsed.members[i], decision, said), 200);
    }
    await system.advance(40 * 24 * 3600);
    system.admin = system.api(await system.token({ is_platform_admin: true }));
    // The courier ends the panel, and announces its result at the next tick at the latest.
    for (const _ of ["ends", "announces"]) {
      await expectStatus(system.api()("POST", "/_local/schedules/courier/run"), 200);
    }
    expect(turned(voted)).toEqual(allTurned);
    await expect.poll(() => turned(lapsed)).toEqual([[approved, true, null]]);
    await system.advance(61);
    await expectStatus(system.api()("POST", "/_local/schedules/courier/run"), 200);
    expect(turned(lapsed)).toEqual([[approved, true, null]]);
    await system.admin("DELETE", at);
  });

  test("clearance.changed is sent only when a verdict turns: for a refusal, also by a withdrawn panel, but not for the next refusal", async () => {
    const at = await listen("/turned", ["rule_review.decided", "clearance.changed"]);
    const { members, frameworkId, ruleIds, panel } = await commissionPanel(system);
    const counselId = members[2]?.counselId ?? "";
    const asked = { frameworkId, counselId, ruleIds, email: "" };
    const decide = async (decision: string) => {
      const { token } = await requestReview(system, asked);
      await expectStatus(
        system.api()("POST", `/counsel/review/${token}/decide`, { decision }),
        200,
      );
    };
    const told = (type: string) =>
      receiver.received
        .filter(({ path }) => path === "/turned")
        .map(({ body }) => JSON.parse(body))
        .filter((one) => one.type === type && one.data.framework_id === frameworkId)
        .map(({ data }) => data);
    const turned = () =>
      told("clearance.changed").map(({ use_case_id, cleared, reason }) => [
        use_case_id,
        cleared,
        reason,
      ]);
    await decide("approved");
    // Endpoints are not promised any order.
    await expect.poll(() => turned().sort()).toEqual(ruleIds.map((id) => [id, true, null]));
    const { decision = "", ...said } = decisionThatSays(ruleIds, [
      "approved",
      "rejected",
      "approved",
    ]);
    await expectStatus(vote(system, members[0], decision, said), 200);
    await expectStatus(system.admin("POST", `/admin/review-panels/${panel.id}/cancel`), 200);
    await expect
      .poll(() => turned().slice(ruleIds.length))
      .toEqual([[ruleIds[1], false, "rejected"]]);
    await decide("changes_requested");
    const others = ruleIds.filter((id) => id !== ruleIds[1]);
    await expect
      .poll(() =>
        turned()
          .slice(ruleIds.length + 1)
          .sort(),
      )
      .toEqual(others.map((id) => [id, false, "changes_requested"]));
    const [turns, decided] = [turned().length, told("rule_review.decided").length];
    await decide("rejected");
    await expect.poll(() => told("rule_review.decided").length).toBe(decided + 1);
    // The verdicts that a row turns are sent together with the row's own event.
    await system.advance(60);
    await expectStatus(system.api()("POST", "/_local/schedules/courier/run"), 200);
    expect(turned()).toHaveLength(turns);
    await system.admin("DELETE", at);
  });

  test("an artifact that a tenant's run found is announced to that tenant, by id and without its details", async () => {
    const [tenant, other] = [await inventoryTenant(system), await inventoryTenant(system)];
    for (const [one, path] of [
      [tenant, "/found"],
      [other, "/others"],
    ] as const) {
      const content = {
        url: `${receiver.url}${path}`,
        events: ["artifact.found", "artifact.retired"],
      };
      await expectStatus(one.org("POST", "/tenant/webhook-endpoints", content), 201);
    }
    const { run, artifact } = await discoverPush(system, tenant, "acme/ranking");
    await arrives("/found", "artifact.found");
    const bodies = () =>
      receiver.received.filter(({ path }) => path === "/found").map(({ body }) => body);
    // The second push was received in the same millisecond.
    const second = await discoverPush(system, tenant, "acme/scoring", run.created_at);
    const told = () =>
      bodies().map((body) => {
        const { artifact_id, run_id } = JSON.parse(body).data;
        return [artifact_id, run_id];
      });
    const theirs = [second.artifact.id, second.run.id];
    await expect.poll(told).toContainEqual(theirs);
    await expectStatus(system.api()("POST", "/_local/schedules/courier/run"), 200);
    expect(told()).toEqual([[artifact.id, run.id], theirs]);
    expect(bodies().join()).not.toContain("ranking");
    expect(typesAt("/others")).toEqual([]);
  });

  test("a tenant hears of an artifact that a run no longer finds, and of a connection that needs reauthorization", async () => {
    await system.admin("POST", "/admin/setup/sourcehost-app/private-key", {
      private_key_pem: rsaPem(),
    });
    // Functions that found no key look again after half a minute.
    await system.advance(31);
    const tenant = await newTenant(system);
    const content = {
      url: `${receiver.url}/lost`,
      events: ["artifact.retired", "connection.needs_reauthorization"],
    };
    await expectStatus(tenant.org("POST", "/tenant/webhook-endpoints", content), 201);
    const { id: connection_id } = await connectSourcehost(tenant);
    const files = { ".mcp.json": '{"mcpServers":{"search":{"command":"uvx"}}}' };
    host.repositories = [{ id: 1, full_name: "acme/app", files }];
    await runToEnd(tenant, connection_id);
    host.repositories = [{ id: 1, full_name: "acme/app", files: { ".mcp.json": "{}" } }];
    const run = await runToEnd(tenant, connection_id);
    await arrives("/lost", "artifact.retired");
    host.fault = (path) => (path.includes("access_tokens") ? { status: 404, body: {} } : null);
    await runToEnd(tenant, connection_id);
    await arrives("/lost", "connection.needs_reauthorization");
    const { body } = await tenant.member("GET", `/artifacts?connection_id=${connection_id}`);
    const gone = body.items.find(({ kind }: { kind: string }) => kind === "mcp_server");
    const told = receiver.received.filter(({ path }) => path === "/lost");
    expect(told.map((one) => JSON.parse(one.body).data)).toEqual([
      { artifact_id: gone.id, connection_id, run_id: run.id, kind: "mcp_server" },
      { connection_id },
    ]);
  });

  test("a retired artifact is announced once, whatever retired it: an event, or its connection's deletion", async () => {
    const secrets = [await provisionedSecret(system)];
    // Functions that found no secret look again after half a minute.
    await system.advance(31);
    const tenant = await newTenant(system);
    const content = {
      url: `${receiver.url}/gone`,
      events: ["artifact.found", "artifact.retired"],
    };
    await expectStatus(tenant.org("POST", "/tenant/webhook-endpoints", content), 201);
    const { connectionId } = await asCustomer(tenant);
    const happens = (event: Sample) =>
      expectStatus(send(system, tenant.id, { event, secrets }), 202);
    const told = (type: string) =>
      receiver.received
        .filter(({ path }) => path === "/gone")
        .map(({ body }) => JSON.parse(body))
        .filter((one) => one.type === type)
        .map(({ data }) => data);
    await happens(createEndpoint("first"));
    await expect.poll(() => told("artifact.found")).toHaveLength(1);
    await happens(createEndpoint("second"));
    await expect.poll(() => told("artifact.found")).toHaveLength(2);
    const [first, second] = told("artifact.found");
    for (let times = 0; times < 2; times += 1) {
      const { body } = await happens(deleteEndpoint("first"));
      await expect
        .poll(
          async () => (await tenant.member("GET", `/discovery-runs/${body.job_id}`)).body.status,
        )
        .toBe("completed");
    }
    await expect.poll(() => told("artifact.retired")).toHaveLength(1);
    expect(told("artifact.retired")).toMatchObject([{ ...first, run_id: expect.any(String) }]);
    await expectStatus(tenant.org("DELETE", `/connections/${connectionId}`), 204);
    await expect.poll(() => told("artifact.retired")).toHaveLength(2);
    await expectStatus(system.api()("POST", "/_local/schedules/courier/run"), 200);
    expect(told("artifact.retired")[1]).toEqual({ ...second, run_id: null });
    expect(told("artifact.retired")).toHaveLength(2);
    const { items } = (await tenant.member("GET", `/artifacts?connection_id=${connectionId}`)).body;
    expect(items.filter((one: { retired_at: string | null }) => one.retired_at)).toHaveLength(2);
  });

  test("the end of a discovery run is announced to the tenant", async () => {
    const tenant = await newTenant(system);
    const content = {
      url: `${receiver.url}/tenant`,
      events: ["discovery_run.completed"],
    };
    await expectStatus(tenant.org("POST", "/tenant/webhook-endpoints", content), 201);
    const connection = await connectSourcehost(tenant);
    await tenant.member("POST", `/connections/${connection.id}/discovery-runs`);
    await arrives("/tenant", "discovery_run.completed");
  });
});

test("a crash between the change and its announcement loses nothing: the tick sends the event, once", async () => {
  const dying = await startTestSystem({
    settings: { WEBHOOK_ALLOWED_HOSTS: receiver.host, WORKER_INVOKE_ENABLED: "false" },
  });
  try {
    const content = { url: `${receiver.url}/crash`, events: ["rules.changed"] };
    await expectStatus(dying.admin("POST", "/admin/webhook-endpoints", content), 201);
    const { frameworkId } = await commission(dying);
    await dying.admin("PUT", `/admin/frameworks/${frameworkId}/rules`, {
      rules: [ruleText("rule.b", { title: "Amended" })],
    });
    expect(typesAt("/crash")).toEqual([]);
    for (let i = 0; i < 2; i += 1) {
      await expectStatus(dying.api()("POST", "/_local/schedules/courier/run"), 200);
    }
    expect(typesAt("/crash")).toEqual(["rules.changed", "rules.changed"]);
    const left = (await scanTable(dying)).filter(({ pk }) =>
      /^(EVENTS|HOOKQUEUE)/.test(String(pk)),
    );
    expect(left).toEqual([]);
  } finally {
    await dying.close();
  }
});

test("while no endpoint is enabled, nothing is announced", async () => {
  const { body } = await system.admin("GET", "/admin/webhook-endpoints");
  for (const { id } of body.items) {
    await system.admin("PATCH", `/admin/webhook-endpoints/${id}`, { enabled: false });
  }
  const quiet = await startTestSystem({ settings: { WEBHOOK_ALLOWED_HOSTS: receiver.host } });
  try {
    await commission(quiet);
    const runs = quiet.lines.filter(({ event }) => event === "webhooks_run");
    expect(runs).toEqual([]);
  } finally {
    await quiet.close();
  }
});
