import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { importRules } from "./admin/import-rules.ts";
import {
  disable,
  enable,
  inviteAgain,
  list,
  makeAdmin,
  makeUser,
  remove,
  revokeAdmin,
} from "./admin/people.ts";
import { signIn } from "./admin/sign-in.ts";
import { connect } from "./demo/client.ts";

/**
 * `npm run admin -- <command>`: manages the people in a stage's user pool (through the AWS CLI and
 * its credentials), gets a token for curl and scripts, and imports a rule book. Without the AWS CLI
 * it prints the commands to run.
 */
const usage = `npm run admin -- create-admin --user-pool ID --email ADDRESS [--existing SUB]
npm run admin -- create-user --user-pool ID --email ADDRESS --tenant-id UUID [--org-admin] [--existing SUB]
npm run admin -- invite-again --user-pool ID --email ADDRESS
npm run admin -- list --user-pool ID
npm run admin -- revoke-admin --user-pool ID --email ADDRESS
npm run admin -- disable --user-pool ID --email ADDRESS
npm run admin -- enable --user-pool ID --email ADDRESS
npm run admin -- remove --user-pool ID --email ADDRESS
npm run admin -- sign-in --issuer URL --client-id ID [--port 8976] [--save FILE]
npm run admin -- import-rules FILE     (BASE_URL and TOKEN name the system, as for the demo)
Commands on people take --region REGION, too.`;

const options = {
  "user-pool": { type: "string" },
  email: { type: "string" },
  region: { type: "string" },
  "tenant-id": { type: "string" },
  "org-admin": { type: "boolean" },
  existing: { type: "string" },
  issuer: { type: "string" },
  "client-id": { type: "string" },
  port: { type: "string" },
  save: { type: "string" },
} as const;

type Values = ReturnType<typeof parsed>["values"];

const parsed = () => parseArgs({ allowPositionals: true, options });

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

function tenantOf(values: Values): string {
  const given = need(values["tenant-id"]);
  if (/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(given)) return given;
  throw new Error(`${given} is not the id of a tenant (a UUID).`);
}

function portOf({ port = "8976" }: Values): number {
  if (/^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535) return Number(port);
  throw new Error(`${port} is not a port; it must be a whole number from 1 to 65535.`);
}

const poolOf = (values: Values) => ({ id: need(values["user-pool"]), region: values.region });

/** Progress goes to standard error, so that standard output contains only the result. */
const importFile = async (file: string | undefined): Promise<string> =>
  importRules(await connect(process.env), need(file), {
    say: (text) => console.error(text),
    ask,
  });

/** Reads one line from standard input; an empty answer at end of input. */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const ended = once(terminal, "close").then(() => "");
  const answer = await Promise.race([terminal.question(question), ended]);
  terminal.close();
  return answer;
}

type Command = (values: Values, file: string | undefined) => string | Promise<string>;

const commands: Readonly<Record<string, Command>> = {
  "import-rules": (_, file) => importFile(file),
  "create-admin": (v) => makeAdmin(poolOf(v), emailOf(v), v.existing),
  "create-user": (v) =>
    makeUser(poolOf(v), emailOf(v), v.existing, {
      tenantId: tenantOf(v),
      isOrgAdmin: v["org-admin"] ?? false,
    }),
  "invite-again": (v) => inviteAgain(poolOf(v), emailOf(v)),
  list: (v) => list(poolOf(v)),
  "revoke-admin": (v) => revokeAdmin(poolOf(v), emailOf(v)),
  disable: (v) => disable(poolOf(v), emailOf(v)),
  enable: (v) => enable(poolOf(v), emailOf(v)),
  remove: (v) => remove(poolOf(v), emailOf(v)),
  "sign-in": (v) =>
    signIn({
      issuer: need(v.issuer),
      clientId: need(v["client-id"]),
      port: portOf(v),
      save: v.save,
      say: (line) => console.error(line),
    }),
};

try {
  const { positionals, values } = parsed();
  const [name = "", file] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const most = name === "import-rules" ? 2 : 1;
  if (command === undefined || positionals.length > most) throw new Error(usage);
  console.log(await command(values, file));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
