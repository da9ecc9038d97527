import type { TextLimits } from "./protocol/text-limits.ts";

/*
 * What AWS accepts in every text that the functions send to it. The limits come from the services'
 * published models (botocore has them; test/independent/aws_limits.py compares) or, if those state
 * none, from their API references. An emulator refuses what the service would refuse.
 */

const anything = {};
/** Ids and names for which AWS states only the length. */
const upTo = (max: number, min = 1) => ({ min, max });

const busName = { pattern: /[/.\-_A-Za-z0-9]+/, ...upTo(256) };
const busArn = String.raw`(arn:aws[\w-]*:events:[a-z]+-[a-z]+-[\w-]+:[0-9]{12}:event-bus\/)?`;
const busOrArn = { pattern: new RegExp(`${busArn}[/.\\-_A-Za-z0-9]+`), ...upTo(1600) };
const ownBusOrArn = { pattern: new RegExp(`${busArn}[.\\-_A-Za-z0-9]+`), ...upTo(1600) };
const ruleName = { pattern: /[.\-_A-Za-z0-9]+/, ...upTo(64) };
const policyBus = { pattern: /[.\-_A-Za-z0-9]+/, ...upTo(256) };
const statementId = { pattern: /[a-zA-Z0-9-_]+/, ...upTo(64) };
const ofRule = { Rule: ruleName, EventBusName: busOrArn };

export const eventLimits: Readonly<Record<string, TextLimits>> = {
  CreateEventBus: { Name: busName, "Tags[].Key": upTo(128), "Tags[].Value": upTo(256, 0) },
  DeleteEventBus: { Name: busName },
  DeleteRule: { Name: ruleName, EventBusName: busOrArn },
  DescribeEventBus: { Name: busOrArn },
  ListTagsForResource: { ResourceARN: upTo(1600) },
  ListTargetsByRule: ofRule,
  PutEvents: {
    "Entries[].Detail": anything,
    "Entries[].DetailType": upTo(128, 0),
    "Entries[].EventBusName": ownBusOrArn,
    "Entries[].Resources[]": upTo(2048, 0),
    "Entries[].Source": anything,
  },
  PutPermission: {
    Action: { pattern: /events:[a-zA-Z]+/, ...upTo(64) },
    EventBusName: policyBus,
    Principal: { pattern: /\d{12}|\*/, ...upTo(12) },
    StatementId: statementId,
  },
  PutRule: {
    Description: upTo(512, 0),
    EventBusName: busOrArn,
    EventPattern: upTo(4096, 0),
    Name: ruleName,
    State: { pattern: /ENABLED/ },
  },
  PutTargets: {
    ...ofRule,
    "Targets[].Arn": upTo(1600),
    "Targets[].DeadLetterConfig.Arn": upTo(1600),
    "Targets[].Id": ruleName,
    "Targets[].InputTransformer.InputTemplate": upTo(8192),
  },
  RemovePermission: { EventBusName: policyBus, StatementId: statementId },
  RemoveTargets: { ...ofRule, "Ids[]": ruleName },
};

/** The API reference states the characters of a name. The model states only their number. */
const secretName = { pattern: /[A-Za-z0-9/_+=.@-]+/, ...upTo(512) };
const secretId = upTo(2048);
const versionId = upTo(64, 32);
const secretText = { ...upTo(65_536), unit: "bytes" } as const;

export const secretLimits: Readonly<Record<string, TextLimits>> = {
  CreateSecret: {
    ClientRequestToken: versionId,
    Description: upTo(2048, 0),
    KmsKeyId: upTo(2048, 0),
    Name: secretName,
    SecretString: secretText,
  },
  DeleteSecret: { SecretId: secretId },
  DescribeSecret: { SecretId: secretId },
  GetSecretValue: { SecretId: secretId, VersionId: versionId, VersionStage: upTo(256) },
  PutSecretValue: {
    ClientRequestToken: versionId,
    SecretId: secretId,
    SecretString: secretText,
  },
  UpdateSecretVersionStage: {
    MoveToVersionId: versionId,
    RemoveFromVersionId: versionId,
    SecretId: secretId,
    VersionStage: upTo(256),
  },
};

const keyId = upTo(2048);
/** The API reference of KMS, "Tag". */
const tagText = /[\p{L}\p{Z}\p{N}_.:/=+\-@]*/u;

export const keyLimits: Readonly<Record<string, TextLimits>> = {
  CreateKey: {
    Description: upTo(8192, 0),
    KeySpec: { pattern: /[A-Z0-9_]+/ },
    KeyUsage: { pattern: /[A-Z_]+/ },
    "Tags[].TagKey": { pattern: tagText, ...upTo(128) },
    "Tags[].TagValue": { pattern: tagText, ...upTo(256, 0) },
  },
  Decrypt: {
    CiphertextBlob: { ...upTo(6144), unit: "base64" },
    "EncryptionContext{}": anything,
    KeyId: keyId,
  },
  Encrypt: {
    "EncryptionContext{}": anything,
    KeyId: keyId,
    Plaintext: { ...upTo(4096), unit: "base64" },
  },
  GetPublicKey: { KeyId: keyId },
  Sign: {
    KeyId: keyId,
    Message: { ...upTo(4096), unit: "base64" },
    MessageType: { pattern: /RAW|DIGEST|EXTERNAL_MU/ },
    SigningAlgorithm: { pattern: /[A-Z0-9_]+/ },
  },
};

/** The API reference of SESv2, "MessageTag": ASCII letters, digits, `_` and `-`. */
const mailTag = { pattern: /[A-Za-z0-9_-]+/, ...upTo(256) };
/** The API reference of SESv2, "SendEmail": no SMTPUTF8, so a name in other letters is encoded. */
const mailAddress = { pattern: /[\x20-\x7e]+/, ...upTo(320) };
const mailContent = { Charset: { pattern: /[A-Za-z0-9_-]+/ }, Data: anything };

const under = (path: string, limits: TextLimits): TextLimits =>
  Object.fromEntries(Object.entries(limits).map(([name, limit]) => [`${path}.${name}`, limit]));

export const mailLimits = {
  ConfigurationSetName: { pattern: /[A-Za-z0-9_-]+/, ...upTo(64) },
  ...under("Content.Simple.Body.Html", mailContent),
  ...under("Content.Simple.Body.Text", mailContent),
  ...under("Content.Simple.Headers[]", {
    Name: { pattern: /[!-9;-@A-~]+/, ...upTo(126) },
    Value: { pattern: /[ -~]*/, ...upTo(995) },
  }),
  ...under("Content.Simple.Subject", mailContent),
  "Destination.ToAddresses[]": mailAddress,
  ...under("EmailTags[]", { Name: mailTag, Value: mailTag }),
  FromEmailAddress: mailAddress,
  "ReplyToAddresses[]": mailAddress,
} as const satisfies TextLimits;
