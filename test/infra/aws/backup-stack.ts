import { expect, test } from "vitest";
import { generatedCredentials } from "#shared/domain/setup/credentials.ts";
import { synthesize, textOf, variants } from "#test/support/stacks.ts";

const all = variants["all that is optional"];
const vault = all.backupVaultArn;

test("copies of the table go to the given vault every day, and stay there for over a year", () => {
  const system = synthesize(all);
  const [rule] = system.single("AWS::Backup::BackupPlan").Properties.BackupPlan.BackupPlanRule;
  expect(rule.CopyActions).toMatchObject([
    { DestinationBackupVaultArn: vault, Lifecycle: { DeleteAfterDays: 400 } },
  ]);
  const { Resources } = system.single("AWS::Backup::BackupSelection").Properties.BackupSelection;
  expect(textOf(Resources[0])).toMatch(/:table\/countersign-prod$/);
  expect(system.single("AWS::Backup::BackupVault").Properties.LockConfiguration).toBeDefined();
});

test("entries of the secret store are replicated where the option says, and nowhere else", () => {
  const replicated = synthesize(all);
  const entries = replicated.resources("AWS::SecretsManager::Secret");
  const copied = entries.filter(({ Properties }) => Properties.ReplicaRegions !== undefined);
  // Nothing stored depends on the keys that the deployment generates, so they are not copied.
  expect(entries.length - copied.length).toBe(generatedCredentials.length);
  for (const { Properties } of copied) {
    expect(Properties.ReplicaRegions).toEqual([{ Region: "eu-west-1" }, { Region: "us-east-1" }]);
  }
});

test("without options there is neither a front nor a backup", () => {
  const { resources } = synthesize();
  for (const type of [
    "AWS::CloudFront::Distribution",
    "AWS::WAFv2::WebACL",
    "AWS::Backup::BackupPlan",
  ]) {
    expect(resources(type)).toEqual([]);
  }
  for (const { Properties } of resources("AWS::SecretsManager::Secret")) {
    expect(Properties.ReplicaRegions).toBeUndefined();
  }
});
