import type { Api, TestSystem } from "./system.ts";

/** A tenant with a client for its admin and one for a plain member. */
export interface TestTenant {
  id: string;
  org: Api;
  member: Api;
}

export async function newTenant(system: TestSystem, name = "Acme"): Promise<TestTenant> {
  const { id } = (await system.admin("POST", "/admin/tenants", { name })).body;
  return { id, org: signedIn(system, id, "admin"), member: signedIn(system, id, "member") };
}

/** A client that signs in once, with its first call. */
export function signedIn(system: TestSystem, tenant_id: string, org_role: string): Api {
  let token: Promise<string> | null = null;
  return async (...asked) => {
    token ??= system.token({ tenant_id, org_role });
    return system.api(await token)(...asked);
  };
}

let lastInstallation = 41_000_000;

/** Connects an installation of the source host (a new one unless given); returns the connection. */
export async function connectSourcehost(
  tenant: TestTenant,
  installationId: number | string = ++lastInstallation,
) {
  const { status, body } = await tenant.org("POST", "/connections", {
    provider: "sourcehost",
    display_name: "Source host",
    installation_id: installationId,
  });
  if (status !== 201) throw new Error(`connecting answered ${status}: ${JSON.stringify(body)}`);
  return body as { id: string; installation_id: string };
}
