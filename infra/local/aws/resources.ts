import type { ResourceArns } from "#infra/policies/statement.ts";

/** The sender of the local run's mails, which only its outbox receives. */
export const MAIL_FROM = "Countersign <no-reply@countersign.example>";

/** `Name <a@b>` or `a@b` → `a@b`. */
export const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();

export const REGION = "us-east-1";
export const ACCOUNT = "000000000000";
export const TABLE = "countersign";
export const ANCHORS = "countersign-anchors";

const arn = (service: string, rest: string, account = ACCOUNT): string =>
  `arn:aws:${service}:${REGION}:${account}:${rest}`;

/** ARNs without a name: `…:table/`, `…:secret:`, `…:key/`. */
export const TABLE_ARN_PREFIX = arn("dynamodb", "table/");
export const SECRET_ARN_PREFIX = arn("secretsmanager", "secret:");
const KEY_ARN_PREFIX = arn("kms", "key/");

type Settings = Readonly<Record<string, string | undefined>>;

/** The account that owns the customers' buses on this machine. */
export const busAccountOf = (settings: Settings): string =>
  settings.CLOUDB_EVENTBUS_OUR_ACCOUNT_ID ?? ACCOUNT;

/** The local resources, under the names that the functions' policies use. */
export const resourceArnsOf = (settings: Settings): ResourceArns => ({
  tableArn: `${TABLE_ARN_PREFIX}${TABLE}`,
  secretArnPrefix: `${SECRET_ARN_PREFIX}${settings.SECRET_PREFIX ?? ""}`,
  busArnPrefix: arn("events", "event-bus/", busAccountOf(settings)),
  tableKeyArn: `${KEY_ARN_PREFIX}table`,
  secretsKeyArn: settings.SECRETS_KEY_ARN ?? `${KEY_ARN_PREFIX}secrets`,
  keyArnPrefix: KEY_ARN_PREFIX,
  logKeyTag: "local",
  anchorsArn: `arn:aws:s3:::${ANCHORS}`,
  apiArn: arn("execute-api", "local/$default"),
  mail: { resources: [arn("ses", "identity/*")], from: addressIn(settings.MAIL_FROM ?? MAIL_FROM) },
  region: REGION,
  account: ACCOUNT,
  stage: settings.STAGE ?? "local",
});
