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
  groups?: string;
  more?: Record<string, string>;
}

/** The person that the API recognises by the claims of the token that Cognito would issue. */
async function personFor({ provider, email = "", groups, more = {} }: Given) {
  const own =
    provider === undefined ? {} : { identities: JSON.stringify([{ providerName: provider }]) };
  const userAttributes: Record<string, string> = {
    sub: "s",
    email,
    ...(groups === undefined ? {} : { "custom:idp_groups": groups }),
    ...own,
    ...more,
  };
  const event = {
    userName: provider === undefined ? "s" : `${provider}_42`,
    request: { userAttributes, groupConfiguration: { groupsToOverride: ["platform-admin"] } },
  };
  const answer = await handler(event as { response?: object }, {
    getRemainingTimeInMillis: () => 5000,
  });
  const { claimsOverrideDetails: said } =
    (answer as { response?: Record<string, never> }).response ?? {};
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
      groups: "Auditors",
      more: { "cognito:user_status": "EXTERNAL_PROVIDER" },
    },
    nobody,
  ],
  [
    "whoever is in the pool keeps what they are there",
    { email: "a@bank.example", groups: "Auditors" },
    "of the pool",
  ],
])("%s", async (_, given, expected) => {
  expect(await personFor(given)).toEqual(expected);
});
