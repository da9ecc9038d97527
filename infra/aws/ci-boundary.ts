import { functionUnits } from "#infra/functions.ts";
import { statementsFor } from "#infra/policies/function-policy.ts";
import type { ResourceArns } from "#infra/policies/statement.ts";
import { allow, type CiRole, type Statement } from "./ci-statements.ts";

/** The most that a role of a stage may do: only what the functions' own policies name. */
export function boundaryStatements(role: CiRole): Statement[] {
  const { stage, account, region } = role;
  const granted = functionUnits.flatMap(({ needs }) => statementsFor(needs, placeholders(role)));
  const actions = granted
    .filter(({ Effect }) => Effect === "Allow")
    .flatMap(({ Action }) => [...Action]);
  const log = `arn:aws:logs:${region}:${account}:log-group:/countersign/${stage}/*`;
  return [
    allow("WhatFunctionsNeed", [...new Set(actions)].toSorted(), ["*"]),
    allow("OwnLogs", ["logs:CreateLogStream", "logs:PutLogEvents"], [log]),
    allow("Traces", ["xray:PutTelemetryRecords", "xray:PutTraceSegments"], ["*"]),
    allow(
      "DeadLetters",
      ["sqs:SendMessage"],
      [`arn:aws:sqs:${region}:${account}:countersign-${stage}-*`],
    ),
    allow(
      "Backups",
      [
        "backup:*",
        "dynamodb:DescribeTable",
        "dynamodb:ListTagsOfResource",
        "dynamodb:StartAwsBackupJob",
        "kms:CreateGrant",
        "kms:DescribeKey",
        "tag:GetResources",
      ],
      ["*"],
    ),
  ];
}

const placeholders = ({ stage, account, region }: CiRole): ResourceArns => ({
  tableArn: "*",
  busArnPrefix: "*",
  keyArnPrefix: "*",
  logKeyTag: stage,
  apiArn: "*",
  anchorsArn: "*",
  mail: { resources: ["*"], from: "*" },
  secretArnPrefix: "*",
  tableKeyArn: "*",
  secretsKeyArn: "*",
  region,
  account,
  stage,
});
