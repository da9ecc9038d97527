import { Duration, RemovalPolicy, Stack, type StackProps, Validations } from "aws-cdk-lib";
import * as backup from "aws-cdk-lib/aws-backup";
import { Schedule } from "aws-cdk-lib/aws-events";
import * as iam from "aws-cdk-lib/aws-iam";
import * as kms from "aws-cdk-lib/aws-kms";
import type { Construct } from "constructs";
import { tableNameOf } from "./naming.ts";
import type { Stage } from "./stage.ts";

/**
 * Kept here, beside point-in-time recovery, only as long as a copy needs; in the other vault for over a
 * year.
 */
const keptHere = Duration.days(7);
const keptElsewhere = Duration.days(400);

/**
 * Daily backups of the table, copied to a vault in another account or region (option `backupVaultArn`),
 * where somebody who controls this account cannot delete them. That vault has a lock of its own
 * (docs/deploying.md). The lock here prevents a backup from disappearing before it is copied.
 */
export class BackupStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    props: StackProps & { stage: Stage; vaultArn: string },
  ) {
    super(scope, id, props);
    const { stage, vaultArn } = props;
    const vault = new backup.BackupVault(this, "Vault", {
      backupVaultName: `countersign-${stage.name}`,
      encryptionKey: this.#key(stage.name, vaultArn.split(":")[4] ?? ""),
      lockConfiguration: { minRetention: keptHere },
      removalPolicy: RemovalPolicy.RETAIN,
    });
    const plan = new backup.BackupPlan(this, "Plan", {
      backupPlanName: `countersign-${stage.name}`,
      backupVault: vault,
      backupPlanRules: [
        new backup.BackupPlanRule({
          ruleName: "daily",
          scheduleExpression: Schedule.cron({ minute: "30", hour: "2" }),
          deleteAfter: keptHere,
          copyActions: [
            {
              destinationBackupVault: backup.BackupVault.fromBackupVaultArn(
                this,
                "Elsewhere",
                vaultArn,
              ),
              deleteAfter: keptElsewhere,
            },
          ],
        }),
      ],
    });
    const role = new iam.Role(this, "Role", {
      assumedBy: new iam.ServicePrincipal("backup.amazonaws.com"),
      description: "AWS Backup reads the table",
      managedPolicies: [
        iam.ManagedPolicy.fromAwsManagedPolicyName(
          "service-role/AWSBackupServiceRolePolicyForBackup",
        ),
      ],
    });
    Validations.of(role).acknowledge({
      id: "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]",
      reason: "AWS keeps this policy in step with what AWS Backup calls.",
    });
    const tableArn = `arn:${this.partition}:dynamodb:${this.region}:${this.account}:table/${stage.restoredTable ?? tableNameOf(stage.name)}`;
    plan.addSelection("Table", {
      role,
      resources: [backup.BackupResource.fromArn(tableArn)],
      disableDefaultBackupPolicy: true,
    });
  }

  /** The other account has to be able to decrypt the backup that it copies. */
  #key(stage: string, account: string): kms.Key {
    const key = new kms.Key(this, "Key", {
      description: `Countersign ${stage}: backups of the table`,
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    key.addToResourcePolicy(
      new iam.PolicyStatement({
        sid: "CopiesElsewhere",
        principals: [new iam.AccountPrincipal(account)],
        actions: ["kms:CreateGrant", "kms:Decrypt", "kms:DescribeKey", "kms:GenerateDataKey*"],
        resources: ["*"],
        conditions: { StringLike: { "kms:ViaService": "backup.*.amazonaws.com" } },
      }),
    );
    return key;
  }
}
