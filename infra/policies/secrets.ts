import { credentialEntries } from "#shared/domain/setup/credentials.ts";
import type { Needs } from "#shared/routes/contract/route.ts";
import { allow, keyReads, type ResourceArns, type Statement, throughService } from "./statement.ts";

/** Actions on secret-store entries, by the need that requires them. */
const secretActions = {
  describeSecrets: ["secretsmanager:DescribeSecret"],
  describeCredentials: ["secretsmanager:DescribeSecret"],
  readSecrets: ["secretsmanager:GetSecretValue"],
  credentials: ["secretsmanager:GetSecretValue"],
  writeSecrets: [
    "secretsmanager:CreateSecret",
    "secretsmanager:DescribeSecret",
    "secretsmanager:PutSecretValue",
    "secretsmanager:UpdateSecretVersionStage",
  ],
} as const;

const secretNeeds = Object.keys(secretActions) as (keyof typeof secretActions)[];

/** Access to entries of the secret store and to the key that encrypts them. */
export function secretStatements(needs: Needs, arns: ResourceArns): Statement[] {
  const statements = secretNeeds.flatMap((need) => {
    const names = entriesOf(needs, need);
    return names.length === 0
      ? []
      : [
          allow(
            sidOf(need),
            secretActions[need],
            names.flatMap((name) => secretArns(arns, name)),
          ),
        ];
  });
  const { readSecrets = [], writeSecrets = [], credentials = [] } = needs;
  const passing = writeSecrets.filter((name) => name.includes("*"));
  if (passing.length > 0) {
    const dropped = passing.flatMap((name) => secretArns(arns, name));
    statements.push(allow("DropSecrets", ["secretsmanager:DeleteSecret"], dropped));
  }
  if (
    arns.secretsKeyArn !== null &&
    readSecrets.length + writeSecrets.length + credentials.length > 0
  ) {
    const actions = writeSecrets.length > 0 ? [...keyReads, "kms:GenerateDataKey"] : keyReads;
    const { secretsKeyArn } = arns;
    statements.push(throughService("SecretsKey", actions, secretsKeyArn, "secretsmanager", arns));
  }
  return statements;
}

/** Names of the entries that a need refers to. Each credential has its own entry. */
function entriesOf(needs: Needs, need: keyof typeof secretActions): readonly string[] {
  if (need !== "credentials" && need !== "describeCredentials") return needs[need] ?? [];
  return (needs[need] ?? []).map((name) => credentialEntries[name]);
}

const sidOf = (need: string): string => need.charAt(0).toUpperCase() + need.slice(1);

/**
 * Secrets Manager appends a hyphen and six characters to a name. While there is no entry, IAM checks
 * the bare name. `*` stands for a tenant or connection.
 */
function secretArns({ secretArnPrefix }: ResourceArns, name: string): string[] {
  const arn = `${secretArnPrefix}${name}`;
  return name.endsWith("*") ? [arn] : [arn, `${arn}-??????`];
}
