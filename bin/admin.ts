import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

/**
 * `npm run admin -- <command>`: people of the user pool, through the AWS CLI and its credentials.
 * Repeating a command is harmless. Where there is no AWS CLI, the lines to run are printed.
 */
const usage = `npm run admin -- create-admin --user-pool ID --email ADDRESS [--region REGION]
npm run admin -- create-user --user-pool ID --email ADDRESS --tenant-id UUID [--org-admin] [--region REGION]`;

interface Person {
  userPool: string;
  email: string;
  region: string | undefined;
  tenantId: string | undefined;
  groups: readonly string[];
}

/** One call of the AWS CLI; a failure that `harmless` recognises means that it was done before. */
interface Step {
  args: string[];
  harmless?: RegExp;
}

function stepsFor({ userPool, email, region, tenantId, groups }: Person): Step[] {
  const call = (operation: string, ...more: string[]): string[] => [
    "cognito-idp",
    operation,
    "--user-pool-id",
    userPool,
    "--username",
    email,
    ...more,
    ...(region === undefined ? [] : ["--region", region]),
  ];
  const attributes = [
    `Name=email,Value=${email}`,
    "Name=email_verified,Value=true",
    ...(tenantId === undefined ? [] : [`Name=custom:tenant_id,Value=${tenantId}`]),
  ];
  return [
    {
      args: call(
        "admin-create-user",
        "--user-attributes",
        ...attributes,
        "--desired-delivery-mediums",
        "EMAIL",
      ),
      harmless: /UsernameExistsException/,
    },
    ...(tenantId === undefined
      ? []
      : [{ args: call("admin-update-user-attributes", "--user-attributes", ...attributes) }]),
    ...groups.map((group) => ({ args: call("admin-add-user-to-group", "--group-name", group) })),
  ];
}

function personOf(command: string | undefined, values: Record<string, string | boolean>): Person {
  const { "user-pool": userPool, email, "tenant-id": tenantId, region } = values;
  const isAdmin = command === "create-admin";
  const knows = isAdmin || (command === "create-user" && typeof tenantId === "string");
  if (!knows || typeof userPool !== "string" || typeof email !== "string") throw new Error(usage);
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Error(`${email} is not an e-mail address.`);
  if (typeof tenantId === "string" && !/^[0-9a-f-]{36}$/.test(tenantId)) {
    throw new Error(`${tenantId} is not the id of a tenant (a UUID).`);
  }
  return {
    userPool,
    email,
    region: typeof region === "string" ? region : undefined,
    tenantId: isAdmin ? undefined : String(tenantId),
    groups: isAdmin ? ["platform-admin"] : values["org-admin"] ? ["org-admin"] : [],
  };
}

function run({ args, harmless }: Step): void {
  const { status, stderr, error } = spawnSync("aws", args, { encoding: "utf8" });
  if ((error as NodeJS.ErrnoException | undefined)?.code === "ENOENT") {
    console.log(["aws", ...args].join(" "));
    return;
  }
  if (status === 0 || harmless?.test(stderr)) return;
  throw new Error(stderr.trim() || `aws ${args[1]} failed.`);
}

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      "user-pool": { type: "string" },
      email: { type: "string" },
      region: { type: "string" },
      "tenant-id": { type: "string" },
      "org-admin": { type: "boolean" },
    },
  });
  const person = personOf(positionals[0], values as Record<string, string | boolean>);
  stepsFor(person).forEach(run);
  console.log(`${person.email}: ${person.groups.join(", ") || "a user of the tenant"}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
