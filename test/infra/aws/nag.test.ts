import { AwsSolutionsChecks } from "cdk-nag";
import { describe, expect, test } from "vitest";
import { synthesize } from "#test/support/stacks.ts";

describe("cdk-nag (AwsSolutions) and CloudFormation's own rules", () => {
  test.each([
    { alarmRecipients: "ops@example.com" },
    {
      issuer: "https://id.example.com",
      audience: "console",
      domainName: "api.example.com",
      certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/0",
    },
    {
      domainName: "api.example.com",
      certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/0",
      front: "true",
      backupVaultArn: "arn:aws:backup:eu-west-1:444455556666:backup-vault:countersign",
      secretReplicaRegions: "eu-west-1",
      permissionsBoundary: "boundary",
      monthlyBudgetUsd: 100,
    },
  ])("finds nothing unexplained, with %j", (context) => {
    // CloudFormation's rules take long: they see the largest deployment only.
    const { app } = synthesize(context, "front" in context);
    const { violations } = new AwsSolutionsChecks(app).validateScope(app);
    const found = violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ resourceLogicalId }) => `${ruleName} ${resourceLogicalId}`),
    );
    expect(found).toEqual([]);
  });
});
