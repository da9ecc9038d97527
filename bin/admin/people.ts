import { lastRole } from "#shared/domain/tenants/federated.ts";
import { visibleLine } from "#shared/domain/text/text.ts";
import { cognito, must, type Pool } from "./aws-cli.ts";

const PLATFORM_ADMIN = "platform-admin";
const READER = "reader";
const ORG_ADMIN = "org-admin";

/** A token that has already been issued stays valid until it expires, an hour at most. */
const STILL_VALID = "tokens issued before end within the hour";

interface Membership {
  tenantId: string;
  isOrgAdmin: boolean;
}

interface Account {
  sub: string;
  status: string;
  enabled: boolean;
  createdAt: string;
}

/** The group that makes somebody a platform admin or a reader. */
export type PlatformGroup = typeof PLATFORM_ADMIN | typeof READER;

/**
 * Makes somebody a platform admin or a reader.
 * @param existing `sub` of the intended account, if the address already has one
 * @throws Error that describes an existing account that `existing` does not name
 */
export function admit(
  group: PlatformGroup,
  pool: Pool,
  email: string,
  existing: string | undefined,
): string {
  const account = accountFor(pool, email, existing, []);
  join(pool, email, group);
  return `${email}${subOf(account)}: ${group}`;
}

/**
 * Makes somebody a user of a tenant; an existing account is moved only if `existing` names it. An
 * admin of the previous tenant becomes one of the new tenant only on request.
 */
export function makeUser(
  pool: Pool,
  email: string,
  existing: string | undefined,
  { tenantId, isOrgAdmin }: Membership,
): string {
  const tenant = `Name=custom:tenant_id,Value=${tenantId}`;
  const account = accountFor(pool, email, existing, [tenant]);
  if (existing !== undefined) {
    if (!isOrgAdmin) leave(pool, email, ORG_ADMIN);
    must(
      cognito(
        pool,
        "admin-update-user-attributes",
        "--username",
        email,
        "--user-attributes",
        tenant,
      ),
    );
  }
  if (isOrgAdmin) join(pool, email, ORG_ADMIN);
  const rank = isOrgAdmin ? ORG_ADMIN : "a user";
  const still = existing === undefined ? "" : `; ${STILL_VALID}`;
  return `${email}${subOf(account)}: ${rank} of the tenant ${tenantId}${still}`;
}

/** Sends a new temporary password to somebody whose first one expired unused. */
export function inviteAgain(pool: Pool, email: string): string {
  must(cognito(pool, "admin-create-user", "--username", email, "--message-action", "RESEND"));
  return `${email}: invited again`;
}

const subOf = (account: Account | null): string => (account === null ? "" : ` (${account.sub})`);

/**
 * The new account, or an existing one only if `existing` names it. Otherwise, whoever owns an account
 * with that address would get rights that were meant for somebody else.
 */
function accountFor(
  pool: Pool,
  email: string,
  existing: string | undefined,
  attributes: readonly string[],
): Account | null {
  if (existing === undefined) {
    const made = cognito(
      pool,
      "admin-create-user",
      "--username",
      email,
      "--user-attributes",
      `Name=email,Value=${email}`,
      "Name=email_verified,Value=true",
      ...attributes,
      "--desired-delivery-mediums",
      "EMAIL",
    );
    if (made.outcome === "printed") return null;
    if (made.outcome === "done") return accountOf(JSON.parse(made.output).User);
    if (!/UsernameExistsException/.test(made.reason)) throw new Error(made.reason);
  }
  const found = find(pool, email);
  if (found === null || found.sub === existing) return found;
  const { sub, status, enabled, createdAt } = found;
  throw new Error(
    `${email} already has an account: sub ${sub}, ${status}, ${enabled ? "enabled" : "disabled"}, ` +
      `made ${createdAt}. Nothing was changed. If this is the person you mean, repeat with ` +
      `--existing ${sub}.`,
  );
}

interface CognitoUser {
  Username?: string;
  Attributes?: { Name: string; Value: string }[];
  UserAttributes?: { Name: string; Value: string }[];
  UserStatus?: string;
  Enabled?: boolean;
  /** ISO text in version 2 of the AWS CLI, seconds in version 1. */
  UserCreateDate?: string | number;
}

const attribute = ({ Attributes, UserAttributes }: CognitoUser, name: string): string =>
  (Attributes ?? UserAttributes ?? []).find(({ Name }) => Name === name)?.Value ?? "";

const accountOf = (user: CognitoUser): Account => ({
  sub: attribute(user, "sub"),
  status: user.UserStatus ?? "",
  enabled: user.Enabled ?? true,
  createdAt: instantOf(user.UserCreateDate),
});

const instantOf = (date: string | number = ""): string =>
  typeof date === "number" ? new Date(date * 1000).toISOString() : date;

/** @param name an account's name, or the address of one of the pool's own */
function find(pool: Pool, name: string): Account | null {
  const output = must(cognito(pool, "admin-get-user", "--username", name));
  return output === null ? null : accountOf(JSON.parse(output));
}

function join(pool: Pool, email: string, group: string): void {
  must(cognito(pool, "admin-add-user-to-group", "--username", email, "--group-name", group));
}

/** Checks membership first, since only a member can be removed. */
function leave(pool: Pool, email: string, group: string): void {
  const output = must(cognito(pool, "admin-list-groups-for-user", "--username", email));
  const { Groups: groups = [] }: { Groups?: { GroupName: string }[] } = JSON.parse(output ?? "{}");
  if (output !== null && !groups.some(({ GroupName }) => GroupName === group)) return;
  const removal = ["--username", email, "--group-name", group];
  must(cognito(pool, "admin-remove-user-from-group", ...removal));
}

/** Every account; null: the command was only printed. */
function everybody(pool: Pool): CognitoUser[] | null {
  const output = must(cognito(pool, "list-users"));
  return output === null ? null : ((JSON.parse(output).Users ?? []) as CognitoUser[]);
}

/** The provider that signs somebody in; null: the pool does. */
const providerOf = (user: CognitoUser): string | null =>
  JSON.parse(attribute(user, "identities") || "[]")[0]?.providerName ?? null;

/** The account that a command is about. */
interface Meant {
  username: string;
  /** How the command names it. */
  called: string;
  provider: string | null;
}

/**
 * The account with a user name or an address. The pool itself finds only its own people by their
 * address, and not those of another organisation.
 * @throws Error that names the accounts if several have the address, or if no account has the user name
 */
function meant(pool: Pool, { email, username }: Person): Meant {
  const own = {
    username: username ?? email ?? "",
    called: username ?? email ?? "",
    provider: null,
  };
  const users = everybody(pool);
  const found = (users ?? []).filter((user) =>
    username === undefined
      ? attribute(user, "email").toLowerCase() === email?.toLowerCase()
      : user.Username === username,
  );
  if (found.length > 1) {
    const names = found.map((user) => `${user.Username} (${providerOf(user) ?? "the pool's own"})`);
    throw new Error(
      `${email} is the address of several accounts: ${names.join(", ")}. Nothing was changed. ` +
        "Repeat with --username and the name of the account that you mean.",
    );
  }
  const [user] = found;
  if (user === undefined) {
    if (users === null || username === undefined) return own;
    throw new Error(`There is no account of the name ${username}. Nothing was changed.`);
  }
  return { ...own, username: user.Username ?? own.username, provider: providerOf(user) };
}

/** How an operator names somebody: by their address, or by the name of their account. */
export type Person = { email?: string | undefined; username?: string | undefined };

/** One line per person: sub, e-mail, status, tenant, and the groups that determine rights. */
export function list(pool: Pool): string {
  const users = everybody(pool);
  if (users === null) return "";
  const groups = new Map(
    [PLATFORM_ADMIN, READER, ORG_ADMIN].map((group) => [group, members(pool, group)]),
  );
  const lines = users.map((user) => {
    const { sub, status, enabled } = accountOf(user);
    const joined = [...groups].filter(([, subs]) => subs.has(sub)).map(([group]) => group);
    const provider = providerOf(user);
    const role = lastRole(attribute(user, "custom:idp_groups")) ?? "no role";
    const rights = provider === null ? joined.join(",") || "-" : `${provider}: ${role}`;
    const tenant = attribute(user, "custom:tenant_id") || "-";
    const state = enabled ? status : `${status} (disabled)`;
    const cells = [sub, attribute(user, "email"), state, tenant, rights];
    return cells.map(visibleLine).join("\t");
  });
  return ["sub\te-mail\tstatus\ttenant\tgroups", ...lines].join("\n");
}

function members(pool: Pool, group: string): Set<string> {
  const output = must(cognito(pool, "list-users-in-group", "--group-name", group));
  const users = output === null ? [] : (JSON.parse(output).Users as CognitoUser[]);
  return new Set(users.map((user) => attribute(user, "sub")));
}

export function revoke(group: PlatformGroup, pool: Pool, person: Person): string {
  const { username, called, provider } = meant(pool, person);
  if (provider !== null) {
    throw new Error(
      `${called} has the rights that ${provider} gives. Nothing was changed. Take the person out of ` +
        "the group there, or disable the account.",
    );
  }
  const removal = ["--username", username, "--group-name", group];
  must(cognito(pool, "admin-remove-user-from-group", ...removal));
  signOut(pool, username);
  return `${called}: no ${group} any more; ${STILL_VALID}`;
}

export function disable(pool: Pool, person: Person): string {
  const { username, called } = meant(pool, person);
  must(cognito(pool, "admin-disable-user", "--username", username));
  signOut(pool, username);
  return `${called}: disabled; ${STILL_VALID}`;
}

export function enable(pool: Pool, person: Person): string {
  const { username, called } = meant(pool, person);
  must(cognito(pool, "admin-enable-user", "--username", username));
  return `${called}: enabled`;
}

/** Deletes the account. The person's audit rows remain, under the sub. */
export function remove(pool: Pool, person: Person): string {
  const { username, called, provider } = meant(pool, person);
  const account = find(pool, username);
  signOut(pool, username);
  must(cognito(pool, "admin-delete-user", "--username", username));
  const again = provider === null ? "" : `; ${provider} can let them in again, with a new account`;
  return `${called}${subOf(account)}: removed; ${STILL_VALID}${again}`;
}

/** Revokes the refresh tokens. */
function signOut(pool: Pool, username: string): void {
  must(cognito(pool, "admin-user-global-sign-out", "--username", username));
}
