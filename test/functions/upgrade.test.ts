import { BatchWriteItemCommand } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import old from "#test/support/rows-1.0.0.json" with { type: "json" };
import { type Api, startTestSystem, type TestSystem } from "#test/support/system.ts";
import { scanTable, tableClient } from "#test/support/table.ts";

/*
 * Items as version 1.0.0 wrote them (every kind of record, in every state), read and changed
 * through today's front door: what an operator sees after an upgrade.
 */
const { ids } = old;
let system: TestSystem;
let tenant: Api;

beforeAll(async () => {
  system = await startTestSystem();
  const client = tableClient(system);
  for (let start = 0; start < old.items.length; start += 25) {
    const requests = old.items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await client.send(
      new BatchWriteItemCommand({
        RequestItems: { [system.endpoints.table_name ?? ""]: requests as never },
      }),
    );
  }
  client.destroy();
  tenant = system.api(await system.token({ tenant_id: ids.tenant, org_role: "admin" }));
});
afterAll(() => system.close());

const readAll = async (api: Api, paths: readonly string[]) => {
  for (const path of paths) {
    const answer = await api("GET", path);
    expect.soft(answer.status, `${path}: ${answer.text}`).toBe(200);
  }
};

describe("rows of version 1.0.0", () => {
  test("appear in every list and detail of a platform admin", async () => {
    const reviews = Object.values(ids.reviews);
    await readAll(system.admin, [
      "/admin/frameworks",
      "/admin/frameworks/old_book/rules",
      "/admin/frameworks/old_book/rules/three",
      "/admin/frameworks/old_book/coverage",
      "/admin/counsel",
      `/admin/counsel/${ids.counsel}`,
      `/admin/counsel/${ids.bare}`,
      `/admin/counsel/${ids.counsel}/audit`,
      "/admin/rule-reviews",
      ...reviews.map((id) => `/admin/rule-reviews/${id}`),
      ...reviews.map((id) => `/admin/rule-reviews/${id}/audit`),
      ...reviews.map((id) => `/admin/rule-reviews/${id}/evidence`),
      "/admin/evidence",
      "/admin/audit",
      "/admin/tenants",
      `/admin/tenants/${ids.tenant}`,
      "/admin/extractors/status",
    ]);
  });

  test("appear in every list and detail of their tenant", async () => {
    await readAll(tenant, [
      "/connections",
      ...Object.values(ids.connections).map((id) => `/connections/${id}`),
      `/connections/${ids.connections.bus}/discovery-runs`,
      `/connections/${ids.connections.bus}/cloudb-eventbus-stats`,
      `/discovery-runs/${ids.run}`,
      "/artifacts",
      "/tenant/settings",
    ]);
  });

  test("keep the evidence of their decisions: signature, seal and chain hold", async () => {
    for (const status of ["approved", "approved_with_changes", "rejected"] as const) {
      const id = ids.reviews[status];
      const { body } = await system.admin("GET", `/admin/rule-reviews/${id}/evidence`);
      const results = new Map(
        body.checks.map(({ id, result }: { id: string; result: string }) => [id, result]),
      );
      for (const check of ["signature", "record_seal", "audit_chain", "view_before_decision"]) {
        expect.soft(results.get(check), `${status} ${check}`).toBe("pass");
      }
    }
  });

  test("show what is open and who approved what after one run of the daily job", async () => {
    const coverage = async () =>
      (await system.admin("GET", "/admin/frameworks/old_book/coverage")).body.totals.pending;
    const wording = async () =>
      (
        await system.admin(
          "GET",
          "/admin/frameworks/old_book/wording?use_case_id=one&on=2999-01-01",
        )
      ).body.approvals;
    expect([await coverage(), await wording()]).toEqual([0, []]);
    const run = () => system.api()("POST", "/_local/schedules/expire-reviews/run");
    expect((await run()).status).toBe(200);
    expect(await coverage()).toBe(1);
    const approvals = await wording();
    expect(
      approvals.map(({ signature_status }: Record<string, string>) => signature_status),
    ).toEqual(approvals.map(() => "valid"));
    expect(approvals.length).toBeGreaterThan(0);
    const rows = await scanTable(system);
    expect((await run()).status).toBe(200);
    expect((await scanTable(system)).length).toBe(rows.length);
  });

  test("connections are listed across tenants and scheduled by the tick, each once", async () => {
    const listed = async () =>
      (await system.admin("GET", "/admin/connections")).body.items.map(
        ({ id }: { id: string }) => id,
      );
    const scheduled = async () =>
      (await scanTable(system)).filter(({ sk }) => sk === "SCHEDULE").map(({ pk }) => pk);
    expect([await listed(), await scheduled()]).toEqual([[], []]);
    const tick = () => system.api()("POST", "/_local/schedules/discovery-tick/run");
    await tick();
    expect(await listed()).toEqual([]);
    await system.advance(601);
    await Promise.all([tick(), tick()]);
    await tick();
    const ids = Object.values(old.ids.connections);
    expect((await listed()).toSorted()).toEqual(ids.toSorted());
    expect((await scheduled()).toSorted()).toEqual(ids.map((id) => `CONNECTION#${id}`).toSorted());
    const role = await tenant("GET", `/connections/${ids.at(-1)}`);
    expect(role.body).toMatchObject({ subtype: "assume_role", status: "needs_reauthorization" });
    const { body } = await tenant("GET", `/tenant/audit?resource_id=${ids.at(-1)}`);
    expect(
      body.items.filter(({ action }: { action: string }) => action.endsWith("reauthorization")),
    ).toHaveLength(1);
  });

  test("can be changed: a counsel edited, a framework renamed, reviews decided and cancelled", async () => {
    const edited = await system.admin("PATCH", `/admin/counsel/${ids.bare}`, { firm: "New firm" });
    expect(edited.body).toMatchObject({ firm: "New firm", active: false });
    const back = await system.admin("POST", `/admin/counsel/${ids.bare}/reactivate`);
    expect(back.body).toMatchObject({ active: true });
    for (const display_name of ["Old book, renamed", "Old book"]) {
      const renamed = await system.admin("PUT", "/admin/frameworks/old_book", { display_name });
      expect(renamed.status).toBe(200);
    }
    const decided = await system.api()("POST", `${ids.links.viewed}/decide`, {
      decision: "approved",
    });
    expect(decided.status).toBe(200);
    const cancel = `/admin/rule-reviews/${ids.reviews.pending}/cancel`;
    expect((await system.admin("POST", cancel)).body).toMatchObject({ status: "cancelled" });
  });

  test("can be changed by their tenant: a run asked for, connections deleted", async () => {
    const run = await tenant("POST", `/connections/${ids.connections.sourcehost}/discovery-runs`);
    expect(run.status).toBe(202);
    for (const id of [ids.connections.refresh, ids.connections.wif, ids.connections.role]) {
      expect((await tenant("DELETE", `/connections/${id}`)).status).toBe(204);
    }
  });
});
