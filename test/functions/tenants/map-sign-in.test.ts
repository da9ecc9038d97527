import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { handler } from "#functions/tenants/map-sign-in.ts";
import { personOf } from "#shared/domain/tenants/tenant.ts";
import { keepLogLines } from "#test/support/in-process.ts";

const TENANT = "0d3e6f0a-1111-4222-8333-444455556666";
const entries = [
  {
    name: "Bank",
    domain: "bank.example",
    tenant: "platform",
    groups: { "Compliance Officers": "platform-admin", Auditors: "reader" },
  },
  {
    name: "Acme",
    domain: "acme.example",
    tenant: TENANT,
    groups: { "AI Governance": "org-admin", Staff: "member" },
  },
];

beforeEach(() => {
  vi.stubEnv("SIGN_IN_PROVIDERS", JSON.stringify(entries));
  keepLogLines();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

interface Given {
  provider?: string;
  email?: string;
  /** What the provider says; undefined: it says nothing of groups. */
  groups?: unknown;
  kind?: "samlResponse" | "idToken" | "userInfo";
  /** The attribute that the pool kept before this sign-in. */
  before?: string;
  more?: Record<string, string>;
}

const ask = async (event: object) => {
  const answer = await handler(event, { getRemainingTimeInMillis: () => 5000 });
  return (answer as { response?: Record<string, never> }).response ?? {};
};

/** What providers also state, and the pool neither needs nor may keep. */
const besides = { name: "Ada", exp: 1764358885, email_verified: true, amr: ["pwd"] };

/** What the user pool would keep of a provider's statement, by its mapping of attributes. */
async function keptOf({ provider, email = "", groups, kind = "samlResponse", before }: Given) {
  const told = { sub: "42", email, ...(groups === undefined ? {} : { groups }) };
  const { userAttributesToMap } = await ask({
    triggerSource: "InboundFederation_ExternalProvider",
    userName: "42",
    request: {
      providerName: provider,
      attributes: {
        ...{ idToken: null, userInfo: null, samlResponse: null },
        [kind]: { ...told, ...besides },
      },
    },
  });
  const { groups: kept } = userAttributesToMap as unknown as { groups?: string };
  expect(userAttributesToMap).toEqual({ ...told, groups: kept, "custom:idp_groups": kept });
  return kept ?? before;
}

/** The person that the API recognises by the claims of the token that Cognito would issue. */
async function personFor(given: Given) {
  const { provider } = given;
  const kept = provider === undefined ? given.before : await keptOf(given);
  return personWith(given, kept);
}

async function personWith({ provider, email = "", more = {} }: Given, stored?: string) {
  const own =
    provider === undefined ? {} : { identities: JSON.stringify([{ providerName: provider }]) };
  const userAttributes: Record<string, string> = {
    sub: "s",
    email,
    ...(stored === undefined ? {} : { "custom:idp_groups": stored }),
    ...own,
    ...more,
  };
  const event = {
    triggerSource: "TokenGeneration_HostedAuth",
    userName: provider === undefined ? "s" : `${provider}_42`,
    request: { userAttributes, groupConfiguration: { groupsToOverride: ["platform-admin"] } },
  };
  const { claimsOverrideDetails: said } = await ask(event);
  if (said === undefined) return "of the pool";
  const { claimsToAddOrOverride, claimsToSuppress, groupOverrideDetails } = said as {
    claimsToAddOrOverride: object;
    claimsToSuppress: string[];
    groupOverrideDetails: { groupsToOverride: string[] };
  };
  const kept = Object.entries(userAttributes).filter(([name]) => !claimsToSuppress.includes(name));
  const person = personOf({
    ...Object.fromEntries(kept),
    "cognito:groups": groupOverrideDetails.groupsToOverride,
    ...claimsToAddOrOverride,
  });
  return {
    isAdmin: person?.isPlatformAdmin,
    isReader: person?.isReader,
    tenant: person?.tenantId,
    role: person?.orgRole,
  };
}

const nobody = { isAdmin: false, isReader: false, tenant: null, role: null };

test.each<[string, Given, object | string]>([
  [
    "an officer is a platform admin",
    { provider: "Bank", email: "a@bank.example", groups: "[Staff, Compliance Officers]" },
    { ...nobody, isAdmin: true },
  ],
  [
    "an auditor is a reader",
    { provider: "Bank", email: "a@BANK.example", groups: "Auditors" },
    { ...nobody, isReader: true },
  ],
  [
    "the greater of two rights counts",
    { provider: "Bank", email: "a@bank.example", groups: "[Auditors, Compliance Officers]" },
    { ...nobody, isAdmin: true },
  ],
  [
    "a customer's admin is theirs",
    { provider: "Acme", email: "a@acme.example", groups: "AI Governance" },
    { ...nobody, tenant: TENANT, role: "admin" },
  ],
  [
    "a customer's member is theirs",
    { provider: "Acme", email: "a@acme.example", groups: "Staff" },
    { ...nobody, tenant: TENANT, role: "member" },
  ],
  [
    "a group of another provider's entry is nothing",
    { provider: "Acme", email: "a@acme.example", groups: "Compliance Officers" },
    nobody,
  ],
  [
    "an address of another domain is nothing",
    { provider: "Acme", email: "a@bank.example", groups: "AI Governance" },
    nobody,
  ],
  [
    "an address of a domain below is nothing",
    { provider: "Bank", email: "a@evil.bank.example", groups: "Auditors" },
    nobody,
  ],
  [
    "an address with the domain before its @ is nothing",
    { provider: "Bank", email: "bank.example", groups: "Auditors" },
    nobody,
  ],
  ["no group is nothing", { provider: "Bank", email: "a@bank.example" }, nobody],
  [
    "no group any more is nothing, although the pool keeps a role of an earlier sign-in",
    {
      provider: "Bank",
      email: "a@bank.example",
      before: `${Date.now()}.platform-admin`,
    },
    nobody,
  ],
  ...(
    [
      "[Staff, Compliance+Officers]",
      "[%2Fstaff, Compliance%20Officers]",
      "[100%, Compliance+Officers]",
      '["Staff","Compliance Officers"]',
      "Staff,Compliance Officers",
      ["Staff", "Compliance Officers"],
    ] as const
  ).map((groups): [string, Given, object] => [
    `an officer is a platform admin by ${JSON.stringify(groups)}`,
    { provider: "Bank", email: "a@bank.example", groups },
    { ...nobody, isAdmin: true },
  ]),
  [
    "a group in an OpenID Connect token counts",
    { provider: "Bank", email: "a@bank.example", groups: "Auditors", kind: "idToken" },
    { ...nobody, isReader: true },
  ],
  [
    "a group that only the userinfo endpoint names counts",
    { provider: "Bank", email: "a@bank.example", groups: ["Auditors"], kind: "userInfo" },
    { ...nobody, isReader: true },
  ],
  [
    "a group whose name goes on after a mapped name is nothing",
    { provider: "Bank", email: "a@bank.example", groups: "[Auditors&x, Auditors%26y]" },
    nobody,
  ],
  [
    "a group by the name of an object's member is nothing",
    { provider: "Bank", email: "a@bank.example", groups: "[constructor, __proto__]" },
    nobody,
  ],
  [
    "a provider without an entry is nothing",
    { provider: "Other", email: "a@bank.example", groups: "Auditors" },
    nobody,
  ],
  [
    "a tenant in the user's attributes is nothing",
    {
      provider: "Bank",
      email: "a@bank.example",
      groups: "Auditors",
      more: { "custom:tenant_id": TENANT, "custom:org_role": "admin" },
    },
    { ...nobody, isReader: true },
  ],
  [
    "two providers for one user are nothing",
    {
      provider: "Bank",
      email: "a@bank.example",
      groups: "Auditors",
      more: { identities: JSON.stringify([{ providerName: "Bank" }, { providerName: "Acme" }]) },
    },
    nobody,
  ],
  [
    "an external user without a provider is nothing",
    {
      email: "a@bank.example",
      before: `${Date.now()}.reader`,
      more: { "cognito:user_status": "EXTERNAL_PROVIDER" },
    },
    nobody,
  ],
  [
    "whoever is in the pool keeps what they are there",
    { email: "a@bank.example", before: `${Date.now()}.reader` },
    "of the pool",
  ],
])("%s", async (_, given, expected) => {
  expect(await personFor(given)).toEqual(expected);
});

const auditor: Given = { provider: "Bank", email: "a@bank.example", groups: "Auditors" };

test("tokens contain rights for an hour after the provider named the groups", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const kept = await keptOf(auditor);
  vi.setSystemTime(Date.now() + 60 * 60_000);
  expect(await personWith(auditor, kept)).toEqual({ ...nobody, isReader: true });
  vi.setSystemTime(Date.now() + 1);
  expect(await personWith(auditor, kept)).toEqual(nobody);
  vi.useRealTimers();
});

test.each([
  ["groups as the provider wrote them", "Auditors"],
  ["a role without a time", "reader"],
  ["an unknown role", `${Date.now()}.root`],
  ["a role that people of the platform cannot have", `${Date.now()}.org-admin`],
  ["a list", `[${Date.now()}.reader]`],
])("%s in the pool's attribute is nothing", async (_, kept) => {
  expect(await personWith(auditor, kept)).toEqual(nobody);
});

test("the pool gets the address under the name that SAML gives it", async () => {
  const address = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress";
  const { userAttributesToMap } = await ask({
    triggerSource: "InboundFederation_ExternalProvider",
    request: {
      providerName: "Bank",
      attributes: { samlResponse: { ...besides, [address]: "a@bank.example" } },
    },
  });
  expect(userAttributesToMap).toEqual({
    [address]: "a@bank.example",
    groups: expect.stringMatching(/^\d+\.none$/),
    "custom:idp_groups": expect.stringMatching(/^\d+\.none$/),
  });
});

test("the pool keeps no name of a group", async () => {
  expect(await keptOf(auditor)).toMatch(/^\d+\.reader$/);
  expect(await keptOf({ ...auditor, groups: "Staff" })).toMatch(/^\d+\.none$/);
});
