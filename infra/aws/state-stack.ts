import {
  CfnOutput,
  Duration,
  RemovalPolicy,
  Stack,
  type StackProps,
  Tags,
  Validations,
} from "aws-cdk-lib";
import type { UserPool } from "aws-cdk-lib/aws-cognito";
import * as dynamodb from "aws-cdk-lib/aws-dynamodb";
import * as iam from "aws-cdk-lib/aws-iam";
import * as kms from "aws-cdk-lib/aws-kms";
import * as logs from "aws-cdk-lib/aws-logs";
import { CfnSecret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import { type Credential, credentials, fixedSecretNames } from "#infra/functions.ts";
import {
  CLEARANCE_KEY_TAG,
  LINK_KEY_TAG,
  LOG_KEY_TAG,
  ROWS_KEY_TAG,
  WEBHOOK_KEY_TAG,
} from "#infra/policies/log.ts";
import { auditChanges, onAuditRows } from "#infra/policies/table.ts";
import { type IndexName, projectionOf, tableSchema } from "#shared/store/table-schema.ts";
import { keptLogGroups } from "./kept-logs.ts";
import { linkKeyAliasOf, secretPrefixOf, tableNameOf } from "./naming.ts";
import { userPoolOf } from "./sign-in.ts";
import type { Stage } from "./stage.ts";

interface SigningKey {
  description: string;
  keySpec: kms.KeySpec;
  /** The tag by which the functions find the key. */
  tag: string;
  stage: string;
}

/** What must outlive every deployment: table, keys, secret entries, user pool. All are retained. */
export class StateStack extends Stack {
  readonly table: dynamodb.Table;
  readonly tableKey: kms.Key;
  readonly secretsKey: kms.Key;
  /** Encrypts every log group of the stage. */
  readonly logsKey: kms.Key;
  /** Both sign the evidence log from its beginning. Rotations create further keys. */
  readonly logKeys: { ed25519: kms.Key; mlDsa: kms.Key };
  /** Signs writers' certificates from the beginning. Rotations create further keys. */
  readonly rowsKey: kms.Key;
  /** Signs clearance statements from the beginning. Rotations create further keys. */
  readonly clearanceKey: kms.Key;
  /** Encrypts the signing secrets of webhook endpoints, which are stored in the table. */
  readonly webhookKey: kms.Key;
  readonly userPool: UserPool;

  constructor(scope: Construct, id: string, props: StackProps & { stage: Stage }) {
    super(scope, id, { ...props, terminationProtection: true });
    const { stage } = props;
    this.tableKey = this.#key("TableKey", `Countersign ${stage.name}: the table`);
    this.secretsKey = this.#key("SecretsKey", `Countersign ${stage.name}: secret-store entries`);
    this.logKeys = {
      ed25519: this.#logKey("LogKey", kms.KeySpec.ECC_NIST_EDWARDS25519, stage.name),
      mlDsa: this.#logKey("LogMlDsaKey", kms.KeySpec.ML_DSA_44, stage.name),
    };
    this.rowsKey = this.#signingKey("RowsKey", {
      description: `Countersign ${stage.name}: writers of logged rows`,
      keySpec: kms.KeySpec.ECC_NIST_EDWARDS25519,
      tag: ROWS_KEY_TAG,
      stage: stage.name,
    });
    this.clearanceKey = this.#signingKey("ClearanceKey", {
      description: `Countersign ${stage.name}: clearance statements`,
      keySpec: kms.KeySpec.ECC_NIST_EDWARDS25519,
      tag: CLEARANCE_KEY_TAG,
      stage: stage.name,
    });
    this.webhookKey = this.#key("WebhookKey", `Countersign ${stage.name}: webhook secrets`);
    Tags.of(this.webhookKey).add(WEBHOOK_KEY_TAG, stage.name);
    if (stage.given.includes("twoPeople")) this.#linkKey(stage.name);
    this.logsKey = this.#key("LogsKey", `Countersign ${stage.name}: log groups`);
    this.#letLogsUse(this.logsKey, stage.name);
    this.table = this.#table(stage.name);
    this.#secretEntries(stage);
    for (const one of credentials) this.#credential(one, stage);
    this.userPool = userPoolOf(this, stage);
    this.#exportAlways();
    for (const name of keptLogGroups(stage.name)) this.#keptLogGroup(name, stage);
    new CfnOutput(this, "TableName", { value: this.table.tableName });
    new CfnOutput(this, "Options", {
      value: stage.given.join(",") || "none",
      description: "Options that this deployment was given; npm run deploy refuses to drop one",
    });
    new CfnOutput(this, "Place", {
      value: `${this.account}/${this.region}`,
      description: "Account and region of the stage",
    });
    new CfnOutput(this, "SecretPrefix", { value: secretPrefixOf(stage.name) });
  }

  /** No option may remove these exports: the stacks that import them are updated after this one. */
  #exportAlways(): void {
    for (const { keyArn } of [
      this.tableKey,
      this.secretsKey,
      this.logKeys.ed25519,
      this.logKeys.mlDsa,
      this.logsKey,
      this.rowsKey,
      this.clearanceKey,
      this.webhookKey,
    ]) {
      this.exportValue(keyArn);
    }
    this.exportValue(this.userPool.userPoolId);
    this.exportValue(this.userPool.userPoolProviderUrl);
  }

  /** The log group outlives a teardown, and the next deployment finds it again. */
  #keptLogGroup(logGroupName: string, { logRetentionDays }: Stage): void {
    new logs.LogGroup(this, `Log-${logGroupName.split("/").at(-1)}`, {
      logGroupName,
      retention: logRetentionDays,
      encryptionKey: this.logsKey,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }

  #key(id: string, description: string): kms.Key {
    return new kms.Key(this, id, {
      description,
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }

  /** Functions find it by its alias, so that no stack depends on it once the option is removed. */
  #linkKey(stage: string): void {
    const key = this.#key("LinkKey", `Countersign ${stage}: counsel's links in the outbox`);
    Tags.of(key).add(LINK_KEY_TAG, stage);
    key.addAlias(linkKeyAliasOf(stage));
  }

  #logKey(id: string, keySpec: kms.KeySpec, stage: string): kms.Key {
    const description = `Countersign ${stage}: the evidence log`;
    return this.#signingKey(id, { description, keySpec, tag: LOG_KEY_TAG, stage });
  }

  #signingKey(id: string, made: SigningKey): kms.Key {
    const { description, keySpec, tag, stage } = made;
    const key = new kms.Key(this, id, {
      description,
      keySpec,
      keyUsage: kms.KeyUsage.SIGN_VERIFY,
      pendingWindow: Duration.days(30),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    Tags.of(key).add(tag, stage);
    return key;
  }

  /** Lets CloudWatch Logs use the key only for this stage's log groups. */
  #letLogsUse(key: kms.Key, stage: string): void {
    const principals = [new iam.ServicePrincipal(`logs.${this.region}.amazonaws.com`)];
    const groups = `arn:${this.partition}:logs:${this.region}:${this.account}:log-group:/countersign/${stage}/*`;
    key.addToResourcePolicy(
      new iam.PolicyStatement({
        sid: "LogGroupsOfThisStage",
        principals,
        actions: [
          "kms:Decrypt",
          "kms:Encrypt",
          "kms:GenerateDataKey",
          "kms:GenerateDataKeyWithoutPlaintext",
          "kms:ReEncryptFrom",
          "kms:ReEncryptTo",
        ],
        resources: ["*"],
        conditions: { StringLike: { "kms:EncryptionContext:aws:logs:arn": groups } },
      }),
    );
    // DescribeKey has no encryption context.
    const describe = { sid: "LogsMayDescribe", principals, actions: ["kms:DescribeKey"] };
    key.addToResourcePolicy(new iam.PolicyStatement({ ...describe, resources: ["*"] }));
  }

  #table(stage: string): dynamodb.Table {
    const key = (name: string) => ({ name, type: dynamodb.AttributeType.STRING });
    const table = new dynamodb.Table(this, "Table", {
      tableName: tableNameOf(stage),
      partitionKey: key(tableSchema.partitionKey),
      sortKey: key(tableSchema.sortKey),
      billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: {
        pointInTimeRecoveryEnabled: true,
        recoveryPeriodInDays: 35,
      },
      timeToLiveAttribute: tableSchema.ttlAttribute,
      encryption: dynamodb.TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: this.tableKey,
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      resourcePolicy: tablePolicy(),
    });
    for (const index of tableSchema.indexes) {
      table.addGlobalSecondaryIndex({
        indexName: index,
        partitionKey: key(`${index}pk`),
        sortKey: key(`${index}sk`),
        ...projection(index),
      });
    }
    return table;
  }

  /** An operator sets the entry's value later. An entry created by hand is left as it is. */
  #credential({ name, entry, isGiven }: Credential, stage: Stage): void {
    const id = `${secretPrefixOf(stage.name)}${entry}`;
    if (!isGiven) this.#generated(name, id);
    else if (!stage.credentials.includes(name)) {
      this.#secretEntry(
        `Credential-${name}`,
        id,
        `${name}: an operator puts its value here`,
        stage.secretReplicaRegions,
      );
    }
  }

  /** A key whose first value the deployment generates. */
  #generated(credential: string, name: string): void {
    const words = credential.toLowerCase().split("_");
    const id = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
    const entry = new CfnSecret(this, id, {
      name,
      description: `${credential}: generated, and replaced by hand (docs/runbooks.md)`,
      kmsKeyId: this.secretsKey.keyArn,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
    });
    Validations.of(entry).acknowledge({
      id: "AwsSolutions-SMG4",
      reason:
        "Another value ends the cursors or links that are in use, so a person sets it: " +
        "docs/runbooks.md, rotation.",
    });
    entry.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  }

  /**
   * Every entry with a fixed name, still without a value. IAM denies reading an entry that does not
   * exist (its ARN has no suffix yet); reading an empty entry reports that it is empty.
   */
  #secretEntries(stage: Stage): void {
    for (const name of fixedSecretNames()) {
      this.#secretEntry(
        `Secret-${name}`,
        `${secretPrefixOf(stage.name)}${name}`,
        "Filled and rotated by the setup endpoints of Countersign",
        stage.secretReplicaRegions,
      );
    }
  }

  #secretEntry(id: string, name: string, description: string, regions: readonly string[]): void {
    const entry = new CfnSecret(this, id, {
      name,
      description,
      kmsKeyId: this.secretsKey.keyArn,
      ...replicasIn(regions),
    });
    Validations.of(entry).acknowledge({
      id: "AwsSolutions-SMG4",
      reason:
        "Rotation has another side that must follow (a source host, a model's vendor, counsel " +
        "signatures kept for years), so a person starts it: docs/runbooks.md, rotation.",
    });
    entry.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  }
}

function projection(index: IndexName) {
  const projected = projectionOf(index);
  return projected === null
    ? { projectionType: dynamodb.ProjectionType.ALL }
    : { projectionType: dynamodb.ProjectionType.INCLUDE, nonKeyAttributes: [...projected] };
}

/** Copies of an entry in other regions, encrypted with each region's own secret-store key. */
const replicasIn = (regions: readonly string[]) =>
  regions.length === 0 ? {} : { replicaRegions: regions.map((region) => ({ region })) };

/**
 * A policy on the table itself, so that it binds people too: nobody can change or remove audit rows,
 * and access requires TLS.
 */
function tablePolicy(): iam.PolicyDocument {
  const everyone = { principals: [new iam.AnyPrincipal()], resources: ["*"] };
  return new iam.PolicyDocument({
    statements: [
      new iam.PolicyStatement({
        sid: "AuditRowsAreAppendOnly",
        effect: iam.Effect.DENY,
        actions: [...auditChanges],
        conditions: onAuditRows,
        ...everyone,
      }),
      new iam.PolicyStatement({
        sid: "TlsOnly",
        effect: iam.Effect.DENY,
        actions: ["dynamodb:*"],
        conditions: { Bool: { "aws:SecureTransport": "false" } },
        ...everyone,
      }),
    ],
  });
}
