import { setTimeout as pause } from "node:timers/promises";
import { keepKey } from "./before-setup.ts";
import type { CloudcServer } from "./cloudc-server.ts";
import type { Api, TestSystem } from "./system.ts";
import type { TestTenant } from "./tenant-fixture.ts";

export const wifAudience =
  "//iam.googleapis.com/projects/123456789/locations/global/workloadIdentityPools/countersign/providers/main-oidc";

let accounts = 0;

/** Connects the tenant to all projects of the fake cloud; returns the connection's id. */
export async function connectWif(tenant: TestTenant, cloud: CloudcServer): Promise<string> {
  accounts += 1;
  const { status, body } = await tenant.member("POST", "/connections/cloudc/wif/connect", {
    wif_audience: wifAudience,
    service_account_email: `discovery-reader-${accounts}@my-project.iam.gserviceaccount.com`,
    project_ids: [...cloud.estate.projects],
  });
  if (status !== 201) throw new Error(`connecting answered ${status}: ${JSON.stringify(body)}`);
  return body.id;
}

export async function provisionIssuer(system: TestSystem) {
  await keepKey(system);
  return system.admin("POST", "/admin/setup/oidc-issuer/provision-keypair");
}

/** Posts a run; returns its id. */
export async function postRun(tenant: TestTenant, connectionId: string): Promise<string> {
  const { status, body } = await tenant.member(
    "POST",
    `/connections/${connectionId}/discovery-runs`,
  );
  if (status !== 202) throw new Error(`posting a run answered ${status}`);
  return body.id;
}

/** The run once it has ended. The pauses between requests grow, because each request costs time. */
export async function endOf(tenant: TestTenant, runId: string, timeoutMs = 60_000) {
  const deadline = performance.now() + timeoutMs;
  for (let wait = 20; ; wait = Math.min(wait * 1.6, 200)) {
    const { body } = await tenant.member("GET", `/discovery-runs/${runId}`);
    if (["completed", "failed"].includes(body.status)) return body;
    if (performance.now() > deadline) throw new Error(`The run is still ${body.status}.`);
    await pause(wait);
  }
}

export const runToEnd = async (tenant: TestTenant, connectionId: string, timeout?: number) =>
  endOf(tenant, await postRun(tenant, connectionId), timeout);

/** All items of a paginated list. */
export async function allOf(api: Api, path: string) {
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  const items: any[] = [];
  let cursor: string | null = null;
  do {
    const joint = path.includes("?") ? "&" : "?";
    const more: string = cursor === null ? "" : `&cursor=${cursor}`;
    const { body } = await api("GET", `${path}${joint}limit=200${more}`);
    items.push(...body.items);
    cursor = body.next_cursor;
  } while (cursor !== null);
  return items;
}
