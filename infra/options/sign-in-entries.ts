import * as z from "zod";
import {
  addressClaims,
  type FederatedEntry,
  federatedRoles,
  PLATFORM_PEOPLE,
  rolesFor,
} from "#shared/domain/tenants/federated.ts";
import { tenantIdOf } from "#shared/domain/tenants/tenant.ts";
import { visibleLine } from "#shared/domain/text/text.ts";
import { kinds } from "#shared/routes/contract/setting-kinds.ts";

/** An organisation whose people sign in with its own provider, as an operator describes it. */
export type SignInEntry = z.output<typeof entry>;

/** The claim in which the organisation's provider states the address. */
export const addressClaimOf = ({ kind }: SignInEntry): string => addressClaims[kind];

const text = (says: string, holds: (text: string) => boolean) =>
  z.string().refine(holds, `must be ${says}`);

const https = text(kinds.https.says, kinds.https.holds);
const line = text("one line of text", kinds.line.holds);
/** The user pool stores several groups as `[a, b]`. */
const group = z
  .string()
  .regex(/^[^,[\]\p{C}]{1,128}$/u, "must be 1 to 128 characters without comma and brackets");

const common = {
  /** The provider's name in the user pool. It is part of the user names of its people. */
  name: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{2,31}$/, "must be 3 to 32 of A-Z, a-z, 0-9 and -")
    .refine(
      (name) => !/^(?:cognito|google|facebook|loginwithamazon|signinwithapple)$/i.test(name),
      {
        message: "is a name of Cognito's own",
      },
    ),
  domain: text(kinds.host.says, kinds.host.holds).transform((domain) => domain.toLowerCase()),
  tenant: z
    .string()
    .refine(
      (id) => id === PLATFORM_PEOPLE || tenantIdOf(id) === id,
      "must be a tenant's id, or platform",
    ),
  groups: z
    .record(group, z.enum(federatedRoles))
    .refine((groups) => Object.keys(groups).length > 0, "must map at least one group"),
};

const entry = z.discriminatedUnion("kind", [
  z.strictObject({ ...common, kind: z.literal("saml"), metadataUrl: https }),
  z.strictObject({
    ...common,
    kind: z.literal("oidc"),
    issuer: https,
    clientId: line,
    clientSecretName: z.string().regex(/^[\w/+=.@-]{1,512}$/, "must be the name of a secret"),
  }),
]);

/** Cognito accepts this many identifiers and providers without a raised quota. */
const MAX_ENTRIES = 50;
/** A function's settings have 4 KB in all. */
const MAX_BYTES = 2500;

/**
 * The value of the option `signIn`.
 * @throws Error with one sentence that names the entry and what is wrong with it
 */
export function signInEntries(value: unknown): readonly SignInEntry[] {
  if (value === undefined || value === null || value === "") return [];
  const list = typeof value === "string" && kinds.entries.holds(value) ? JSON.parse(value) : value;
  const parsed = z.array(entry).max(MAX_ENTRIES).safeParse(list);
  if (!parsed.success) {
    const [{ path, message } = { path: [], message: "is not a list" }] = parsed.error.issues;
    throw new Error(
      `signIn${path.map((part) => `.${visibleLine(String(part))}`).join("")}: ${message}.`,
    );
  }
  const entries = parsed.data;
  refuseTwice(entries, "name");
  refuseTwice(entries, "domain");
  for (const one of entries) refuseRoles(one);
  if (Buffer.byteLength(JSON.stringify(mappingOf(entries))) > MAX_BYTES) {
    throw new Error(`signIn: names and groups may have at most ${MAX_BYTES} bytes together.`);
  }
  return entries;
}

function refuseTwice(entries: readonly SignInEntry[], member: "name" | "domain"): void {
  const known = new Set<string>();
  for (const one of entries) {
    const value = one[member].toLowerCase();
    if (known.has(value)) throw new Error(`signIn: two entries have the ${member} ${one[member]}.`);
    known.add(value);
  }
}

/** A tenant's provider may give rights in that tenant only. */
function refuseRoles({ name, tenant, groups }: SignInEntry): void {
  const allowed = rolesFor(tenant);
  const wrong = Object.values(groups).find((role) => !allowed.includes(role));
  if (wrong === undefined) return;
  throw new Error(
    `signIn: ${name} is of ${tenant === PLATFORM_PEOPLE ? "the platform" : "a tenant"} and can give ${allowed.join(" and ")} only, not ${wrong}.`,
  );
}

/** What the function that makes claims receives. */
export const mappingOf = (entries: readonly SignInEntry[]): FederatedEntry[] =>
  entries.map(({ name, domain, tenant, groups }) => ({ name, domain, tenant, groups }));
