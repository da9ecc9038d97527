import { CANARY_FRAMEWORK } from "#shared/domain/canary.ts";
import { DISCOVERY_ROLE_NAME } from "#shared/domain/connections/role-template.ts";
import { eventSourceOf } from "#shared/domain/event-source.ts";
import { credentialEntries } from "#shared/domain/setup/credentials.ts";
import { canaryPathOf, type Needs } from "#shared/routes/contract/route.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { AUDIT_KEY_PREFIX, tableSchema } from "#shared/store/table-schema.ts";

/*
 * What each function may do, as IAM's own JSON: one source for the roles that CDK makes and for the
 * endpoints of the local run, which refuse what the cloud would refuse. No CDK, no SDK in here.
 */

export interface Statement {
  Sid: string;
  Effect: "Allow" | "Deny";
  Action: readonly string[];
  Resource: readonly string[];
  Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/**
 * ARNs of the resources a function may need, without a trailing separator, and names used in
 * policies.
 */
export interface ResourceArns {
  tableArn: string;
  /** `arn:…:secret:` plus the stage's prefix; an entry's name follows. */
  secretArnPrefix: string;
  /** Customer-managed keys; null where AWS-owned keys (or none) encrypt. */
  tableKeyArn: string | null;
  secretsKeyArn: string | null;
  /** `arn:…:event-bus/`; a bus's name follows. */
  busArnPrefix: string;
  /** `arn:…:key/`; a key's id follows. */
  keyArnPrefix: string;
  /** Value of the tag that marks the evidence log's signing keys of this stage. */
  logKeyTag: string;
  /** The bucket that checkpoints of the evidence log are anchored in. */
  anchorsArn: string;
  /** `arn:…:<api id>/<stage of the API>`; method and path follow. */
  apiArn: string;
  region: string;
  /** The platform's own, 12 digits. */
  account: string;
  stage: string;
}

/** Source of the announcements that wake a stage's jobs. */
export const announcementSource = (stage: string): string => eventSourceOf(stage);

/** Names of the buses that customers put events on, one for each tenant. */
export const CUSTOMER_BUSES = "customer-*";

/** What reading functions may do on the table and its indexes. Never Scan. */
const tableReads = ["dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query"];

/**
 * What writing functions may do on the table besides. Batch writes and PartiQL are left out: both
 * would write without the condition that every state change here carries.
 */
const tableWrites = [
  "dynamodb:ConditionCheckItem",
  "dynamodb:DeleteItem",
  "dynamodb:PutItem",
  "dynamodb:UpdateItem",
];

/** What would change or remove an existing audit row. */
export const auditChanges = [
  "dynamodb:BatchWriteItem",
  "dynamodb:DeleteItem",
  "dynamodb:PartiQLDelete",
  "dynamodb:PartiQLUpdate",
  "dynamodb:UpdateItem",
];

/** The condition that holds for audit rows: their partition keys start with `AUDIT#`. */
export const onAuditRows = {
  "ForAnyValue:StringLike": { "dynamodb:LeadingKeys": [`${AUDIT_KEY_PREFIX}*`] },
};

/** The statements that the needs of one entry of the route or job table amount to. */
export function statementsFor(needs: Needs, arns: ResourceArns): readonly Statement[] {
  return [
    ...tableStatements(needs, arns),
    ...secretStatements(needs, arns),
    ...eventStatements(needs, arns),
    ...roleStatements(needs, arns),
    ...logStatements(needs, arns),
    ...apiStatements(needs, arns),
  ];
}

function tableStatements({ table }: Needs, arns: ResourceArns): Statement[] {
  if (table === undefined) return [];
  const { tableArn, tableKeyArn } = arns;
  const indexes = tableSchema.indexes.map((index) => `${tableArn}/index/${index}`);
  const statements: Statement[] = [
    allow("ReadItems", tableReads, [tableArn]),
    allow("QueryIndexes", ["dynamodb:Query"], indexes),
  ];
  if (table === "write") {
    statements.push(allow("WriteItems", tableWrites, [tableArn]), {
      Sid: "AuditRowsAreAppendOnly",
      Effect: "Deny",
      Action: auditChanges,
      Resource: [tableArn],
      Condition: onAuditRows,
    });
  }
  if (tableKeyArn !== null) {
    const actions = table === "write" ? [...keyReads, ...keyWrites] : keyReads;
    statements.push(throughService("TableKey", actions, tableKeyArn, "dynamodb", arns));
  }
  return statements;
}

/** Actions on secret-store entries, by the need that asks for them. */
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

function secretStatements(needs: Needs, arns: ResourceArns): Statement[] {
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

/** Names of the entries that a need refers to; each credential has its own. */
function entriesOf(needs: Needs, need: keyof typeof secretActions): readonly string[] {
  if (need !== "credentials" && need !== "describeCredentials") return needs[need] ?? [];
  return (needs[need] ?? []).map((name) => credentialEntries[name]);
}

const sidOf = (need: string): string => need.charAt(0).toUpperCase() + need.slice(1);

/**
 * Secrets Manager puts a hyphen and six characters of its own behind every name; a name that does
 * not exist yet is checked as it is. A `*` is a tenant's or connection's part: such entries
 * come and go with what they belong to.
 */
function secretArns({ secretArnPrefix }: ResourceArns, name: string): string[] {
  const arn = `${secretArnPrefix}${name}`;
  return name.endsWith("*") ? [arn] : [arn, `${arn}-??????`];
}

/** What every call to STS carries: a connection's external id (a UUID) and its tenant's name. */
const asConnection = {
  "sts:ExternalId": "????????-????-????-????-????????????",
  "sts:RoleSessionName": "countersign-*",
};

/**
 * Customers name their roles as they like (contract, `role_arn`), in accounts that nobody knows
 * beforehand; each trusts the platform by its external id. Roles of the platform's own account may
 * trust all that runs there, so none of them is assumed but the one that the onboarding's template
 * makes.
 */
function roleStatements({ roles }: Needs, { account }: ResourceArns): Statement[] {
  if (roles === undefined) return [];
  const own = `arn:aws:iam::${account}:role/${DISCOVERY_ROLE_NAME}`;
  return [
    {
      ...allow("AssumeCustomerRoles", ["sts:AssumeRole"], ["arn:aws:iam::*:role/*"]),
      Condition: {
        StringLike: asConnection,
        StringNotEquals: { "aws:ResourceAccount": account },
      },
    },
    {
      ...allow("AssumeOwnDiscoveryRole", ["sts:AssumeRole"], [own]),
      Condition: { StringLike: asConnection },
    },
  ];
}

/** Announcements go to the default bus, under the stage's own name and no other. */
function eventStatements(
  { events, buses }: Needs,
  { busArnPrefix, stage }: ResourceArns,
): Statement[] {
  const customers = `${busArnPrefix}${CUSTOMER_BUSES}`;
  return [
    ...(events === undefined
      ? []
      : [
          {
            ...allow("AnnounceWork", ["events:PutEvents"], [`${busArnPrefix}default`]),
            // The key holds a list (Service Authorization Reference), even of a single entry.
            Condition: {
              "ForAnyValue:StringEquals": { "events:source": announcementSource(stage) },
            },
          },
        ]),
    ...(buses === undefined
      ? []
      : [
          allow("AdministerBuses", busActions, [customers]),
          allow("AdministerBusPolicies", busPolicyActions, ["*"]),
          allow("AdministerRules", ruleActions, [`${rulesOf(customers)}/*`]),
        ]),
  ];
}

/** What the canary calls: its own paths, and those of a framework for its own framework alone. */
export const canaryResources = (apiArn: string): string[] =>
  allRoutes.flatMap((route) => {
    const path = canaryPathOf(route);
    if (path === null) return [];
    const own = path.replace("{framework_id}", CANARY_FRAMEWORK).replaceAll(/\{\w+\}/g, "*");
    return [`${apiArn}/${route.method}${own}`];
  });

const apiStatements = ({ api }: Needs, { apiArn }: ResourceArns): Statement[] =>
  api === undefined ? [] : [allow("CallAsCanary", ["execute-api:Invoke"], canaryResources(apiArn))];

/** Marks the keys that sign the evidence log: which there are, only a tag can tell. */
export const LOG_KEY_TAG = "countersign-evidence-log";

/**
 * The log's keys sign raw messages and nothing else, can neither be exported nor scheduled for
 * deletion by a function; what is anchored can be added to and read, never changed.
 */
function logStatements({ logKey, anchors }: Needs, arns: ResourceArns): Statement[] {
  const { keyArnPrefix, logKeyTag, anchorsArn } = arns;
  const keys = [`${keyArnPrefix}*`];
  const isLogKey = { [`aws:ResourceTag/${LOG_KEY_TAG}`]: logKeyTag };
  const statements: Statement[] = [];
  if (logKey !== undefined) {
    statements.push({
      ...allow("ShowLogKey", ["kms:GetPublicKey"], keys),
      Condition: { StringEquals: isLogKey },
    });
  }
  if (logKey === "sign") {
    const form = { "kms:MessageType": "RAW", "kms:SigningAlgorithm": "ED25519_SHA_512" };
    statements.push({
      ...allow("SignLog", ["kms:Sign"], keys),
      Condition: { StringEquals: { ...isLogKey, ...form } },
    });
  }
  if (logKey === "create") {
    const isMarked = { [`aws:RequestTag/${LOG_KEY_TAG}`]: logKeyTag };
    const kind = { "kms:KeySpec": "ECC_NIST_EDWARDS25519", "kms:KeyUsage": "SIGN_VERIFY" };
    statements.push(
      {
        ...allow("MakeLogKey", ["kms:CreateKey"], ["*"]),
        Condition: { StringEquals: { ...isMarked, ...kind } },
      },
      { ...allow("MarkLogKey", ["kms:TagResource"], keys), Condition: { StringEquals: isMarked } },
    );
  }
  if (anchors !== undefined) {
    const actions = ["s3:GetObject", "s3:PutObject", "s3:PutObjectRetention"];
    statements.push(allow("Anchor", actions, [`${anchorsArn}/*`]));
  }
  return statements;
}

/** What provisioning and deprovisioning do with a customer's bus, and with the rules on it. */
const busActions = [
  "events:CreateEventBus",
  "events:DeleteEventBus",
  "events:DescribeEventBus",
  "events:ListTagsForResource",
  "events:TagResource",
];

/**
 * IAM knows no resource for these two: a statement that names a bus never matches them. What they
 * may change is therefore every bus of the account; the code names customers' buses only.
 */
const busPolicyActions = ["events:PutPermission", "events:RemovePermission"];

const ruleActions = [
  "events:DeleteRule",
  "events:ListTargetsByRule",
  "events:PutRule",
  "events:PutTargets",
  "events:RemoveTargets",
];

/** `arn:…:event-bus/<bus>` → `arn:…:rule/<bus>`, which the names of its rules follow. */
export const rulesOf = (busArn: string): string => busArn.replace(":event-bus/", ":rule/");

const keyReads = ["kms:Decrypt", "kms:DescribeKey"];
const keyWrites = ["kms:Encrypt", "kms:GenerateDataKey", "kms:ReEncryptFrom", "kms:ReEncryptTo"];

/** The key serves only calls that the named service makes for the function. */
function throughService(
  Sid: string,
  actions: readonly string[],
  keyArn: string,
  service: string,
  { region }: ResourceArns,
): Statement {
  return {
    ...allow(Sid, actions, [keyArn]),
    Condition: { StringEquals: { "kms:ViaService": `${service}.${region}.amazonaws.com` } },
  };
}

const allow = (Sid: string, Action: readonly string[], Resource: readonly string[]): Statement => ({
  Sid,
  Effect: "Allow",
  Action,
  Resource,
});
