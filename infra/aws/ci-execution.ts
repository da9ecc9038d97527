import {
  allow,
  arnIn,
  boundaryNameOf,
  type CiRole,
  regionsOf,
  type Statement,
} from "./ci-statements.ts";
import {
  anchorsBucketNameOf,
  configurationSetOf,
  functionNameOf,
  secretPrefixOf,
  stackName,
  tableNameOf,
} from "./naming.ts";
import { FRONT_REGION } from "./stage.ts";

/** Expands a service's actions: `of("kms", "CreateKey Describe*")`. */
const of = (service: string, ...actions: string[]): string[] =>
  actions.flatMap((line) => line.split(" ").map((action) => `${service}:${action}`));

/** What CloudFormation needs to make and change a stage, but not to read its table or secrets. */
export const executionStatements = (role: CiRole): Statement[] =>
  [roles, code, data, secrets, telling, ways, onAny].flatMap((statements) => statements(role));

/** Roles, each limited by the boundary. */
function roles({ stage, account }: CiRole): Statement[] {
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
      of(
        "iam",
        "DeleteRole DeleteRolePolicy DetachRolePolicy GetRole GetRolePolicy",
        "ListAttachedRolePolicies ListRolePolicies TagRole UntagRole",
        "UpdateAssumeRolePolicy UpdateRole",
      ),
      [role],
    ),
    allow("PassRoles", ["iam:PassRole"], [role], {
      StringEquals: { "iam:PassedToService": ["lambda.amazonaws.com", "backup.amazonaws.com"] },
    }),
  ];
}

/** Functions, the services that call them, and sign-in. */
function code(role: CiRole): Statement[] {
  const { stage, account, region } = role;
  const here = arnIn(role);
  return [
    allow("Functions", ["lambda:*"], [here("lambda", `function:${functionNameOf(stage, "*")}`)]),
    allow("Apis", ["apigateway:*"], [`arn:aws:apigateway:${region}::/*`]),
    allow("Queues", ["sqs:*"], [here("sqs", `countersign-${stage}-*`)]),
    allow("Rules", ["events:*"], [here("events", `rule/${stackName(stage, "*")}`)]),
    allow("SignIn", ["cognito-idp:*"], [here("cognito-idp", "userpool/*")]),
    allow(
      "Assets",
      ["s3:GetObject"],
      regionsOf(role).map((one) => `arn:aws:s3:::cdk-*-assets-${account}-${one}/*`),
    ),
    allow(
      "BootstrapVersion",
      ["ssm:GetParameters"],
      regionsOf(role).map((one) =>
        arnIn({ account, region: one })("ssm", "parameter/cdk-bootstrap/*"),
      ),
    ),
  ];
}

/** Table, keys, anchors and backups, but never their contents. */
function data(role: CiRole): Statement[] {
  const { stage, account, region } = role;
  const here = arnIn(role);
  return [
    allow(
      "Table",
      of(
        "dynamodb",
        "CreateTable Describe* ListTagsOfResource TagResource UntagResource",
        "Update* PutResourcePolicy GetResourcePolicy",
      ),
      [here("dynamodb", `table/${tableNameOf(stage)}*`)],
    ),
    allow(
      "Keys",
      of(
        "kms",
        "CreateKey CreateGrant DescribeKey EnableKeyRotation GetKeyPolicy",
        "GetKeyRotationStatus ListAliases ListResourceTags PutKeyPolicy TagResource",
        "UntagResource UpdateKeyDescription",
      ),
      ["*"],
    ),
    allow("Aliases", of("kms", "CreateAlias DeleteAlias UpdateAlias"), [
      here("kms", `alias/countersign-${stage}-*`),
      here("kms", "key/*"),
    ]),
    allow("KeysOfSecrets", ["kms:Decrypt", "kms:GenerateDataKey"], ["*"], {
      StringEquals: {
        "kms:ViaService": [
          `secretsmanager.${region}.amazonaws.com`,
          `dynamodb.${region}.amazonaws.com`,
        ],
      },
    }),
    allow(
      "Anchors",
      of("s3", "CreateBucket Get* ListBucket PutBucket* PutEncryptionConfiguration"),
      [`arn:aws:s3:::${anchorsBucketNameOf(stage, account, region)}`],
    ),
    allow("BackupVault", ["backup:*", "backup-storage:MountCapsule"], ["*"]),
  ];
}

function secrets(role: CiRole): Statement[] {
  const ofStage = (name: string) =>
    arnIn(role)("secretsmanager", `secret:${secretPrefixOf(role.stage)}${name}*`);
  return [
    allow(
      "Secrets",
      of(
        "secretsmanager",
        "CreateSecret DescribeSecret PutSecretValue ReplicateSecretToRegions",
        "RemoveRegionsFromReplication TagResource UntagResource UpdateSecret",
      ),
      [ofStage("")],
    ),
    allow("FrontSecret", ["secretsmanager:GetSecretValue"], [ofStage("front-secret")]),
  ];
}

/** The secrets of organisations' own providers (option `signIn`), which CloudFormation reads by name. */
export const clientSecretStatements = (role: CiRole): Statement[] =>
  role.clientSecrets.length === 0
    ? []
    : [
        allow(
          "ClientSecrets",
          ["secretsmanager:GetSecretValue"],
          // Secrets Manager adds six characters to each name.
          role.clientSecrets.map((name) => arnIn(role)("secretsmanager", `secret:${name}-??????`)),
        ),
      ];

/** Actions for which AWS has no type of resource. It allows them only on everything. */
const onAny = (): Statement[] => [
  allow(
    "OnAny",
    [
      ...of("cloudfront", "CreateCachePolicy CreateDistribution"),
      "cloudwatch:DescribeInsightRules",
      ...of("cognito-idp", "CreateUserPool DescribeUserPoolDomain"),
      "secretsmanager:GetRandomPassword",
      "ses:DescribeConfigurationSet",
    ],
    ["*"],
  ),
];

/** All that informs the operator. */
function telling(role: CiRole): Statement[] {
  const { stage, account } = role;
  const here = arnIn(role);
  return [
    allow("Topics", ["sns:*"], [here("sns", `countersign-${stage}-*`)]),
    allow("LogGroups", ["logs:*"], [here("logs", `log-group:/countersign/${stage}/*`)]),
    allow(
      "LogGroupList",
      of(
        "logs",
        "DescribeLogGroups CreateLogDelivery GetLogDelivery UpdateLogDelivery",
        "DeleteLogDelivery ListLogDeliveries DescribeResourcePolicies",
        "PutResourcePolicy",
      ),
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
    allow("Budget", ["budgets:*"], [`arn:aws:budgets::${account}:budget/countersign-${stage}`]),
  ];
}

/** The optional entry and exit points: CloudFront and mail. */
function ways(role: CiRole): Statement[] {
  const { stage, account } = role;
  const here = arnIn(role);
  return [
    allow(
      "Front",
      ["cloudfront:*"],
      [
        `arn:aws:cloudfront::${account}:distribution/*`,
        `arn:aws:cloudfront::${account}:cache-policy/*`,
        `arn:aws:cloudfront::${account}:origin-request-policy/*`,
      ],
    ),
    allow("FrontFirewall", ["wafv2:*"], [`arn:aws:wafv2:${FRONT_REGION}:${account}:global/*`]),
    allow(
      "Mail",
      of(
        "ses",
        "*ConfigurationSet* *EmailIdentity* ListTagsForResource TagResource",
        "UntagResource",
      ),
      [here("ses", "identity/*"), here("ses", `configuration-set/${configurationSetOf(stage)}`)],
    ),
  ];
}
