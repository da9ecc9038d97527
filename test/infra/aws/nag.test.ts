import { AwsSolutionsChecks } from "cdk-nag";
import { describe, expect, test } from "vitest";
import { synthesize } from "#test/support/stacks.ts";

describe("cdk-nag (AwsSolutions)", () => {
  test.each([
    { alarmEmail: "ops@example.com" },
    {
      issuer: "https://id.example.com",
      audience: "console",
      domainName: "api.example.com",
      certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/0",
    },
  ])("finds nothing unexplained, with %j", (context) => {
    const { app } = synthesize(context);
    const { violations } = new AwsSolutionsChecks(app).validateScope(app);
    const found = violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ resourceLogicalId }) => `${ruleName} ${resourceLogicalId}`),
    );
    expect(found).toEqual([]);
  });
});
