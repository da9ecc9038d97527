import { commission, commissionAnother, expectStatus } from "./review-fixture.ts";
import { startTestSystemWithLog } from "./system.ts";
import { signedIn } from "./tenant-fixture.ts";

/** The contents of a system filled before a change, with rows sealed, signed and in the log. */
export interface OldSystem {
  stateDir: string;
  /** A review that counsel decided, its counsel, and another one that is still open. */
  decided: string;
  counselId: string;
  open: { id: string; token: string };
  tenantId: string;
}

/** Fills a system with the functions as they are now, and ends it. @param stateDir an empty folder */
export async function fillOldSystem(stateDir: string): Promise<OldSystem> {
  const system = await startTestSystemWithLog({ stateDir });
  try {
    const first = await commission(system);
    const other = await commissionAnother(system, first);
    const link = `/counsel/review/${first.token}`;
    await expectStatus(system.api()("GET", link), 200);
    await expectStatus(system.api()("POST", `${link}/decide`, { decision: "approved" }), 200);
    const { body: tenant } = await system.admin("POST", "/admin/tenants", { name: "Acme" });
    const chain = [{ provider: "mock" }];
    const org = signedIn(system, tenant.id, "admin");
    await expectStatus(org("PATCH", "/tenant/settings/extractor", { chain }), 200);
    await expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);
    return {
      ...{ stateDir, decided: first.review.id, counselId: first.counselId, tenantId: tenant.id },
      open: { id: other.review.id, token: other.token },
    };
  } finally {
    await system.close();
  }
}
