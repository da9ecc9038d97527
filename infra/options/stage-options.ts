import { RetentionDays } from "aws-cdk-lib/aws-logs";
import { type Kind, kinds, wholeNumber } from "#shared/routes/contract/setting-kinds.ts";

/** An option of a stage that is not a setting of its functions. */
export interface StageOption {
  kind: Kind;
  /** The text for the operator in docs/settings.md: one sentence without a full stop. */
  meaning: string;
  /** The default, as the document spells it. */
  otherwise: string;
  example: string;
}

const option = (kind: Kind, meaning: string, otherwise: string, example: string): StageOption => ({
  kind,
  meaning,
  otherwise,
  example,
});

/** CloudWatch allows only certain numbers of days. */
const retention: Kind = {
  says: "a number of days that CloudWatch allows; 30, 90 and 365 are among them",
  holds: (text) =>
    wholeNumber(1, 3653).holds(text) &&
    Number(text) in RetentionDays &&
    Number(text) !== RetentionDays.INFINITE,
};

const certificateArn = "arn:aws:acm:eu-central-1:111122223333:certificate/0a1b2c3d-…";

export const stageOptions = {
  account: option(
    kinds.account,
    "the stage's account; a deployment with credentials of another account is refused",
    "none; a deployment demands it",
    "111122223333",
  ),
  region: option(
    kinds.region,
    "the stage's region, such as eu-central-1 or us-east-1, even if the shell names another; a deployed stage cannot change it",
    "none; a deployment demands it",
    "eu-central-1",
  ),
  domainName: option(
    kinds.host,
    "the API's own domain; point it at the output `DomainTarget`. It changes the address that customers' clouds trust and to which passkeys are bound: see docs/deploying.md, \"A domain later\"",
    "API Gateway's own address",
    "api.example.com",
  ),
  certificateArn: option(
    kinds.certificate,
    "the domain's certificate in ACM: in the stage's region, or, with `front`, in us-east-1, where CloudFront's certificates are",
    "none",
    certificateArn,
  ),
  formerDomainName: option(
    kinds.host,
    "an earlier domain that still answers, because issued tokens or webhooks name it; with `front` it shows only the issuer's documents",
    "none",
    "old.example.com",
  ),
  formerCertificateArn: option(
    kinds.certificate,
    "the earlier domain's certificate",
    "none",
    certificateArn,
  ),
  issuer: option(
    kinds.https,
    "people sign in with this OIDC issuer instead of the stage's user pool",
    "the user pool",
    "https://id.example.com",
  ),
  audience: option(kinds.names, "audiences of that issuer's tokens", "none", "console"),
  signIn: option(
    kinds.entries,
    'a list of the organisations whose people sign in with their own OIDC or SAML provider; see docs/deploying.md, "Organisations with their own sign-in"',
    "none",
    '[{"name": "Bank", "domain": "bank.example", "kind": "saml", "metadataUrl": "https://id.bank.example/saml", "tenant": "platform", "groups": {"Auditors": "reader"}}]',
  ),
  adminPasswordAuth: option(
    kinds.yesNo,
    "allows ADMIN_USER_PASSWORD_AUTH at the sign-in client",
    "`false`",
    "true",
  ),
  alarmRecipients: option(
    kinds.recipient,
    "who receives every alarm: e-mail addresses or https endpoints (each has to confirm the message that AWS sends); `none` if nobody should receive any",
    "none; a deployment demands it, and so does the synthesis of a stage that has a name or an option",
    "ops@example.com, https://events.example.com/x",
  ),
  urgentAlarmRecipients: option(
    kinds.recipient,
    "who receives the urgent alarms in addition",
    "nobody",
    "https://pager.example.com/countersign",
  ),
  monthlyBudgetUsd: option(
    wholeNumber(1, 1_000_000),
    "a monthly budget in USD for everything that has the tag of this stage; its recipients get a mail when 80 % is spent, and when the forecast is 100 %",
    "no budget",
    "400",
  ),
  lambdaConcurrency: option(
    wholeNumber(1, 1_000_000),
    "the account's quota of concurrent executions; `npm run deploy` reads it, so leave this out",
    "read at deployment; at synthesis 1000",
    "1000",
  ),
  reserveConcurrency: option(
    kinds.yesNo,
    'whether webhooks and jobs have reserved executions; see docs/scale.md, "Concurrent executions"',
    "`true`, from a quota of 400 on",
    "false",
  ),
  logRetentionDays: option(
    retention,
    "how long log groups keep lines, in days; lines with counsel's links are always kept for 7 days",
    "90",
    "365",
  ),
  permissionsBoundary: option(
    kinds.policy,
    "a managed policy of the account that limits what every role of the stage may do",
    "none",
    "countersign-prod-boundary",
  ),
  restoredTable: option(
    kinds.table,
    "a table restored from a backup, used instead of the stack's own",
    "the stack's own",
    "countersign-prod-restored",
  ),
  anchorsBucket: option(
    kinds.bucket,
    "a bucket in another account for the evidence log's checkpoints, instead of the Anchors stack's own",
    "the Anchors stack's own",
    "example-countersign-anchors",
  ),
  mailDomain: option(
    kinds.host,
    'the domain from which mails to counsel are sent. The stage then creates the identity and configuration set of SES and prints the DNS records; see docs/deploying.md, "Mail"',
    "none: links are forwarded by hand",
    "mail.example.com",
  ),
  twoPeople: option(
    kinds.yesNo,
    "counsel can take part only if a second person has confirmed who they are, and the service sends links only by mail. Needs a mail sender; see docs/two-people.md",
    "`false`",
    "true",
  ),
  credentials: option(
    kinds.names,
    "credentials whose entries in the secret store you created by hand; the stack does not create these",
    "none",
    "HOSTED_LLM_API_KEY",
  ),
  front: option(
    kinds.yesNo,
    "puts CloudFront with AWS WAF in front of the API, which then answers only requests that came through it, except for the documents of an issuer at another address",
    "`false`",
    "true",
  ),
  backupVaultArn: option(
    kinds.vault,
    "a backup vault in another account or region, to which AWS Backup copies the table every day",
    "no copies",
    "arn:aws:backup:eu-west-1:444455556666:backup-vault:countersign-prod",
  ),
  secretReplicaRegions: option(
    kinds.regions,
    "regions to which the entries of the secret store are replicated, except the generated ones (`cursor-key`, `export-link-key`), the front's secret and those of tenants",
    "none",
    "eu-west-1",
  ),
} as const satisfies Record<string, StageOption>;

export type StageOptionName = keyof typeof stageOptions;
