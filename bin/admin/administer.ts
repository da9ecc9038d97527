import { parseArgs } from "node:util";
import type { Export } from "../export/export.ts";
import type { Removal } from "../export/remove.ts";
import {
  admit,
  disable,
  enable,
  inviteAgain,
  list,
  makeUser,
  type Person,
  remove,
  revoke,
} from "./people.ts";
import type { Rebuild } from "./rebuild.ts";
import { signIn } from "./sign-in.ts";

const usage = `npm run admin -- create-admin --user-pool ID --email ADDRESS [--existing SUB]
npm run admin -- create-reader --user-pool ID --email ADDRESS [--existing SUB]
npm run admin -- create-user --user-pool ID --email ADDRESS --tenant-id UUID [--org-admin] [--existing SUB]
npm run admin -- invite-again --user-pool ID --email ADDRESS
npm run admin -- list --user-pool ID
npm run admin -- revoke-admin --user-pool ID --email ADDRESS | --username NAME
npm run admin -- revoke-reader --user-pool ID --email ADDRESS | --username NAME
npm run admin -- disable --user-pool ID --email ADDRESS | --username NAME
npm run admin -- enable --user-pool ID --email ADDRESS | --username NAME
npm run admin -- remove --user-pool ID --email ADDRESS | --username NAME
npm run admin -- sign-in --issuer URL --client-id ID [--port 8976] [--save FILE]
npm run admin -- import-rules FILE     (BASE_URL and TOKEN name the system, as for the demo)
npm run admin -- rebuild-standing STAGE [--region REGION] [--table NAME] [--dry-run]
                                       (STAGE local: the local run of LOCAL_STATE_DIR)
npm run admin -- export-all --out DIR [--stage STAGE] [--region REGION] [--table NAME]
npm run admin -- export-tenant TENANT --out DIR [--stage STAGE] [--region REGION] [--table NAME]
npm run admin -- remove-tenant TENANT --name NAME [--stage STAGE] [--region REGION] [--table NAME]
                                       (without --stage: the local run; see docs/exit.md)
Commands on people take --region REGION, too.`;

const options = {
  "user-pool": { type: "string" },
  email: { type: "string" },
  username: { type: "string" },
  region: { type: "string" },
  "tenant-id": { type: "string" },
  "org-admin": { type: "boolean" },
  existing: { type: "string" },
  issuer: { type: "string" },
  "client-id": { type: "string" },
  port: { type: "string" },
  save: { type: "string" },
  table: { type: "string" },
  "dry-run": { type: "boolean" },
  stage: { type: "string" },
  out: { type: "string" },
  name: { type: "string" },
} as const;

type Values = ReturnType<typeof parsed>["values"];

const parsed = (args: readonly string[]) =>
  parseArgs({ args: [...args], allowPositionals: true, options });

/** The value of a required option. @throws Error with the usage if it is missing */
function need(value: string | undefined): string {
  if (value === undefined) throw new Error(usage);
  return value;
}

function emailOf({ email }: Values): string {
  const given = need(email);
  // In the AWS CLI's shorthand syntax, a comma would start another attribute.
  if (!/^[^\s@,]+@[^\s@,]+$/.test(given)) throw new Error(`${given} is not an e-mail address.`);
  return given;
}

function personOf(v: Values): Person {
  if (v.username === undefined) return { email: emailOf(v) };
  if (v.email !== undefined) throw new Error(usage);
  return { username: v.username };
}

function tenantOf(value: string | undefined): string {
  const given = need(value);
  if (/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(given)) return given;
  throw new Error(`${given} is not the id of a tenant (a UUID).`);
}

function portOf({ port = "8976" }: Values): number {
  if (/^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535) return Number(port);
  throw new Error(`${port} is not a port; it must be a whole number from 1 to 65535.`);
}

function stageOf(given: string): string {
  if (/^[a-z][a-z0-9-]{0,11}$/.test(given)) return given;
  throw new Error(`${given} is not the name of a stage.`);
}

const poolOf = (values: Values) => ({ id: need(values["user-pool"]), region: values.region });

interface Terminal {
  /** Imports that rule book. @returns the last line to print */
  importFile(file: string): Promise<string>;
  /** Rebuilds the stored standing of rules. @returns as `remove` does */
  rebuild(what: Rebuild): Promise<{ text: string; isDone: boolean }>;
  /** Exports everything, or one tenant. @returns the last line to print */
  export(what: Export): Promise<string>;
  /** Removes a tenant. @returns the last line to print, and whether it has to be run once more */
  remove(what: Removal): Promise<{ text: string; isDone: boolean }>;
  say: (line: string) => void;
}

type Command = (
  values: Values,
  /** The word after the command: a file, a stage or a tenant. */
  named: string | undefined,
  terminal: Terminal,
) => Said | Promise<Said>;

/** The text to print, or the text and whether the command has to be run once more. */
type Said = string | { text: string; isDone: boolean };

const placeOf = ({ stage = "local", region, table }: Values) => ({
  stage: stageOf(stage),
  region,
  table,
});

const commands: Readonly<Record<string, Command>> = {
  "import-rules": (_, file, { importFile }) => importFile(need(file)),
  "rebuild-standing": ({ region, table, ...v }, stage, { rebuild }) =>
    rebuild({ stage: stageOf(need(stage)), region, table, isDry: v["dry-run"] ?? false }),
  "export-all": (v, _, terminal) =>
    terminal.export({ ...placeOf(v), tenantId: null, out: need(v.out) }),
  "export-tenant": (v, tenant, terminal) =>
    terminal.export({ ...placeOf(v), tenantId: tenantOf(tenant), out: need(v.out) }),
  "remove-tenant": (v, tenant, terminal) =>
    terminal.remove({ ...placeOf(v), tenantId: tenantOf(tenant), name: need(v.name) }),
  "create-admin": (v) => admit("platform-admin", poolOf(v), emailOf(v), v.existing),
  "create-reader": (v) => admit("reader", poolOf(v), emailOf(v), v.existing),
  "create-user": (v) =>
    makeUser(poolOf(v), emailOf(v), v.existing, {
      tenantId: tenantOf(v["tenant-id"]),
      isOrgAdmin: v["org-admin"] ?? false,
    }),
  "invite-again": (v) => inviteAgain(poolOf(v), emailOf(v)),
  list: (v) => list(poolOf(v)),
  "revoke-admin": (v) => revoke("platform-admin", poolOf(v), personOf(v)),
  "revoke-reader": (v) => revoke("reader", poolOf(v), personOf(v)),
  disable: (v) => disable(poolOf(v), personOf(v)),
  enable: (v) => enable(poolOf(v), personOf(v)),
  remove: (v) => remove(poolOf(v), personOf(v)),
  "sign-in": (v, _, { say }) =>
    signIn({
      issuer: need(v.issuer),
      clientId: need(v["client-id"]),
      port: portOf(v),
      save: v.save,
      say,
    }),
};

const takesWord: ReadonlySet<string> = new Set([
  "import-rules",
  "rebuild-standing",
  "export-tenant",
  "remove-tenant",
]);

/**
 * Carries out the command given after `npm run admin --`.
 * @returns the text to print
 * @throws Error with the usage, or with the reason for a refusal
 */
export async function administer(args: readonly string[], terminal: Terminal): Promise<Said> {
  const { positionals, values } = parsed(args);
  const [name = "", named] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const most = takesWord.has(name) ? 2 : 1;
  if (command === undefined || positionals.length > most) throw new Error(usage);
  return command(values, named, terminal);
}
