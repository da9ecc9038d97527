import { parseArgs } from "node:util";
import { connect } from "./demo/client.ts";

const usage = `npm run -s token                            a platform admin's access token
npm run -s token -- --tenant NAME_OR_ID     an organisation admin's of that tenant
npm run -s token -- --tenant NAME_OR_ID --role member
npm run -s token -- --role nobody           without any claims
also --email ADDRESS; BASE_URL names the local run (by default http://localhost:3000)`;

const roles = ["platform", "admin", "member", "nobody"];

/**
 * `npm run -s token`: prints an access token of a running local system, and nothing else, for
 * `export TOKEN=$(npm run -s token)`. A deployed stage issues none this way: `npm run admin -- sign-in`.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      tenant: { type: "string" },
      role: { type: "string" },
      email: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return console.log(usage);
  const { tenant, role = tenant === undefined ? "platform" : "admin", email } = values;
  if (!roles.includes(role)) throw new Error(`--role is ${role}; it must be ${roles.join(", ")}.`);
  const isOfTenant = role === "admin" || role === "member";
  if (isOfTenant !== (tenant !== undefined)) {
    throw new Error(`The role ${role} ${isOfTenant ? "needs --tenant" : "has no tenant"}.`);
  }
  const client = await connect({ BASE_URL: process.env.BASE_URL });
  const claims = {
    ...(email === undefined ? {} : { email }),
    ...(role === "platform" ? { is_platform_admin: true } : {}),
    ...(tenant === undefined ? {} : { tenant_id: await tenantOf(tenant), org_role: role }),
  };
  console.log(await client.token(claims));

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

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
