import { functionUnits } from "#infra/functions.ts";
import { statementsFor } from "#infra/policies/function-policy.ts";
import type { ResourceArns } from "#infra/policies/statement.ts";
import {
  configurationSetOf,
  functionNameOf,
  secretPrefixOf,
  stackName,
  tableNameOf,
} from "./naming.ts";

/*
 * What a pipeline needs in the account, as one template of its own that a person deploys: CI must not
 * be able to change its own rights. Three things: the role that GitHub's jobs take, the policy that
 * CloudFormation works with (`cdk bootstrap --cloudformation-execution-policies`), and the boundary of
 * every role that it makes (option `permissionsBoundary`).
 */

export interface CiRole {
  stage: string;
  account: string;
  region: string;
  /** owner/name */
  repository: string;
  /** The job's environment in GitHub, whose reviewers decide who may deploy. */
  environment: string;
  /** Whether the account already has GitHub's identity provider. */
  hasProvider: boolean;
}

const boundaryNameOf = (stage: string): string => `countersign-${stage}-boundary`;
const executionPolicyNameOf = (stage: string): string => `countersign-${stage}-execution`;

const HOST = "token.actions.githubusercontent.com";

interface Statement {
  Sid: string;
  Effect: "Allow" | "Deny";
  Action: string[];
  Resource: string[];
  Condition?: object;
}

const allow = (
  Sid: string,
  Action: string[],
  Resource: string[],
  Condition?: object,
): Statement => ({
  Sid,
  Effect: "Allow",
  Action,
  Resource,
  ...(Condition === undefined ? {} : { Condition }),
});

const document = (Statement: Statement[]) => ({ Version: "2012-10-17", Statement });

/** The CloudFormation template. */
export function ciTemplate(role: CiRole): object {
  const { stage, account, hasProvider } = role;
  const provider = `arn:aws:iam::${account}:oidc-provider/${HOST}`;
  return {
    AWSTemplateFormatVersion: "2010-09-09",
    Description: `Countersign ${stage}: what its pipeline may do`,
    Resources: {
      ...(hasProvider
        ? {}
        : {
            Provider: {
              Type: "AWS::IAM::OIDCProvider",
              DeletionPolicy: "Retain",
              Properties: { Url: `https://${HOST}`, ClientIdList: ["sts.amazonaws.com"] },
            },
          }),
      Boundary: policy(boundaryNameOf(stage), boundaryStatements(role)),
      Execution: policy(executionPolicyNameOf(stage), executionStatements(role)),
      Role: {
        Type: "AWS::IAM::Role",
        ...(hasProvider ? {} : { DependsOn: "Provider" }),
        Properties: {
          RoleName: `countersign-${stage}-ci`,
          MaxSessionDuration: 7200,
          AssumeRolePolicyDocument: trust(role, provider),
          Policies: [{ PolicyName: "deploy", PolicyDocument: document(deployStatements(role)) }],
        },
      },
    },
    Outputs: { RoleArn: { Value: { "Fn::GetAtt": ["Role", "Arn"] } } },
  };
}

const policy = (ManagedPolicyName: string, statements: Statement[]) => ({
  Type: "AWS::IAM::ManagedPolicy",
  Properties: { ManagedPolicyName, PolicyDocument: document(statements) },
});

const trust = ({ repository, environment }: CiRole, Federated: string) => ({
  Version: "2012-10-17",
  Statement: [
    {
      Effect: "Allow",
      Principal: { Federated },
      Action: "sts:AssumeRoleWithWebIdentity",
      Condition: {
        StringEquals: {
          [`${HOST}:aud`]: "sts.amazonaws.com",
          [`${HOST}:sub`]: `repo:${repository}:environment:${environment}`,
        },
      },
    },
  ],
});

/** What `npm run deploy` and the roles of `cdk bootstrap` need; it changes nothing by itself. */
export function deployStatements({ stage, account, region }: CiRole): Statement[] {
  const here = (service: string, rest: string) => `arn:aws:${service}:${region}:${account}:${rest}`;
  const assets = `arn:aws:s3:::cdk-*-assets-${account}-${region}`;
  return [
    allow(
      "BootstrapRoles",
      ["sts:AssumeRole"],
      ["deploy", "file-publishing", "lookup"].map(
        (name) => `arn:aws:iam::${account}:role/cdk-*-${name}-role-${account}-${region}`,
      ),
    ),
    allow(
      "ReadStage",
      ["cloudformation:DescribeStacks"],
      [here("cloudformation", `stack/${stackName(stage, "*")}/*`)],
    ),
    allow("ReadQuota", ["lambda:GetAccountSettings"], ["*"]),
    allow(
      "RunCanary",
      ["lambda:InvokeFunction"],
      [here("lambda", `function:${functionNameOf(stage, "runCanary")}`)],
    ),
    allow("KeepAssembly", ["s3:GetObject", "s3:PutObject"], [`${assets}/countersign/${stage}/*`]),
    allow("FindAssembly", ["s3:ListBucket"], [assets], {
      StringLike: { "s3:prefix": [`countersign/${stage}/*`] },
    }),
    allow(
      "NameAssembly",
      ["dynamodb:GetItem", "dynamodb:PutItem"],
      [here("dynamodb", `table/${tableNameOf(stage)}*`)],
      {
        "ForAllValues:StringEquals": { "dynamodb:LeadingKeys": ["DEPLOYMENT"] },
      },
    ),
    allow("TableKey", ["kms:Decrypt", "kms:GenerateDataKey"], [here("kms", "key/*")], {
      StringEquals: { "kms:ViaService": `dynamodb.${region}.amazonaws.com` },
    }),
    allow(
      "FrontSecret",
      ["secretsmanager:CreateSecret", "secretsmanager:GetSecretValue"],
      [here("secretsmanager", `secret:${secretPrefixOf(stage)}front-secret*`)],
    ),
    allow("RandomSecret", ["secretsmanager:GetRandomPassword"], ["*"]),
  ];
}

/** The most that any role of a stage may do: what the functions' own policies name, and no more. */
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

/** What CloudFormation needs to make and change a stage; never to read its table or its secrets. */
export function executionStatements({ stage, account, region }: CiRole): Statement[] {
  const here = (service: string, rest: string) => `arn:aws:${service}:${region}:${account}:${rest}`;
  const role = `arn:aws:iam::${account}:role/${stackName(stage, "*")}`;
  const boundary = `arn:aws:iam::${account}:policy/${boundaryNameOf(stage)}`;
  const bounded = { StringEquals: { "iam:PermissionsBoundary": boundary } };
  return [
    allow(
      "BoundedRoles",
      [
        "iam:CreateRole",
        "iam:PutRolePolicy",
        "iam:AttachRolePolicy",
        "iam:PutRolePermissionsBoundary",
      ],
      [role],
      bounded,
    ),
    allow(
      "Roles",
      [
        "iam:DeleteRole",
        "iam:DeleteRolePolicy",
        "iam:DetachRolePolicy",
        "iam:GetRole",
        "iam:GetRolePolicy",
        "iam:ListAttachedRolePolicies",
        "iam:ListRolePolicies",
        "iam:TagRole",
        "iam:UntagRole",
        "iam:UpdateAssumeRolePolicy",
        "iam:UpdateRole",
      ],
      [role],
    ),
    allow("PassRoles", ["iam:PassRole"], [role], {
      StringEquals: { "iam:PassedToService": ["lambda.amazonaws.com", "backup.amazonaws.com"] },
    }),
    allow("Functions", ["lambda:*"], [here("lambda", `function:${functionNameOf(stage, "*")}`)]),
    allow("Apis", ["apigateway:*"], [`arn:aws:apigateway:${region}::/*`]),
    allow(
      "Table",
      [
        "dynamodb:CreateTable",
        "dynamodb:Describe*",
        "dynamodb:ListTagsOfResource",
        "dynamodb:TagResource",
        "dynamodb:UntagResource",
        "dynamodb:Update*",
        "dynamodb:PutResourcePolicy",
        "dynamodb:GetResourcePolicy",
      ],
      [here("dynamodb", `table/${tableNameOf(stage)}*`)],
    ),
    allow(
      "Keys",
      [
        "kms:CreateKey",
        "kms:CreateGrant",
        "kms:DescribeKey",
        "kms:EnableKeyRotation",
        "kms:GetKeyPolicy",
        "kms:GetKeyRotationStatus",
        "kms:ListResourceTags",
        "kms:PutKeyPolicy",
        "kms:TagResource",
        "kms:UntagResource",
        "kms:UpdateKeyDescription",
      ],
      ["*"],
    ),
    allow("KeysOfSecrets", ["kms:Decrypt", "kms:GenerateDataKey"], ["*"], {
      StringEquals: {
        "kms:ViaService": [
          `secretsmanager.${region}.amazonaws.com`,
          `dynamodb.${region}.amazonaws.com`,
        ],
      },
    }),
    allow(
      "Secrets",
      [
        "secretsmanager:CreateSecret",
        "secretsmanager:DescribeSecret",
        "secretsmanager:PutSecretValue",
        "secretsmanager:ReplicateSecretToRegions",
        "secretsmanager:RemoveRegionsFromReplication",
        "secretsmanager:TagResource",
        "secretsmanager:UntagResource",
        "secretsmanager:UpdateSecret",
      ],
      [here("secretsmanager", `secret:${secretPrefixOf(stage)}*`)],
    ),
    allow(
      "FrontSecret",
      ["secretsmanager:GetSecretValue"],
      [here("secretsmanager", `secret:${secretPrefixOf(stage)}front-secret*`)],
    ),
    allow("GeneratedSecrets", ["secretsmanager:GetRandomPassword"], ["*"]),
    allow("SignIn", ["cognito-idp:*"], [here("cognito-idp", "userpool/*")]),
    allow(
      "SignInPools",
      ["cognito-idp:CreateUserPool", "cognito-idp:DescribeUserPoolDomain"],
      ["*"],
    ),
    allow("Topics", ["sns:*"], [here("sns", `countersign-${stage}-*`)]),
    allow("Queues", ["sqs:*"], [here("sqs", `countersign-${stage}-*`)]),
    allow("Rules", ["events:*"], [here("events", `rule/${stackName(stage, "*")}`)]),
    allow("LogGroups", ["logs:*"], [here("logs", `log-group:/countersign/${stage}/*`)]),
    allow(
      "LogGroupList",
      [
        "logs:DescribeLogGroups",
        "logs:CreateLogDelivery",
        "logs:GetLogDelivery",
        "logs:UpdateLogDelivery",
        "logs:DeleteLogDelivery",
        "logs:ListLogDeliveries",
        "logs:DescribeResourcePolicies",
        "logs:PutResourcePolicy",
      ],
      ["*"],
    ),
    allow(
      "Alarms",
      ["cloudwatch:*"],
      [
        here("cloudwatch", `alarm:countersign-${stage}-*`),
        here("cloudwatch", `insight-rule/countersign-${stage}-*`),
        `arn:aws:cloudwatch::${account}:dashboard/countersign-${stage}`,
      ],
    ),
    allow(
      "Anchors",
      [
        "s3:CreateBucket",
        "s3:Get*",
        "s3:ListBucket",
        "s3:PutBucket*",
        "s3:PutEncryptionConfiguration",
      ],
      [`arn:aws:s3:::countersign-${stage}-anchors-${account}-${region}`],
    ),
    allow("Assets", ["s3:GetObject"], [`arn:aws:s3:::cdk-*-assets-${account}-${region}/*`]),
    allow("BootstrapVersion", ["ssm:GetParameters"], [here("ssm", "parameter/cdk-bootstrap/*")]),
    allow("Budget", ["budgets:*"], [`arn:aws:budgets::${account}:budget/countersign-${stage}`]),
    allow(
      "Front",
      ["cloudfront:*"],
      [
        `arn:aws:cloudfront::${account}:distribution/*`,
        `arn:aws:cloudfront::${account}:cache-policy/*`,
        `arn:aws:cloudfront::${account}:origin-request-policy/*`,
      ],
    ),
    allow("FrontFirewall", ["wafv2:*"], [`arn:aws:wafv2:us-east-1:${account}:global/*`]),
    allow(
      "Mail",
      [
        "ses:*ConfigurationSet*",
        "ses:*EmailIdentity*",
        "ses:ListTagsForResource",
        "ses:TagResource",
        "ses:UntagResource",
      ],
      [here("ses", "identity/*"), here("ses", `configuration-set/${configurationSetOf(stage)}`)],
    ),
    allow("BackupVault", ["backup:*", "backup-storage:MountCapsule"], ["*"]),
  ];
}
