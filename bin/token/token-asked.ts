import { parseArgs } from "node:util";
import { connect } from "../demo/client.ts";

const roles = ["platform", "reader", "admin", "member", "nobody"];

/**
 * The access token that the arguments of `npm run -s token --` ask for; null: they ask for help.
 * @throws Error with one sentence if the arguments name nobody
 */
export async function tokenAsked(
  args: readonly string[],
  baseUrl: string | undefined,
): Promise<string | null> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      tenant: { type: "string" },
      role: { type: "string" },
      email: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return null;
  const { tenant, role = tenant === undefined ? "platform" : "admin", email } = values;
  if (!roles.includes(role)) throw new Error(`--role is ${role}; it must be ${roles.join(", ")}.`);
  const isOfTenant = role === "admin" || role === "member";
  if (isOfTenant !== (tenant !== undefined)) {
    throw new Error(`The role ${role} ${isOfTenant ? "needs --tenant" : "has no tenant"}.`);
  }
  const client = await connect({ BASE_URL: baseUrl });
  const claims = {
    ...(email === undefined ? {} : { email }),
    ...(role === "platform" ? { is_platform_admin: true } : {}),
    ...(role === "reader" ? { is_reader: true } : {}),
    ...(tenant === undefined ? {} : { tenant_id: await tenantOf(tenant), org_role: role }),
  };
  return client.token(claims);

  /** The id of the tenant with that name or id. */
  async function tenantOf(nameOrId: string): Promise<string> {
    const { body } = await client.admin("GET", "/admin/tenants?limit=200");
    const tenants = body.items as { id: string; name: string }[];
    const found = tenants.filter(({ id, name }) => id === nameOrId || name === nameOrId);
    if (found.length === 1) return (found[0] as { id: string }).id;
    const known = tenants.map(({ name }) => name).join(", ") || "none yet";
    throw new Error(
      `${found.length === 0 ? "No tenant is" : "Several tenants are"} named ${nameOrId}; there are: ${known}.`,
    );
  }
}
