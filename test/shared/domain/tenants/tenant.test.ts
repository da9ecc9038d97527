import { expect, test } from "vitest";
import { personOf } from "#shared/domain/tenants/tenant.ts";

const reader = { isPlatformAdmin: false, isReader: true, tenantId: null, orgRole: null };

test.each([
  ["a claim", { is_reader: true }],
  ["a claim as API Gateway hands it over", { is_reader: "true" }],
  ["Cognito's name of it", { "custom:is_reader": "true" }],
  ["a group", { "cognito:groups": "[reader]" }],
  ["groups and a tenant besides", { "cognito:groups": ["org-admin", "reader"], tenant_id: "t" }],
])("%s makes somebody a reader, and nothing else", (_, claims) => {
  expect(personOf({ sub: "u", ...claims })).toMatchObject(reader);
});

test.each([
  ["no claim", {}],
  ["a claim that says no", { is_reader: "false" }],
  ["another group", { "cognito:groups": "[readers]" }],
  ["a platform admin's group, too", { "cognito:groups": "[reader platform-admin]" }],
])("%s makes nobody a reader", (_, claims) => {
  expect(personOf({ sub: "u", ...claims })).toMatchObject({ isReader: false });
});
